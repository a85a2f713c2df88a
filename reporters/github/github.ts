import { excerpt } from '../../engine/history/reading/words.ts'
import { accountOf } from '../broken/account.ts'
import { againLine } from '../broken/again.ts'
import { conclude } from '../outcome/conclusion.ts'
import type { ClauseReport, Report } from '../outcome/report.ts'
import { type Gravity, gravityOf } from '../outcome/waivers.ts'
import type { RunRecord } from '../reporter.ts'
import { atMost, command, type Note } from './annotation.ts'

/** Lines that GitHub Actions makes annotations of: what is broken, what is to be looked after, and the verdict. */
export function workflowCommands(record: RunRecord): string[] {
  const { report } = record
  const failed = (gravity: Gravity) =>
    report.clauses
      .filter((clause) => clause.verdict === 'fail' && gravityOf(clause, report) === gravity)
      .map((clause) => accused(clause, gravity === 'broken' ? 'error' : 'warning', record))
  const { word, words } = conclude(report)
  return [
    ...atMost([...report.faults.map(faultOfTheSuite), ...failed('broken')]),
    ...atMost([...staleWaivers(report), ...failed('warning')]),
    command({ type: 'notice', title: `gatecheck: ${word}`, message: `${report.target.baseUrl}: ${words}` }),
  ]
}

function accused(clause: ClauseReport, type: Note['type'], record: RunRecord): Note {
  const { expected, received } = accountOf(clause, record)
  const { id, level, section, rule } = clause
  return {
    type,
    title: `${id} (${level}, ${section})`,
    message: `${rule} Reproduce: ${againLine(record, [id])}. Expected ${excerpt(expected, 250)}, received ${excerpt(received, 250)}`,
  }
}

function faultOfTheSuite(fault: string): Note {
  return { type: 'error', title: 'internal error of gatecheck, not a failure of the server', message: fault }
}

function staleWaivers({ waivers }: Report): Note[] {
  return waivers
    .filter(({ state }) => state === 'stale')
    .map(({ clause, reason }) => ({
      type: 'warning',
      title: `stale waiver: ${clause}`,
      message: `${clause} passes, so this waiver is stale; remove it. Its reason: ${reason}`,
    }))
}
