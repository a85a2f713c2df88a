import { printable } from '../../engine/history/reading/words.ts'

/** Markup that is safe to put into a page. Only `html` makes it, and that escapes whatever it is given. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | false | null | undefined | readonly Value[]

/** Markup as it is written here; whatever is put into it is text, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((all, part, index) => all + written(values[index - 1]) + part))
}

function written(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(written).join('')
  return escaped(String(value))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Longest text shown; the history has it in full. */
const LONGEST = 5000

/** Control characters, changes of direction and halves of pairs are shown as what they are. */
function escaped(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return shown
    .split('\n')
    .map((line) => printable(line).replace(/[&<>"'`]/g, (character) => ENTITIES[character]!))
    .join('\n')
}

export const NOTHING = new Markup('')
