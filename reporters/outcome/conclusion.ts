import { excerpt, firstFew } from '../../runner/history/reading/words.ts'
import { EXIT } from '../../runner/report/exit-codes.ts'
import type { ClauseReport, Report } from '../../runner/report/report.ts'
import { type Gravity, gravityOf } from '../../runner/report/waivers.ts'
import type { Level } from '../../spec/clause.ts'
import { counted } from '../words/counted.ts'

const MOST_NAMED = 5

export type Tone = 'good' | 'bad' | 'doubtful'

/** Beside any verdict where it is so. */
export const withoutCertainty = ({ insecure }: { insecure?: boolean }, words: string): string =>
  insecure
    ? `${words}; with --insecure, any certificate was taken: nobody knows who answered, and nothing is certified by it`
    : words

/** The verdict on the server, or why there is none, in a word and a sentence. */
export function conclude(report: Report): { word: string; tone: Tone; words: string } {
  const conclusion = concluded(report)
  return { ...conclusion, words: withoutCertainty(report.target, conclusion.words) }
}

function concluded(report: Report): ReturnType<typeof conclude> {
  const reason = excerpt(report.reason ?? '', 500)
  switch (report.exit) {
    case EXIT.interrupted:
      return {
        word: 'INTERRUPTED',
        tone: 'doubtful',
        words: `${reason || 'the run was interrupted'}; until then: ${brokenOrNot(report)}`,
      }
    case EXIT.suiteFault: {
      const places = counted(report.faults.length, 'place')
      return {
        word: 'FAULT',
        tone: 'bad',
        words: `the suite itself failed in ${places}, which is no verdict on the server; until then: ${brokenOrNot(report)}`,
      }
    }
    case EXIT.fail:
      return { word: 'FAIL', tone: 'bad', words: brokenOrNot(report) + (reason && `; and ${reason}`) }
    case EXIT.pass:
      return { word: 'PASS', tone: 'good', words: brokenOrNot(report) }
    default:
      return { word: 'NO VERDICT', tone: 'doubtful', words: reason || 'nothing could be judged' }
  }
}

function brokenOrNot(report: Report): string {
  const failed = report.clauses.filter((clause) => clause.verdict === 'fail')
  const of = (gravity: Gravity, level?: Level) =>
    failed.filter((clause) => gravityOf(clause, report) === gravity && (level ?? clause.level) === clause.level)
  const grave = [of('broken', 'must'), of('broken', 'should')]
    .filter((each) => each.length > 0)
    .map((clauses) => areBroken(clauses))
  const stale = report.waivers.filter(({ state }) => state === 'stale').map(({ clause }) => clause)
  const warned = of('warning')
  const waived = of('waived')
  return [
    ...(stale.length > 0
      ? [`${counted(stale.length, 'waiver is', 'waivers are')} stale, take away: ${named(stale)}`]
      : []),
    ...(grave.length > 0 ? grave : [`nothing${waived.length > 0 ? ' else' : ''} broken: ${holding(report.clauses)}`]),
    ...(waived.length > 0 ? [`${counted(waived.length, 'failure')} waived: ${named(waived.map(({ id }) => id))}`] : []),
    ...(warned.length > 0 ? [areBroken(warned, warned.length === 1 ? ', a warning' : ', warnings')] : []),
    ...leftOut(report),
  ].join('; ')
}

function leftOut({ checks }: Report): string[] {
  const ids = checks.filter((check) => check.leftOut).map(({ id }) => id)
  const have = ids.length === 1 ? 'check has' : 'checks have'
  return ids.length === 0 ? [] : [`for want of time, ${ids.length} ${have} tried the plain cases alone: ${named(ids)}`]
}

const named = (ids: readonly string[]) => firstFew(ids, MOST_NAMED)

function areBroken(clauses: readonly ClauseReport[], how = ''): string {
  const are = clauses.length === 1 ? 'clause is' : 'clauses are'
  return `${clauses.length} ${clauses[0]!.level} ${are} broken${how}: ${named(clauses.map(({ id }) => id))}`
}

function holding(clauses: readonly ClauseReport[]): string {
  const passed = clauses.filter((clause) => clause.verdict === 'pass')
  const must = passed.filter((clause) => clause.level === 'must').length
  const open = clauses.filter((clause) => clause.verdict === 'skip' || clause.verdict === 'inconclusive').length
  return `${must} must and ${passed.length - must} should clauses hold, ${open} not judged`
}
