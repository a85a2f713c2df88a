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
import { type Recording, recordingOf } from '../history/recording.ts'
import { atOnce } from './at-once.ts'
import {
  type Check,
  type Choice,
  type Evidence,
  type Experiment,
  type Facts,
  isExperiment,
  isObservation,
  type Observation,
  type Rule,
  type Suite,
} from './check.ts'
import { gathering, type Remark } from './facts.ts'
import {
  cannotBeTold,
  choiceInFewWords,
  type FileFinding,
  inconclusive,
  skip,
  type Verdict,
  type VerdictOnFiles,
  withRemark,
} from './verdict.ts'
import { show, Watch } from './watch.ts'

export type Judged = {
  check: Check
  verdict?: Verdict
  /** File by file, where it is about files. */
  files?: readonly FileFinding[]
  choice?: Choice
  /** What went wrong in this check itself. */
  faults: string[]
}

export type Judgement = {
  began: Began
  ended: Ended | undefined
  /** How far it was judged, if not to the end. */
  cut?: JudgingCutShort
  /** Why no job could be had, if so. */
  noJob: string | undefined
  facts: Facts
  judged: Judged[]
  /** What went wrong in the suite itself; never a verdict on the server. */
  faults: string[]
}

type Material = {
  recording: Recording
  facts: Facts
  ended: Ended | undefined
  remarks: readonly Remark[]
  watches: Watches
}

type Watches = { rules: Map<Rule, Watch<VerdictOnFiles>>; observations: Map<Observation, Watch<Choice | undefined>> }

/** From what happened to what it means. Pure: the same history always gives the same judgement. */
export function judge(
  history: Recording | readonly HistoryEntry[],
  suites: readonly Suite[],
  only?: readonly string[],
): Judgement {
  return atOnce(judging(history, suites, only))
}

/** Why it is to end before it has come to its end. */
export type Stop = Pick<JudgingCutShort, 'how' | 'why'>

