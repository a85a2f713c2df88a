import { excerpt, printable } from '../../engine/history/reading/words.ts'

/**
 * Words and punctuation that no renderer takes for markup, mentions, links or references to issues. A colon must end a
 * word, because within one it could make a link; an underscore must be between letters, because elsewhere it could
 * emphasize.
 */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9 ,;.?%+(){}/'"=§…–-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|:(?= |$))*$/
const TAKEN_FOR_A_LINK = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b/i

/** Text that may come from a server: plain if it is harmless, else as code. */
export function prose(text: string): string {
  const line = excerpt(text, 600)
  return PLAIN.test(line) && !TAKEN_FOR_A_LINK.test(line) ? line : code(line)
}

/** Only in code do renderers ignore markup and mentions. */
export function code(text: string, most = 600): string {
  const line = excerpt(text, most)
  if (line === '') return '(nothing)'
  const mark = '`'.repeat(longestRunIn(line) + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return mark + space + line + space + mark
}

export function fenced(text: string, language: 'text' | 'sh' = 'text'): string {
  const lines = text.split('\n').map((line) => printable(line))
  const fence = '`'.repeat(Math.max(3, longestRunIn(text) + 1))
  return [fence + language, ...lines, fence].join('\n')
}

function longestRunIn(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
}
