import type { Level } from '../../spec/clause.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import type { Configuration, Wishes } from '../config/configuration.ts'
import { UsageError } from '../config/target.ts'
import { failedKinds } from '../expected/kinds.ts'
import { sortedOut } from '../expected/list.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { Recording } from '../history/recording.ts'
import { type Check, type Facts, isExperiment, type Suite } from '../judge/check.ts'
import { type Judged, judge } from '../judge/judging.ts'
import { OutFolder } from './folder/out-folder.ts'
import { select } from './planning/selection.ts'
import type { Provision } from './provision.ts'
import { type JudgedRun, prepare, runPrepared } from './run.ts'

/** A failed clause and its evidence. */
export type Broken = {
  clause: ClauseId
  level: Level
  section: string
  rule: string
  expected: string
  received: string
  /** The failed case, if there were several. */
  tried?: string
  evidence: number[]
  shown?: Exchange
  /** Why the failure is accepted. */
  waived?: string
}

/** The result of a check for a test framework. If it passed, `broken` is a warning or waived. */
type HostedResult =
  | { outcome: 'passed'; notes: string[]; broken?: Broken }
  | { outcome: 'failed'; broken: Broken }
  | { outcome: 'skipped'; reason: string }
  /** An internal error of gatecheck. */
  | { outcome: 'fault'; reason: string }

export type HostedRun = {
  resultOf(id: string): Promise<HostedResult>
  finished: Promise<JudgedRun>
  /** Folder of the history; the caller releases it. */
  folder?: OutFolder
}

type HostOptions = {
  provision: Provision
  wishes: Wishes
  local: boolean
  suites: readonly Suite[]
  /** The checks whose results the framework will request. */
  chosen: readonly string[]
  interrupt?: AbortSignal
  out?: string
  keep?: number
}

/** One run for all tests of a framework. Experiments have a result after their phases, other checks at the end. */
export function hostRun(options: HostOptions): HostedRun {
  const { provision, wishes, local, suites, chosen, interrupt, out, keep } = options
  const asked = select(suites, wishes.only ?? []).filter(({ id }) => chosen.includes(id))
  if (asked.length === 0) throw new UsageError('No selected test matches "only"')
  const isAll = asked.length === suites.flatMap(({ checks }) => checks).length
  const driven = new Map(asked.map(({ id }) => [id, Promise.withResolvers<void>()]))
  const runOptions = {
    ...{ provision, suites, local, interrupt },
    wishes: { ...wishes, only: isAll ? [] : asked.map(({ id }) => id), hosted: true as const },
    onDriven: (check: Check) => isExperiment(check) && driven.get(check.id)?.resolve(),
  }
  // Throws before the folder is created.
  const { configuration } = prepare(runOptions).plan.input
  const { deadlineMs: mostMs } = configuration
  const folder = out === undefined ? undefined : new OutFolder(out, { mostMs, ...(keep !== undefined && { keep }) })
  const session = prepare({ ...runOptions, ...(folder && { folder }) }).session()
  const finished = runPrepared(session, suites)
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
      const { judged, facts, began } = isExperiment(check) ? judge(recording, suites, [id]) : (await finished).judgement
      const own = judged.find((each) => each.check === check)!
      if (own.faults.length > 0) return { outcome: 'fault', reason: own.faults.join('; ') }
      return resultFrom(check, own, configuration, { recording, facts, startedAt: began.startedAt })
    },
  }
}

type Around = { recording: Recording; facts: Facts; startedAt: string }

function resultFrom(
  check: Check,
  judged: Judged,
  configuration: Configuration,
  { recording, facts, startedAt }: Around,
): HostedResult {
  const { verdict, choice } = judged
  if (check.kind === 'observation')
    return choice && choice.untold === undefined
      ? { outcome: 'passed', notes: [choice.choice] }
      : { outcome: 'skipped', reason: choice?.choice ?? 'no traffic to observe' }
  if (!verdict) throw new Error(`the check ${check.id} was not judged`)
  if (verdict.verdict === 'pass') return { outcome: 'passed', notes: verdict.remark ? [verdict.remark] : [] }
  if (verdict.verdict !== 'fail') return { outcome: 'skipped', reason: `${verdict.verdict}: ${verdict.reason}` }
  const { level, section, rule } = clause(check.clause)
  const { expected, received, evidence, violations } = verdict
  const { waive, expected: list } = configuration
  const sorted = list && sortedOut(list, failedKinds([judged], facts), startedAt)
  const unlisted = sorted?.unlisted.map(({ kind }) => kind.exchange) ?? []
  const first = violations.find((each) => unlisted.includes(each.evidence.at(-1))) ?? violations[0]
  const known = sorted && unlisted.length === 0 ? `known, or new in this version: ${list.file}` : undefined
  const shown = recording.exchange(first?.evidence.at(-1) ?? evidence.at(-1) ?? 0)
  const waived = waive.find((waiver) => waiver.clause === check.clause)?.reason ?? known
  const broken: Broken = {
    ...{ clause: check.clause, level, section, rule, expected, received, evidence },
    ...(first?.case !== undefined && { tried: first.case }),
    ...(shown && { shown }),
    ...(waived !== undefined && { waived }),
  }
  const isBroken = waived === undefined && (level === 'must' || configuration.strict)
  return isBroken ? { outcome: 'failed', broken } : { outcome: 'passed', notes: [], broken }
}
