import { knownInLines, waivedAndWorse } from '../outcome/known-failures.ts'
import type { RunRecord } from '../reporter.ts'
import { html, type Markup, NOTHING } from './markup.ts'

/** The list of known failures: burn-down and what to change in it. */
export function knownFailures(record: Pick<RunRecord, 'report' | 'earlier'>): Markup {
  const lines = [...knownInLines(record.report), ...waivedAndWorse(record)]
  if (lines.length === 0) return NOTHING
  return html`<details class="part not-judged"${lines.length > 1 && html` open`}><summary><h2>Known failures</h2></summary>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details>`
}