/** The same in short steps, between which the caller may stop it. Experiments come first: they need few exchanges. */
export function* judging(
  history: Recording | readonly HistoryEntry[],
  suites: readonly Suite[],
  only?: readonly string[],
): Generator<void, Judgement, Stop | undefined> {
  const gathered = yield* gathering(recordingOf(history))
  const { began, ended, cut: recorded, noJob, facts, remarks, shown: recording } = gathered
  const progress = new Steps(recorded)
  const all = new Map(suites.flatMap((suite) => suite.checks).map((check) => [check.id, check]))
  const remarksOn = (check: Check) => [
    ...new Set([check.id, ...check.phases.map(({ name }) => name)].flatMap((name) => remarks.get(name) ?? [])),
  ]
  const planned = began.planned.filter(({ id }) => !only || only.includes(id))
  const known = planned.flatMap(({ id }) => all.get(id) ?? [])
  const unknown = planned.filter(({ id }) => !all.has(id))
  const watches: Watches = { rules: new Map(), observations: new Map() }
  const materialOf = (check: Check) => ({ recording, facts, ended, remarks: remarksOn(check), watches })
  const done = new Map<Check, Judged>()
  for (const check of known.filter(isExperiment)) {
    if (yield* progress.isOver()) break
    done.set(check, judgeOne(check, materialOf(check)))
  }
  const watched = known.filter((check) => !isExperiment(check))
  for (const check of watched.filter((each) => hasToLook(each, remarksOn(each), ended))) {
    if (check.kind === 'rule') watches.rules.set(check, new Watch(check))
    else watches.observations.set(check, new Watch(check))
  }
  const showing = show(recording, [...watches.rules.values(), ...watches.observations.values()], facts)
  while (!(yield* progress.isOver()) && !showing.next().done);
  showing.return(undefined)
  // What was seen of it until then.
  const isSeenInPart = progress.cut !== undefined
  for (const check of watched) {
    const one = () => judgeOne(check, materialOf(check))
    if (!isSeenInPart && !(yield* progress.isOver())) done.set(check, one())
    else if (check.kind === 'rule' && check.standsAlone) {
      const seen = one()
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

/** Counts what was done, so that it ends again where it once had to. */
class Steps {
  cut: JudgingCutShort | undefined
  readonly #recorded: JudgingCutShort | undefined
  #steps = 0

  constructor(recorded: JudgingCutShort | undefined) {
    this.#recorded = recorded
  }

  /** Whether there is no time for another one. */
  *isOver(): Generator<void, boolean, Stop | undefined> {
    const stop = yield
    if (this.cut) return true
    if (this.#recorded?.steps === this.#steps) this.cut = this.#recorded
    else if (stop && !this.#recorded) this.cut = { kind: 'judging cut short', steps: this.#steps, ...stop }
    else this.#steps++
    return this.cut !== undefined
  }
}

function notJudged(check: Check, { how, why }: JudgingCutShort): Judged {
  const verdict = inconclusive(why, [], { kind: 'run ended', how })
  return { check, ...(isObservation(check) ? { choice: cannotBeTold(why) } : { verdict }), faults: [] }
}

const SUITE_FAULT: Cause = { kind: 'suite fault' }

const isSkipped = (remark: Remark): remark is Skipped => remark.kind === 'skipped'
const isCutShort = (remark: Remark): remark is CutShort => remark.kind === 'cut-short'

/** What was to see something happen, and was not tried, may still have seen what others did. */
function hasToLook(check: Check, remarks: readonly Remark[] = [], ended?: Ended): boolean {
  if (ended?.how === 'no target') return false
  return !remarks.some(isSkipped) || (!isObservation(check) && check.phases.length > 0)
}

function judgeOne(check: Check, material: Material): Judged {
  const { remarks, ended } = material
  if (ended?.how === 'no target')
    return {
      check,
      ...(!isObservation(check) && { verdict: inconclusive(ended.why ?? 'no target', [], { kind: 'no target' }) }),
      faults: [],
    }
  const cut = remarks.find(isCutShort)
  const faults = cut?.fault ? [`${check.id}: ${cut.why}`] : []
  try {
    if (isObservation(check)) return { check, choice: choiceOf(check, material), faults }
    const { files, ...verdict } = verdictOn(check, material, faults)
    return { check, verdict: tellingWhatIsLeftOut(verdict, remarks), ...(files && { files }), faults }
  } catch (error) {
    faults.push(`${check.id} could not be judged: ${error instanceof Error ? error.stack : String(error)}`)
    const why = 'internal error of gatecheck: its judge failed'
    return { check, ...(!isObservation(check) && { verdict: inconclusive(why, [], SUITE_FAULT) }), faults }
  }
}

function choiceOf(check: Observation, { watches, facts, remarks }: Material): Choice {
  const choice = watches.observations.get(check)?.conclude(facts)
  if (choice) return choiceInFewWords(choice)
  return choiceInFewWords(cannotBeTold(whyUnseen(remarks), [], remarks.some(isSkipped) ? 'not tested' : 'not observed'))
}

function whyUnseen(remarks: readonly Remark[]): string {
  return remarks.find(isSkipped)?.why ?? remarks.find(isCutShort)?.why ?? 'no traffic to observe'
}

function tellingWhatIsLeftOut(verdict: Verdict, remarks: readonly Remark[]): Verdict {
  const leftOut = remarks.find((remark) => remark.kind === 'driven' && remark.leftOut)
  if (verdict.verdict !== 'pass' || leftOut === undefined) return verdict
  const remark = 'only the basic cases were tested before the deadline (--deadline)'
  return { ...withRemark(verdict, remark), leftOut: 'for want of time' }
}

function verdictOn(check: Experiment | Rule, material: Material, faults: string[]): VerdictOnFiles {
  const { watches, remarks, facts } = material
  const skipped = remarks.find(isSkipped)
  const cut = remarks.find(isCutShort)
  if (isExperiment(check)) {
    if (skipped && material.recording.exchangesBy(check.id).length === 0) return skip(skipped.why, skipped.cause)
    const verdict = verdictOnExperiment(check, material, cut, faults)
    return skipped ? withTheRestUntried(verdict, skipped) : verdict
  }
  const verdict = watches.rules.get(check)?.conclude(facts)
  if (!verdict) return skip(skipped!.why, skipped!.cause)
  if (verdict.verdict === 'skip' && (skipped || cut))
    return skipped ? skip(skipped.why, skipped.cause) : inconclusive(cut!.why, [], cut!.cause)
  return verdict
}

/** An experiment could not try its last cases: those before them count. */
function withTheRestUntried(verdict: Verdict, { why, cause = { kind: 'not seen' } }: Skipped): Verdict {
  if (verdict.verdict === 'fail') return verdict
  if (verdict.verdict !== 'pass') return skip(why, cause)
  const rest = `the rest was not tested: ${why}`
  if (cause.kind === 'not seen') return withRemark(verdict, rest)
  return inconclusive(`cases that passed: ${verdict.tried}; ${rest}`, verdict.evidence, cause)
}

function verdictOnExperiment(
  check: Experiment,
  { recording, facts, ended, remarks }: Material,
  cut: CutShort | undefined,
  faults: string[],
): Verdict {
  const evidence: Evidence = {
    exchanges: recording.exchangesBy(check.id),
    gaps: remarks.filter((remark): remark is Gap => remark.kind === 'gap'),
    findings: remarks.filter((remark): remark is ToolFinding => remark.kind === 'finding'),
    facts,
  }
  const verdict = check.judge(evidence)
  const isFounded = evidence.exchanges.length > 0 || evidence.findings.some((finding) => finding.evidence.length > 0)
  if (verdict.verdict === 'pass' && !isFounded) {
    faults.push(`${check.id} passes although it sent nothing`)
    return inconclusive('internal error of gatecheck: it passed without sending anything', [], SUITE_FAULT)
  }
  if (verdict.verdict === 'fail') return verdict
  if (cut) return inconclusive(cut.fault ? 'internal error of gatecheck: its drive failed' : cut.why, [], cut.cause)
  if (ended || remarks.some(({ kind }) => kind === 'driven' || kind === 'skipped')) return verdict
  const why = 'the history ends before this check sent all its requests'
  return inconclusive(why, [], { kind: 'run ended', how: 'broken off' })
}
