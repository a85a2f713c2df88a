import { EXIT } from '../../engine/config/exit-codes.ts'
import { excerpt, firstFew } from '../../engine/history/reading/words.ts'
import type { Level } from '../../spec/clause.ts'
import { counted } from '../words/counted.ts'
import { linesInWords } from './known-failures.ts'
import type { ClauseReport, KnownFailuresReport, Report } from './report.ts'
import { type Gravity, gravityOf } from './waivers.ts'

const MOST_NAMED = 5

export type Tone = 'good' | 'bad' | 'doubtful'

/** Adds a note if TLS certificates were not verified. */
export const withoutCertainty = ({ insecure }: { insecure?: boolean }, words: string): string =>
  insecure ? `${words}; --insecure: TLS certificates were not verified, so this run cannot be certified` : words

/** The verdict on the server, or why there is none, in a word and a sentence; `isNaming`: with the failed clauses. */
export function conclude(report: Report, isNaming = true): { word: string; tone: Tone; words: string } {
  const conclusion = concluded(report, isNaming)
  return { ...conclusion, words: withoutCertainty(report.target, conclusion.words) }
}

function concluded(report: Report, isNaming: boolean): ReturnType<typeof conclude> {
  const reason = excerpt(report.reason ?? '', 500)
  switch (report.exit) {
    case EXIT.interrupted:
      return {
        word: 'INTERRUPTED',
        tone: 'doubtful',
        words: `${reason || 'the run was interrupted'}; results so far: ${brokenOrNot(report, isNaming)}`,
      }
    case EXIT.suiteFault: {
      const places = counted(report.faults.length, 'place')
      return {
        word: 'FAULT',
        tone: 'bad',
        words: `internal errors of the suite in ${places}, so no verdict on the server; results so far: ${brokenOrNot(report, isNaming)}`,
      }
    }
    case EXIT.fail:
      return { word: 'FAIL', tone: 'bad', words: brokenOrNot(report, isNaming) + (reason && `; ${reason}`) }
    case EXIT.pass:
      return { word: 'PASS', tone: 'good', words: brokenOrNot(report, isNaming) }
    default:
      return { word: 'NO VERDICT', tone: 'doubtful', words: reason || 'nothing could be judged' }
  }
}

function brokenOrNot(report: Report, isNaming: boolean): string {
  const haveFailed = (clauses: readonly ClauseReport[], how = '') =>
    `${counted(clauses.length, `${clauses[0]!.level} clause`)} failed${how}${isNaming ? `: ${named(clauses.map(({ id }) => id))}` : ''}`
  const failed = report.clauses.filter((clause) => clause.verdict === 'fail')
  const of = (gravity: Gravity, level?: Level) =>
    failed.filter((clause) => gravityOf(clause, report) === gravity && (level ?? clause.level) === clause.level)
  const grave = [of('broken', 'must'), of('broken', 'should')]
    .filter((each) => each.length > 0)
    .map((clauses) => haveFailed(clauses))
  const stale = report.waivers.filter(({ state }) => state === 'stale').map(({ clause }) => clause)
  const warned = of('warning')
  const [known = [], waived = []] = [true, undefined].map((is) => of('waived').filter((each) => each.known === is))
  const { knownFailures } = report
  return [
    ...(stale.length > 0 ? [staleInWords(stale)] : []),
    ...(knownFailures && knownFailures.stale.length > 0 ? [staleEntriesInWords(knownFailures)] : []),
    ...(grave.length > 0 ? grave : [passed(report.clauses)]),
    ...(waived.length > 0 ? [`${counted(waived.length, 'failure')} waived: ${named(waived.map(({ id }) => id))}`] : []),
    ...(known.length > 0
      ? [`${counted(known.length, 'clause')} failed as expected: ${named(known.map(({ id }) => id))}`]
      : []),
    ...(warned.length > 0 ? [haveFailed(warned, warned.length === 1 ? ' (warning)' : ' (warnings)')] : []),
    ...leftOut(report),
  ].join('; ')
}

function leftOut({ checks }: Report): string[] {
  const ids = checks.filter((check) => check.leftOut).map(({ id }) => id)
  return ids.length === 0
    ? []
    : [`out of time: ${counted(ids.length, 'check')} tested the basic cases only: ${named(ids)}`]
}

const staleInWords = (ids: readonly string[]) =>
  ids.length === 1
    ? `stale waiver: ${named(ids)} passes now; remove the waiver`
    : `${ids.length} stale waivers: ${named(ids)} pass now; remove these waivers`

const staleEntriesInWords = ({ file, stale }: KnownFailuresReport) =>
  `${counted(stale.length, 'stale entry', 'stale entries')}: delete ${linesInWords(stale)} of ${file}`

const named = (ids: readonly string[]) => firstFew(ids, MOST_NAMED)

function passed(clauses: readonly ClauseReport[]): string {
  const of = (verdict: ClauseReport['verdict']) => clauses.filter((clause) => clause.verdict === verdict)
  const held = of('pass')
  const must = held.filter((clause) => clause.level === 'must').length
  const [inconclusive, untested] = [of('inconclusive').length, of('skip').length]
  const rest = [
    ...(inconclusive > 0 ? [`; ${inconclusive} inconclusive`] : []),
    ...(untested > 0 ? [`; ${untested} not tested`] : []),
  ]
  return `${must} must and ${held.length - must} should clauses passed${rest.join('')}`
}
