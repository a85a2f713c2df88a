import type { Limits } from '../../http/limits/limits.ts'
import type { Check } from '../../judge/check.ts'
import type { Phase } from '../driving/phase.ts'

/** Jobs wait for what comes before them no longer than one part in so many of the time that a run has. */
export const PART_BEFORE_JOBS = 20

/** All that is done, and for how much. */
export type Planning = Pick<Schedule, 'phases' | 'servedBy'>

/** What a run does, and in which order, known before its first request: each phase once, whoever refers to it. */
export type Schedule = {
  phases: readonly Phase[]
  /** How many checks each is done for. */
  servedBy: ReadonlyMap<Phase, number>
  /** Under way at the same time. */
  beside: readonly Phase[]
  /** One after the other, when nothing else is under way. */
  alone: readonly Phase[]
  /** What matters more goes first. */
  jobsAreScarce: boolean
}

export function scheduleOf(
  checks: readonly Check[],
  { maxJobs, maxVideoSeconds, maxCost }: Limits,
  besides: readonly Phase[] = [],
): Schedule {
  const phases = [...phasesOf(checks), ...besides]
  return {
    phases,
    servedBy: new Map(phases.map((phase) => [phase, checks.filter((check) => check.phases.includes(phase)).length])),
    beside: phases.filter(isBeside),
    alone: [...phases.filter(({ alone, last }) => alone && !last), ...phases.filter(({ last }) => last)],
    jobsAreScarce: maxJobs !== undefined || maxVideoSeconds !== undefined || maxCost !== undefined,
  }
}

/** With those behind all others that may not come to their ends. */
export function withLast(schedule: Schedule, names: ReadonlySet<string>): Schedule {
  if (names.size === 0) return schedule
  const isLast = ({ name }: Phase) => names.has(name)
  const others = (phases: readonly Phase[]) => phases.filter((phase) => !isLast(phase))
  return {
    ...schedule,
    beside: others(schedule.beside),
    alone: [
      ...others(schedule.alone),
      ...[...names].flatMap((name) => schedule.phases.find((phase) => phase.name === name) ?? []),
    ],
  }
}

/** Where nobody places jobs that others wait for, visitors see the first one alone. */
export function whoseJobsAreVisited(phases: readonly Phase[]): Phase[] {
  return placing(phases).length > 0 ? phases.filter((phase) => isBeside(phase) && !phase.afterPlacing) : []
}

/** Until these are done, more jobs may come that others wait for. */
export function placing(phases: readonly Phase[]): Phase[] {
  const beside = phases.filter(isBeside)
  const placesMany = beside.some(({ placesJobs }) => placesJobs)
  return placesMany ? beside.filter(({ placesJobs, placesOne }) => placesJobs || placesOne) : []
}

const isBeside = ({ alone, last }: Phase) => !alone && !last

/** In the order of the checks that refer to them. */
function phasesOf(checks: readonly Check[]): Phase[] {
  const byName = new Map<string, Phase>()
  for (const phase of checks.flatMap((check) => check.phases)) {
    const known = byName.get(phase.name)
    if (known && known !== phase) throw new Error(`two phases are called ${phase.name}`)
    byName.set(phase.name, phase)
  }
  return [...byName.values()]
}
