import type { Exchange } from '../../runner/history/exchange.ts'
import { statusOf, succeeded } from '../../runner/history/reading.ts'
import { mostPollsBeside } from '../../runner/jobs/patience.ts'
import { lastWords } from '../../runner/judging/probes.ts'
import { isFinal, isOwnPoll, jobRecord } from '../lifecycle/polls.ts'

/**
 * What may move a job that nobody polls. The first of them is nothing but time; the last is all at once, tried first,
 * since a job that rests through all of it needs no second.
 */
export const CAUSES = [
  'time',
  'readings',
  'refused polls',
  'refused submissions',
  'polls of finished jobs',
  'another job',
  'everything at once',
] as const
export type Cause = (typeof CAUSES)[number]

/** A rested job is left alone from its submission on, or after so many polls. */
export type Role =
  | { trio: number; kind: 'fast' | 'slow' }
  | { trio: number; kind: 'rested'; cause: Cause; after: number }

export function roleInWords(role: Role): string {
  if (role.kind !== 'rested') return `trio ${role.trio}: ${role.kind}`
  const since = role.after > 0 ? ` after ${role.after} polls` : ''
  return `trio ${role.trio}: rested${since} while ${role.cause}`
}

export function roleOf(words: string | undefined): Role | undefined {
  const [, trio, kind, after = 0, cause] =
    /^trio (\d+): (fast|slow|rested)(?: after (\d+) polls)?(?: while (.+))?$/.exec(words ?? '') ?? []
  if (trio === undefined) return undefined
  if (kind === 'rested') return { trio: Number(trio), kind, cause: cause as Cause, after: Number(after) }
  return { trio: Number(trio), kind: kind as 'fast' | 'slow' }
}

/** One job of the quiet phase, poll by poll. */
export type Life = {
  role: Role
  submission: number
  states: string[]
  evidence: number[]
  /** When it was submitted, and each of its polls, in milliseconds of the run. */
  at: number[]
  ended: boolean
  /** A poll was sent whose answer never came: nobody knows whether it moved the job. */
  unsure: boolean
}

/** From its submission to its last poll, in milliseconds. */
export const lengthOf = ({ at }: Life) => at.at(-1)! - at[0]!

const stateOf = ({ status, stage }: Record<string, unknown>) =>
  typeof stage === 'string' ? `${status} (${stage})` : String(status)

export function livesIn(exchanges: readonly Exchange[]): Life[] {
  const submissions = exchanges.filter((each) => roleOf(each.purpose.case) && succeeded(each) && isSubmission(each))
  const all = lastWords(exchanges)
  return submissions.map((submission) => {
    const polls = all.filter((each) => each.purpose.job === submission.n && jobRecord(each) !== undefined)
    const end = polls.findIndex((each) => isFinal(jobRecord(each)?.status))
    const own = end < 0 ? polls : polls.slice(0, end + 1)
    return {
      role: roleOf(submission.purpose.case)!,
      submission: submission.n,
      states: own.map((each) => stateOf(jobRecord(each)!)),
      evidence: [submission.n, ...own.map(({ n }) => n)],
      at: [submission.at, ...own.map(({ at }) => at)],
      ended: end >= 0,
      unsure: exchanges.some((each) => each.purpose.job === submission.n && mayHaveMoved(each)),
    }
  })
}

/** A gateway that gave up may have passed the poll on. */
const mayHaveMoved = (poll: Exchange) => isOwnPoll(poll) && (statusOf(poll) ?? 500) >= 500

const isSubmission = ({ request }: Exchange) => request.method === 'POST'

export type FastAndSlow = { fast: Life; slow: Life }
export type Trio = FastAndSlow & { rested: Life; after: number; cause: Cause; trio: number }

export function twinsOf(lives: readonly Life[], trio: number): FastAndSlow | undefined {
  const find = (kind: 'fast' | 'slow') => lives.find(({ role }) => role.trio === trio && role.kind === kind)
  const [fast, slow] = [find('fast'), find('slow')]
  return fast?.ended && slow?.ended ? { fast, slow } : undefined
}

/** Each rested job beside its twins. */
export function triosIn(lives: readonly Life[]): Trio[] {
  return lives.flatMap((rested) => {
    const { role } = rested
    const twins = role.kind === 'rested' && rested.ended ? twinsOf(lives, role.trio) : undefined
    return twins && role.kind === 'rested' ? [{ ...twins, ...role, rested }] : []
  })
}

/** Fast and slow needed the same polls: what each poll does is then known, and a job that skips some was moved. */
export const LEAST_POLLS = 3

export function twinsAgree({ fast, slow }: FastAndSlow): boolean {
  return fast.states.length === slow.states.length && fast.states.length >= LEAST_POLLS
}

export type Movement = 'none' | 'moved' | 'final at once' | 'unclear'

/** How far a job had come at its first poll after the rest, measured by its twins. */
export function movementIn(trio: Trio): Movement {
  const { fast, slow, rested, after } = trio
  const found = rested.states[after]
  if (found === undefined || [fast, slow, rested].some(({ unsure }) => unsure)) return 'unclear'
  const wentAlong = ({ states }: Life) => states.slice(0, after).join() === rested.states.slice(0, after).join()
  const isLater = ({ states }: Life) => states.indexOf(found) > after
  if (twinsAgree(trio) && wentAlong(fast) && wentAlong(slow)) {
    if (rested.states.length < fast.states.length && isLater(fast) && isLater(slow)) return 'moved'
    if (rested.states.join() === fast.states.join()) return 'none'
  }
  const unfinished = ({ states }: Life) => new Set(states.slice(0, -1)).size
  if (rested.states.length === 1 && unfinished(fast) >= 2 && unfinished(slow) >= 2) return 'final at once'
  return 'unclear'
}

/**
 * After how many polls to leave a job alone for a second time: as far on as a job can be while its next poll would not
 * find the end anyway, and at the beginning of the last state that it rests in.
 */
export function lateRest(twins: FastAndSlow): number | undefined {
  if (!twinsAgree(twins) || twins.fast.states.join() !== twins.slow.states.join()) return undefined
  const { states } = twins.fast
  const latest = states.length - 2
  return Math.min(latest, states.indexOf(states[latest]!) + 1)
}

/** How often a job is polled before it is given up, by those that have come to their ends. */
export function mostPollsOf(lives: readonly Life[]): number {
  const needed = lives.filter(({ ended }) => ended).map(({ states }) => states.length)
  return needed.length === 0 ? Number.POSITIVE_INFINITY : mostPollsBeside(Math.max(...needed))
}
