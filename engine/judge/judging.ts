import type { Cause } from '../history/entry/cause.ts'
import type {
  Began,
  CutShort,
  Ended,
  Gap,
  HistoryEntry,
  JudgingCutShort,
  Skipped,
  ToolFinding,
} from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { type Recording, recordingOf } from '../history/recording.ts'
import {
  type Check,
  type Evidence,
  type Experiment,
  type Facts,
  isExperiment,
  isObservation,
  type Observation,
  type Rule,
  type Suite,
  type Watching,
} from './check.ts'
import { gathering, type Remark } from './facts.ts'
import {
  type Choice,
  cannotBeTold,
  choiceInFewWords,
  type FileFinding,
  inconclusive,
  skip,
  type Verdict,
  type VerdictOnFiles,
  withRemark,
} from './verdict.ts'

/** Each judge needs some time for longer responses. */
const LONG_BODY = 64 * 1024
const SUITE_FAULT: Cause = { kind: 'suite fault' }

export type Judged = {
  check: Check
  verdict?: Verdict
  /** By file, if the check is about files. */
  files?: readonly FileFinding[]
  choice?: Choice
  faults: string[]
}

export type Judgement = {
  began: Began
  ended: Ended | undefined
  cut?: JudgingCutShort
  noJob: string | undefined
  facts: Facts
  judged: Judged[]
  /** Internal errors; never a verdict on the server. */
  faults: string[]
}

/** Why judging has to end early. */
export type Stop = Pick<JudgingCutShort, 'how' | 'why'>

/** Judges a history. Pure: equal histories have equal judgements. */
export function judge(
  history: Recording | readonly HistoryEntry[],
  suites: readonly Suite[],
  only?: readonly string[],
): Judgement {
  return runToEnd(judging(history, suites, only))
}

/** Runs all steps of a judgement without a pause. */
export function runToEnd<Result, Why>(
  steps: Iterator<void, Result, Why | undefined>,
  whyToStop: () => Why | undefined = () => undefined,
): Result {
  for (;;) {
    const { done, value } = steps.next(whyToStop())
    if (done) return value
  }
}

/** Judges in short steps; the caller may stop it between two of them. Experiments come first: they need few exchanges. */
export function* judging(
  history: Recording | readonly HistoryEntry[],
  suites: readonly Suite[],
  only?: readonly string[],
): Generator<void, Judgement, Stop | undefined> {
  const { cut: recorded, remarks, shown, ...gathered } = yield* gathering(recordingOf(history))
  const { began, ended, noJob, facts } = gathered
  const progress = new Steps(recorded)
  const all = new Map(
    suites.flatMap((suite) => suite.checks).flatMap((check) => namesOf(check).map((name) => [name, check])),
  )
  const planned = began.planned.filter(({ id }) => !only || only.includes(id))
  const known = planned.flatMap(({ id }) => all.get(id) ?? [])
  const unknown = planned.filter(({ id }) => !all.has(id))
  const remarksOn = ({ phases, ...check }: Check) => [
    ...new Set([...namesOf(check), ...phases.map(({ name }) => name)].flatMap((name) => remarks.get(name) ?? [])),
  ]
  const watches = new Map<Check, Watch>()
  const judgedOf = (check: Check) =>
    judgeOne(check, { recording: shown, facts, ended, remarks: remarksOn(check), watch: watches.get(check) })
  const done = new Map<Check, Judged>()
  for (const check of known.filter(isExperiment)) {
    if (yield* progress.isOver()) break
    done.set(check, judgedOf(check))
  }
  const watched = known.filter((check) => !isExperiment(check))
  for (const check of watched) if (canStillJudge(check, remarksOn(check), ended)) watches.set(check, new Watch(check))
  const showing = show(shown, [...watches.values()], facts)
  while (!(yield* progress.isOver()) && !showing.next().done);
  showing.return(undefined)
  const isSeenInPart = progress.cut !== undefined
  for (const check of watched) {
    if (!isSeenInPart && !(yield* progress.isOver())) done.set(check, judgedOf(check))
    else if (check.kind === 'rule' && check.standsAlone) {
      const seen = judgedOf(check)
      if (seen.verdict?.verdict === 'fail') done.set(check, seen)
    }
  }
  const { cut } = progress
  const judged = known.map((check) => done.get(check) ?? notJudged(check, cut!))
  const faults = unknown.map(({ id }) => `the check ${id} of the recorded run is unknown to this version`)
  return {
    ...{ began, ended, noJob, facts, judged, faults: [...faults, ...judged.flatMap((each) => each.faults)] },
    ...(cut && { cut }),
  }
}

