import { excerpt } from '../../engine/history/reading/words.ts'

/** GitHub drops further annotations of a type in a step. */
export const MOST_OF_A_TYPE = 10
const LONGEST = 900

export type Note = { type: 'error' | 'warning' | 'notice'; title: string; message: string }

/** The last annotation names the ones that were left out. */
export function atMost(notes: readonly Note[], most = MOST_OF_A_TYPE): string[] {
  if (notes.length <= most) return notes.map(command)
  const shown = notes.slice(0, most - 1)
  const rest = notes.slice(most - 1)
  const message = rest.map(({ title }) => title).join('; ')
  return [...shown, { type: rest[0]!.type, title: `and ${rest.length} more`, message }].map(command)
}

export function command({ type, title, message }: Note): string {
  const start = `::${type} title=${escaped(title, PROPERTY, 200)}::`
  return start + escaped(message, DATA, LONGEST - start.length)
}

const DATA: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A' }
const PROPERTY: Readonly<Record<string, string>> = { ...DATA, ':': '%3A', ',': '%2C' }

/** One line that cannot contain another command: the runner searches for ##[ anywhere in it. */
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
