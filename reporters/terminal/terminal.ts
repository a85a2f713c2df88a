import { firstFew, printable } from '../../engine/history/reading/words.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { causesOf } from '../causes/causes.ts'
import { obstaclesOf } from '../causes/obstacles.ts'
import { comparisonOf, countsInWords } from '../comparing/earlier-run.ts'
import type { RunRecord } from '../reporter.ts'
import { choices, choicesInALine } from './choices.ts'
import { conclusion } from './conclusion.ts'
import { failures, failuresThatFit, obstacle } from './failures.ts'
import { knownFailures } from './known-failures.ts'
import { notJudged, notJudgedInLines } from './not-judged.ts'
import { overview } from './overview.ts'
import { paintWith } from './paint.ts'
import type { Screen } from './screen.ts'
import { table } from './table.ts'
import { faults, totals } from './totals.ts'
import { videos } from './videos.ts'
import { displayWidth, labelled, wrap } from './wrapping.ts'

export type TerminalOptions = {
  color: boolean
  width: number
  /** Where the reports are. */
  reports?: readonly string[]
  /** Folder of the run, if not the default. */
  folder?: string
  /** The server was started for this run. */
  embedded?: boolean
  quiet?: boolean
  verbose?: boolean
}

const NARROWEST = 60
/** Limit of lines for a failed run, unless --verbose is set. */
const SCREEN_LINES = 60
const MOST_NAMED = 4
const FEW_REASONS = 2

/** A finished run for people, from the overview to the verdict in the last line. Everything else is in the report. */
export function terminalReport(
  record: RunRecord,
  { color, width, reports = [], folder, embedded, quiet, verbose }: TerminalOptions,
): string {
  const screen: Screen = {
    ...record,
    width: Math.max(NARROWEST, width),
    paint: paintWith(color),
    ...(folder !== undefined && { folder }),
  }
  const spent = [...totals(screen), ...(reports.length === 0 ? [] : [`Report: ${printable(reports.join(', '))}`])]
  const head = [...heading(screen, embedded === true), ...comparison(screen)]
  const end = conclusion(screen)
  const causes = causesOf(screen)
  const obstacles = obstaclesOf(screen)
  const blocks = obstacles.map((each) => obstacle(each, screen))
  const blocked = [...causes, ...obstacles].flatMap((each) => each.blocked.map(({ id }) => id))
  const known = [knownFailures(screen, quiet === true)].filter((block) => block.length > 0)
  const isWhole = verbose === true && !quiet
  // Failures replace the reasons for missing verdicts.
  const before = (mostReasons = causes.length > 1 ? FEW_REASONS : undefined) => {
    const short = [head, inShort(screen, new Set(blocked), mostReasons), spent, faults(screen)]
    const whole = [head, table(screen), videos(screen), notJudged(screen), choices(screen), spent, faults(screen)]
    return (quiet ? [] : verbose ? whole : short).filter((block) => block.length > 0)
  }
  const lines = (blocks: readonly string[][]) => blocks.reduce((sum, block) => sum + block.length + 1, 0)
  const room = SCREEN_LINES - Math.ceil(displayWidth(end) / screen.width) - lines(known) - lines(blocks)
  const failed = isWhole ? failures(causes, screen) : failuresThatFit(causes, screen, room - lines(before()))
  const shown = isWhole || lines(failed) <= room - lines(before()) ? before() : before(0)
  return `${[...shown, ...failed, ...known, ...blocks, [end]].map((block) => block.join('\n')).join('\n\n')}\n`
}

/** What is new and what is fixed since an earlier run. */
function comparison(screen: Screen): string[] {
  const compared = comparisonOf(screen)
  if (!compared) return []
  const names = [
    ...(compared.news.length === 0 ? [] : [`new: ${firstFew(compared.news, MOST_NAMED)}`]),
    ...(compared.fixed.length === 0 ? [] : [`fixed: ${firstFew(compared.fixed, MOST_NAMED)}`]),
    ...(compared.untestedNow.length === 0 ? [] : [`not tested now: ${firstFew(compared.untestedNow, MOST_NAMED)}`]),
  ]
  return [
    ...wrap(`Compared with the run of ${compared.since}: ${countsInWords(compared)}`, screen.width),
    ...(names.length === 0 ? [] : labelled('  ', names.join('; '), screen.width)),
  ]
}

function inShort(screen: Screen, blocked: ReadonlySet<ClauseId>, mostReasons?: number): string[] {
  return [...overview(screen), ...notJudgedInLines(screen, blocked, mostReasons), ...choicesInALine(screen)]
}

function heading({ report, width }: Screen, embedded: boolean): string[] {
  const { suite, target, profile, observed } = report
  const how = observed ? 'observed traffic' : `profile ${profile}`
  const { baseUrl, proxy } = target
  const server = embedded
    ? `${baseUrl} (embedded reference service)`
    : `${baseUrl}${proxy === undefined ? '' : ` (proxy: ${proxy})`}`
  return wrap(printable(`${suite.name} ${suite.version}  ${server}  ${how}`), width)
}