/** Counts steps, so that a repeated judgement stops at the same step. */
class Steps {
  cut: JudgingCutShort | undefined
  readonly #recorded: JudgingCutShort | undefined
  #steps = 0

  constructor(recorded: JudgingCutShort | undefined) {
    this.#recorded = recorded
  }

  *isOver(): Generator<void, boolean, Stop | undefined> {
    const stop = yield
    if (this.cut) return true
    if (this.#recorded?.steps === this.#steps) this.cut = this.#recorded
    else if (stop && !this.#recorded) this.cut = { kind: 'judging cut short', steps: this.#steps, ...stop }
    else this.#steps++
    return this.cut !== undefined
  }
}

/** A rule or an observation in progress. Only `conclude` throws its errors. */
class Watch {
  #watching: Watching<VerdictOnFiles | Choice | undefined> | undefined
  #thrown: { error: unknown } | undefined

  constructor(check: Rule | Observation) {
    this.#try(() => {
      this.#watching = check.watch()
    })
  }

  see(exchange: Exchange, facts: Facts): void {
    if (!this.#thrown) this.#try(() => this.#watching?.see(exchange, facts))
  }

  conclude(facts: Facts): VerdictOnFiles | Choice | undefined {
    if (this.#thrown) throw this.#thrown.error
    return this.#watching!.conclude(facts)
  }

  #try(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#thrown = { error }
    }
  }
}

/** Reads each exchange once for all rules and observations. */
function* show(recording: Recording, watches: readonly Watch[], facts: Facts): Generator<void> {
  if (watches.length === 0) return
  for (const entry of recording) {
    if (entry.kind !== 'exchange') continue
    const isLong = (entry.answer?.body.length ?? 0) > LONG_BODY
    for (const watch of watches) {
      if (isLong) yield
      watch.see(entry, facts)
    }
    yield
  }
}

function notJudged(check: Check, { how, why }: JudgingCutShort): Judged {
  const verdict = inconclusive(why, [], { kind: 'run ended', how })
  return { check, ...(isObservation(check) ? { choice: cannotBeTold(why) } : { verdict }), faults: [] }
}

const isSkipped = (remark: Remark): remark is Skipped => remark.kind === 'skipped'
const isCutShort = (remark: Remark): remark is CutShort => remark.kind === 'cut-short'

/** A rule whose own phases were skipped may still see the exchanges of others. */
function canStillJudge(check: Check, remarks: readonly Remark[], ended: Ended | undefined): boolean {
  if (ended?.how === 'no target') return false
  return !remarks.some(isSkipped) || (!isObservation(check) && check.phases.length > 0)
}

type Material = {
  recording: Recording
  facts: Facts
  ended: Ended | undefined
  remarks: readonly Remark[]
  watch: Watch | undefined
}

function judgeOne(check: Check, material: Material): Judged {
  const { remarks, ended, watch, facts } = material
  if (ended?.how === 'no target') {
    const verdict = inconclusive(ended.why ?? 'no target', [], { kind: 'no target' })
    return { check, ...(!isObservation(check) && { verdict }), faults: [] }
  }
  const cut = remarks.find(isCutShort)
  const faults = cut?.fault ? [`${check.id}: ${cut.why}`] : []
  try {
    if (isObservation(check)) {
      const choice = (watch?.conclude(facts) as Choice | undefined) ?? unobserved(remarks)
      return { check, choice: choiceInFewWords(choice), faults }
    }
    const { files, ...verdict } = isExperiment(check)
      ? verdictOnExperiment(check, material, faults)
      : verdictOnRule(material)
    return { check, verdict: withBasicCasesOnly(verdict, remarks), ...(files && { files }), faults }
  } catch (error) {
    faults.push(`${check.id} could not be judged: ${error instanceof Error ? error.stack : String(error)}`)
    const why = 'internal error of gatecheck: its judge failed'
    return { check, ...(!isObservation(check) && { verdict: inconclusive(why, [], SUITE_FAULT) }), faults }
  }
}

