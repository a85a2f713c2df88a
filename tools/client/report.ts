import { EXIT } from '../../engine/config/exit-codes.ts'
import { excerpt, printable } from '../../engine/history/reading/words.ts'
import type { WhyNotJudged } from '../../engine/judge/clients/verdict.ts'
import type { ClientReport, Obstacle, ScenarioReport } from '../../reporters/outcome/clients/report.ts'
import { clientReportOf, type Part, reportOfScenario } from '../../reporters/outcome/clients/reporting.ts'
import type { ClientClauseId } from '../../spec/clients/clauses.ts'
import type { ClientScenario } from './scenarios/scenario.ts'
import { observedIn } from './trial/observed.ts'
import type { Trial } from './trial/trial.ts'
import type { Trials, Tried } from './trial/trials.ts'

export type AboutTrials = Trials & {
  command: readonly string[]
  seed: number
  startedAt: string
  seconds: number
  strict: boolean
  /** The selected clauses; default: all. */
  only?: readonly ClientClauseId[]
}

export const MOST_MOMENTS = 400
const LAST_LINES = 12
const LONGEST_LINE = 300

/** The report on a client, with a part for each scenario, tested or not. */
export function certificationReport({ tried, obstacle, isInterrupted, only, ...about }: AboutTrials): ClientReport {
  const { command, seed, startedAt, seconds, strict } = about
  const parts = tried.flatMap((each): Part[] => (each.trial ? [partOf(each.trial, only)] : []))
  const faults = tried.flatMap(({ scenario, fault }) => (fault === undefined ? [] : [`${scenario.name}: ${fault}`]))
  const report = clientReportOf({ parts, startedAt, seconds, strict, faults })
  const scenarios = tried.map((each) => scenarioReport(each, only))
  return {
    ...report,
    ...concluded(report, { tried, obstacle, isInterrupted }),
    command: command.map((part) => excerpt(part, LONGEST_LINE)),
    seed,
    ...(obstacle && { obstacle }),
    scenarios,
  }
}

function partOf({ scenario, ended, output, judgement }: Trial, only: readonly ClientClauseId[] | undefined) {
  const clauses = only === undefined ? judgement.clauses : judgement.clauses.filter(({ id }) => only.includes(id))
  return { scenario: toldOf(scenario, ended, output), judgement: { ...judgement, clauses } }
}

function toldOf({ name, about }: ClientScenario, { end, seconds, leftBehind }: Trial['ended'], output: string) {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return {
    ...{ name, about, exit: 'exit' in end ? end.exit : null },
    ...('signal' in end && { signal: end.signal }),
    ...('timedOut' in end && { timedOut: true as const }),
    seconds: Math.round(seconds * 1000) / 1000,
    // Escaped for terminals.
    output: lines.slice(-LAST_LINES).map((line) => excerpt(printable(line), LONGEST_LINE)),
    ...(leftBehind.length > 0 && { leftBehind: leftBehind.length, left: leftBehind }),
  }
}

/** The result of one scenario; also used while others are running. */
export function scenarioReport(
  { scenario, trial, alone, fault }: Tried,
  only?: readonly ClientClauseId[],
): ScenarioReport {
  const { name, about } = scenario
  if (!trial) {
    const reason = fault !== undefined && { reason: `gatecheck itself failed: ${firstLine(fault)}` }
    return {
      ...{ name, about, exit: null, seconds: 0, verdict: 'not judged', untried: true, ...reason },
      ...{ seen: [], broken: [] },
    }
  }
  const part = partOf(trial, only)
  const told = reportOfScenario(part.scenario, part.judgement)
  const { moments, leftOut } = trial
  const more = Math.max(0, moments.length - MOST_MOMENTS) + leftOut
  const observed = observedIn(trial)
  return {
    ...told,
    ...incomplete(told, trial),
    moments: moments.slice(0, MOST_MOMENTS),
    ...(more > 0 && { momentsLeftOut: more }),
    ...(observed.length > 0 && { observed }),
    ...(alone && { alone }),
  }
}

const firstLine = (text: string) => excerpt(text.split('\n')[0]!, LONGEST_LINE)

/**
 * Why a scenario without a failure did not pass: it ended wrongly without a reason, or a failure may be due to a busy
 * machine.
 */
function incomplete(told: ScenarioReport, { scenario: { rightEnd }, isReached, ended, judgement }: Trial) {
  if (told.verdict !== 'pass') return {}
  const excused = reasonOf(judgement, ['recorder late', 'not again alone'])
  if (excused !== undefined) return { verdict: 'not judged' as const, reason: excused }
  if (!isReached || rightEnd === undefined) return {}
  const isWell = 'exit' in ended.end && ended.end.exit === 0
  if (isWell === (rightEnd === 'video') && 'exit' in ended.end) return {}
  const how =
    'exit' in ended.end
      ? `with exit code ${ended.end.exit}`
      : 'signal' in ended.end
        ? `with signal ${ended.end.signal}`
        : 'by timeout'
  const wanted = rightEnd === 'video' ? 'exit code 0 and a video' : 'an exit code other than 0'
  const refused = reasonOf(judgement, ['open to servers'])
  if (refused !== undefined) return { verdict: 'not judged' as const, reason: refused }
  return {
    verdict: 'not judged' as const,
    reason: `it ended ${how}; expected: ${wanted}`,
  }
}

/** Of the first clause without a verdict for one of these causes. */
function reasonOf({ clauses }: Trial['judgement'], causes: readonly WhyNotJudged['kind'][]): string | undefined {
  const verdicts = clauses.map(({ verdict }) => verdict)
  const found = verdicts.find((each) => each.verdict === 'not judged' && causes.includes(each.cause.kind))
  return found?.verdict === 'not judged' ? found.reason : undefined
}

type Concluded = Pick<ClientReport, 'verdict' | 'exit'> & { reason?: string }

function concluded(
  { verdict, exit, reason }: ClientReport,
  {
    tried,
    obstacle,
    isInterrupted,
  }: { tried: readonly Tried[]; obstacle: Obstacle | undefined; isInterrupted: boolean },
): Concluded {
  if (isInterrupted)
    return { verdict: verdict === 'fail' ? 'fail' : 'inconclusive', exit: EXIT.interrupted, reason: 'interrupted' }
  if (verdict === 'fail' || exit === EXIT.suiteFault) return { verdict, exit, ...(reason !== undefined && { reason }) }
  const none = (why: string): Concluded => ({ verdict: 'inconclusive', exit: EXIT.noVerdict, reason: why })
  if (obstacle) return none(obstacle.what)
  if (!tried.some(({ trial }) => trial && hasVideo(trial))) return none('it got a video in no scenario')
  return { verdict, exit, ...(reason !== undefined && { reason }) }
}

/** It got a url and ended successfully. */
const hasVideo = ({ moments, ended }: Trial): boolean =>
  'exit' in ended.end && ended.end.exit === 0 && moments.some(({ state }) => state === 'succeeded')
