import { dirname } from 'node:path'
import { typed } from '../curl/shell-words.ts'
import type { RunRecord } from '../reporter.ts'
import { html, type Markup } from './markup.ts'

/** A command with a button that copies it. Each word is truncated separately. */
export function command(words: string | readonly string[], label: string): Markup {
  return html`<div class="command"><pre tabindex="0" role="group" aria-label="${label}">${[words].flat().map((word, index) => html`${index > 0 && ' '}${word}`)}</pre>${copyButton(label)}</div>`
}

export const copyButton = (what: string) =>
  html`<button type="button" class="copy" hidden aria-label="Copy: ${what}">Copy</button>`

/** The command that shows one exchange in the terminal. */
export function showLine(n: number, { historyPath }: Pick<RunRecord, 'historyPath'>): string {
  const folder = historyPath === undefined ? '.gatecheck' : dirname(historyPath)
  return `npx gatecheck show ${n}${folder === '.gatecheck' ? '' : ` ${typed(folder)}`}`
}