function unobserved(remarks: readonly Remark[]): Choice {
  const skipped = remarks.find(isSkipped)
  const why = skipped?.why ?? remarks.find(isCutShort)?.why ?? 'no traffic to observe'
  return cannotBeTold(why, [], skipped ? 'not tested' : 'not observed')
}

function withBasicCasesOnly(verdict: Verdict, remarks: readonly Remark[]): Verdict {
  const leftOut = remarks.some((remark) => remark.kind === 'driven' && remark.leftOut)
  if (verdict.verdict !== 'pass' || !leftOut) return verdict
  const remark = 'only the basic cases were tested before the deadline (--deadline)'
  return { ...withRemark(verdict, remark), leftOut: 'for want of time' }
}

function verdictOnRule({ watch, remarks, facts }: Material): VerdictOnFiles {
  const skipped = remarks.find(isSkipped)
  const cut = remarks.find(isCutShort)
  const verdict = watch?.conclude(facts) as VerdictOnFiles | undefined
  if (verdict && (verdict.verdict !== 'skip' || (!skipped && !cut))) return verdict
  return skipped ? skip(skipped.why, skipped.cause) : inconclusive(cut!.why, [], cut!.cause)
}

function verdictOnExperiment(check: Experiment, material: Material, faults: string[]): VerdictOnFiles {
  const { recording, facts, ended, remarks } = material
  const skipped = remarks.find(isSkipped)
  const cut = remarks.find(isCutShort)
  const evidence: Evidence = {
    exchanges: namesOf(check).flatMap((name) => recording.exchangesBy(name)),
    gaps: remarks.filter((remark): remark is Gap => remark.kind === 'gap'),
    findings: remarks.filter((remark): remark is ToolFinding => remark.kind === 'finding'),
    facts,
  }
  if (skipped && evidence.exchanges.length === 0) return skip(skipped.why, skipped.cause)
  const verdict = check.judge(evidence)
  const isFounded = evidence.exchanges.length > 0 || evidence.findings.some((finding) => finding.evidence.length > 0)
  if (verdict.verdict === 'pass' && !isFounded) {
    faults.push(`${check.id} passes although it sent nothing`)
    return inconclusive('internal error of gatecheck: it passed without sending anything', [], SUITE_FAULT)
  }
  if (verdict.verdict === 'fail') return verdict
  const ofCut =
    cut && inconclusive(cut.fault ? 'internal error of gatecheck: its drive failed' : cut.why, [], cut.cause)
  if (skipped) return withRestUntested(ofCut ?? verdict, skipped)
  if (ofCut) return ofCut
  if (ended || remarks.some(({ kind }) => kind === 'driven')) return verdict
  const why = 'the history ends before this check sent all its requests'
  return inconclusive(why, [], { kind: 'run ended', how: 'broken off' })
}

/** Only the first cases of the experiment were tested. */
function withRestUntested(verdict: Verdict, { why, cause = { kind: 'not seen' } }: Skipped): Verdict {
  if (verdict.verdict !== 'pass') return skip(why, cause)
  const rest = `the rest was not tested: ${why}`
  if (cause.kind === 'not seen') return withRemark(verdict, rest)
  return inconclusive(`cases that passed: ${verdict.tried}; ${rest}`, verdict.evidence, cause)
}

/** Runs of 0.1 recorded the former id. */
const namesOf = ({ id, formerly }: Pick<Check, 'id' | 'formerly'>): string[] => [
  id,
  ...(formerly === undefined ? [] : [formerly]),
]
