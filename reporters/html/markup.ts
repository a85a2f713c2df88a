import { printable } from '../../engine/history/reading/words.ts'

/** Safe markup. Only `html` creates it, which escapes its values. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | false | null | undefined | readonly Value[]

/** Escapes all values that are not markup. */
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

/** Shows control characters, direction changes and lone surrogates as escapes. */
function escaped(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return shown
    .split('\n')
    .map((line) => printable(line).replace(/[&<>"'`]/g, (character) => ENTITIES[character]!))
    .join('\n')
}

export const NOTHING = new Markup('')
