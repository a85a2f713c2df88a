import { EXIT } from '../../runner/exit-codes.ts'
import type { ClauseReport, Report } from '../../runner/report.ts'
import { excerpt } from '../../runner/words.ts'
import type { Style } from './paint.ts'
import { counted, type Screen } from './screen.ts'

const MOST_NAMED = 5

/** The verdict in plain words, in one line that scripts and people find at the end. */
export function conclusion({ report, paint }: Screen): string {
  const { word, style, words } = conclude(report)
  return `${paint(style, word)}  ${words}`
}

function conclude(report: Report): { word: string; style: Style; words: string } {
  const reason = excerpt(report.reason ?? '', 300)
  switch (report.exit) {
    case EXIT.interrupted:
      return {
        word: 'INTERRUPTED',
        style: 'doubtful',
        words: `${reason || 'the run was interrupted'}; until then: ${brokenOrNot(report)}`,
      }
    case EXIT.suiteFault: {
      const places = counted(report.faults.length, 'place')
      return {
        word: 'FAULT',
        style: 'bad',
        words: `the suite itself failed in ${places}, which is no verdict on the server; until then: ${brokenOrNot(report)}`,
      }
    }
    case EXIT.fail:
      return { word: 'FAIL', style: 'bad', words: brokenOrNot(report) + (reason && `; and ${reason}`) }
    case EXIT.pass:
      return { word: 'PASS', style: 'good', words: brokenOrNot(report) }
    default:
      return { word: 'NO VERDICT', style: 'doubtful', words: reason || 'nothing could be judged' }
  }
}

function brokenOrNot({ clauses, strict }: Report): string {
  const broken = clauses.filter((clause) => clause.verdict === 'fail')
  const must = broken.filter((clause) => clause.level === 'must')
  const should = broken.filter((clause) => clause.level === 'should')
  const warned = should.length === 0 || strict ? '' : `; ${areBroken(should)} (a warning)`
  const grave = [must, ...(strict ? [should] : [])].filter((each) => each.length > 0)
  if (grave.length > 0) return grave.map(areBroken).join('; ') + warned
  return `nothing broken: ${holding(clauses)}${warned}`
}

function areBroken(clauses: readonly ClauseReport[]): string {
  const named = clauses.slice(0, MOST_NAMED).map((clause) => clause.id)
  const more = clauses.length - named.length
  const are = clauses.length === 1 ? 'clause is' : 'clauses are'
  return `${clauses.length} ${clauses[0]!.level} ${are} broken: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function holding(clauses: readonly ClauseReport[]): string {
  const passed = clauses.filter((clause) => clause.verdict === 'pass')
  const must = passed.filter((clause) => clause.level === 'must').length
  const open = clauses.filter((clause) => clause.verdict === 'skip' || clause.verdict === 'inconclusive').length
  return `${must} must and ${passed.length - must} should clauses hold, ${open} not judged`
}
