import { excerpt } from '../runner/history/words.ts'
import type { ClauseReport, Report } from '../runner/report/report.ts'
import { type Gravity, gravityOf } from '../runner/report/waivers.ts'
import { againLine } from './again.ts'
import { accountOf } from './broken.ts'
import { conclude } from './conclusion.ts'
import type { RunRecord } from './reporter.ts'

/** GitHub shows no more of a type in a step, and says nothing of the others. */
const MOST_OF_A_TYPE = 10
const LONGEST = 900

type Note = { type: 'error' | 'warning' | 'notice'; title: string; message: string }

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
    message: `${rule} Try it again: ${againLine(record, [id])}. Expected ${excerpt(expected, 250)}, received ${excerpt(received, 250)}`,
  }
}

function faultOfTheSuite(fault: string): Note {
  return { type: 'error', title: 'a fault of gatecheck itself, not of the server', message: fault }
}

function staleWaivers({ waivers }: Report): Note[] {
  return waivers
    .filter(({ state }) => state === 'stale')
    .map(({ clause, reason }) => ({
      type: 'warning',
      title: `stale waiver: ${clause}`,
      message: `${clause} holds, so nothing is waived any more; take the waiver away. Its reason was: ${reason}`,
    }))
}

function atMost(notes: readonly Note[]): string[] {
  if (notes.length <= MOST_OF_A_TYPE) return notes.map(command)
  const shown = notes.slice(0, MOST_OF_A_TYPE - 1)
  const rest = notes.slice(MOST_OF_A_TYPE - 1)
  const message = rest.map(({ title }) => title).join('; ')
  return [...shown, { type: rest[0]!.type, title: `and ${rest.length} more`, message }].map(command)
}

function command({ type, title, message }: Note): string {
  const start = `::${type} title=${escaped(title, PROPERTY, 200)}::`
  return start + escaped(message, DATA, LONGEST - start.length)
}

const DATA: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A' }
const PROPERTY: Readonly<Record<string, string>> = { ...DATA, ':': '%3A', ',': '%2C' }

/** One line, in which no second command can begin: the runner looks for ##[ anywhere in it. */
function escaped(text: string, escapes: Readonly<Record<string, string>>, most: number): string {
  const line = excerpt(text, most)
    .replace(/##(?=\[)/g, '# #')
    .replace(/:(?=:)/g, ': ')
  let out = ''
  for (const character of line) {
    const next = escapes[character] ?? character
    if (out.length + next.length >= most) return `${out}…`
    out += next
  }
  return out
}
