import { excerpt, printable } from '../../engine/history/reading/words.ts'

/**
 * Words and stops that no renderer takes for markup, nor afterwards for a mention, a link or a reference to an issue.
 * A colon ends a word, for within one it makes a link; an underscore stands between letters, for elsewhere it emphasizes.
 */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9 ,;.?%+(){}/'"=§…–-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|:(?= |$))*$/
const TAKEN_FOR_A_LINK = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b/i

/** Text that a server may have had a part in, as words where it is nothing else, and as code where it might be. */
export function prose(text: string): string {
  const line = excerpt(text, 600)
  return PLAIN.test(line) && !TAKEN_FOR_A_LINK.test(line) ? line : code(line)
}

/** Only in code does a renderer neither read markup nor look for names to mention. */
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
