import type { Level } from '../../spec/clause.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { type Configuration, configure, type Wishes } from '../config/configuration.ts'
import { UsageError } from '../config/target.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { Recording } from '../history/recording.ts'
import { type Check, isExperiment, type Suite } from '../judge/check.ts'
import { type Judged, judge } from '../judge/judging.ts'
import type { Verdict } from '../judge/verdict.ts'
import { OutFolder } from './folder/out-folder.ts'
import { select } from './planning/selection.ts'
import type { Provision } from './provision.ts'
import { type JudgedRun, prepare, runPrepared } from './run.ts'

/** A clause that does not hold, and the exchange that shows it. */
export type Broken = {
  clause: ClauseId
  level: Level
  section: string
  rule: string
  expected: string
  received: string
  /** What was tried, where there were several cases. */
  tried?: string
  evidence: number[]
  shown?: Exchange
  /** Why it is put up with. */
  waived?: string
}

/** What a test framework needs to know of a check. `broken` beside `passed` is a warning, or waived. */
type HostedResult =
  | { outcome: 'passed'; notes: string[]; broken?: Broken }
  | { outcome: 'failed'; broken: Broken }
  | { outcome: 'skipped'; reason: string }
  /** Of gatecheck itself. */
  | { outcome: 'fault'; reason: string }

export type HostedRun = {
  resultOf(id: string): Promise<HostedResult>
  finished: Promise<JudgedRun>
  /** Where its history is; whoever has it releases it. */
  folder?: OutFolder
}

type HostOptions = {
  provision: Provision
  wishes: Wishes
  local: boolean
  suites: readonly Suite[]
  /** The checks that the framework is going to ask for. */
  chosen: readonly string[]
  interrupt?: AbortSignal
  out?: string
  keep?: number
}

/** One session for all tests: each waits for its own check, those that judge the whole run for the end. */
export function hostRun({ provision, wishes, local, suites, chosen, interrupt, out, keep }: HostOptions): HostedRun {
  const asked = askedOf(suites, wishes.only ?? [], chosen)
  const { deadlineMs } = configure(wishes, local)
  const driven = new Map<string, PromiseWithResolvers<void>>(asked.map(({ id }) => [id, Promise.withResolvers<void>()]))
  const isAll = asked.length === suites.flatMap(({ checks }) => checks).length
  const options = {
    provision,
    wishes: { ...wishes, only: isAll ? [] : asked.map(({ id }) => id), hosted: true as const },
    suites,
    local,
    ...(interrupt && { interrupt }),
    onDriven: (check: Check) => isExperiment(check) && driven.get(check.id)?.resolve(),
  }
  // What is wrong with the set-up is said before there is a folder.
  const { configuration } = prepare(options).plan.input
  const folder = out === undefined ? undefined : new OutFolder(out, { mostMs: deadlineMs, keep })
  const session = prepare({ ...options, ...(folder && { folder }) }).session()
  const finished = runPrepared(session, suites)
  // A test that waits for the end hears of the failure by itself.
  const release = () => {
    for (const each of driven.values()) each.resolve()
  }
  finished.then(release, release)
  return {
    finished,
    ...(folder && { folder }),
    async resultOf(id) {
      const check = asked.find((each) => each.id === id)
      if (!check) return { outcome: 'skipped', reason: 'it was not selected' }
      await driven.get(id)!.promise
      const { recording } = session.history
      const { judged } = isExperiment(check) ? judge(recording, suites, [id]) : (await finished).judgement
      const own = judged.find((each) => each.check === check)!
      if (own.faults.length > 0) return { outcome: 'fault', reason: own.faults.join('; ') }
      return resultFrom(check, own, configuration, recording)
    },
  }
}

function askedOf(suites: readonly Suite[], only: readonly string[], chosen: readonly string[]): Check[] {
  const asked = select(suites, only).filter(({ id }) => chosen.includes(id))
  if (asked.length > 0) return asked
  throw new UsageError('No selected test matches "only"')
}

function resultFrom(
  check: Check,
  { verdict, choice }: Judged,
  configuration: Configuration,
  recording: Recording,
): HostedResult {
  if (check.kind === 'observation')
    return choice && choice.untold === undefined
      ? { outcome: 'passed', notes: [choice.choice] }
      : { outcome: 'skipped', reason: choice?.choice ?? 'no traffic to observe' }
  if (!verdict) throw new Error(`the check ${check.id} was not judged`)
  if (verdict.verdict === 'pass') return { outcome: 'passed', notes: verdict.remark ? [verdict.remark] : [] }
  if (verdict.verdict !== 'fail') return { outcome: 'skipped', reason: `${verdict.verdict}: ${verdict.reason}` }
  const waived = configuration.waive.find((waiver) => waiver.clause === check.clause)?.reason
  const broken = { ...brokenBy(check.clause, verdict, recording), ...(waived !== undefined && { waived }) }
  const isBroken = waived === undefined && (broken.level === 'must' || configuration.strict)
  return isBroken ? { outcome: 'failed', broken } : { outcome: 'passed', notes: [], broken }
}

function brokenBy(id: ClauseId, verdict: Extract<Verdict, { verdict: 'fail' }>, recording: Recording) {
  const { level, section, rule } = clause(id)
  const { expected, received, evidence, violations } = verdict
  const [first] = violations
  const shown = recording.exchange(first?.evidence.at(-1) ?? evidence.at(-1) ?? 0)
  return {
    ...{ clause: id, level, section, rule, expected, received, evidence },
    ...(first?.case !== undefined && { tried: first.case }),
    ...(shown && { shown }),
  }
}
