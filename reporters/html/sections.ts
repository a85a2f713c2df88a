import { CLAUSES } from '../../spec/clauses.ts'
import { OPEN_POINTS } from '../../spec/open-points.ts'
import type { ClauseReport, Report } from '../outcome/report.ts'
import { levelWord, rowLink } from './marks.ts'
import { html, type Markup } from './markup.ts'

/** Subject of each section of the specification. */
const SUBJECTS: Record<string, string> = {
  '§1.2': 'asynchronous jobs',
  '§1.3': 'polling advances a job',
  '§1.4': 'one job and one video per submission',
  '§1.6': 'usage per key, jobs per account',
  '§2': 'resources and their fields',
  '§3': 'job states',
  '§3.1': 'final states',
  '§4': 'endpoints',
  '§5': 'authentication',
  '§5.1': 'the Authorization header',
  '§5.2': 'missing, malformed, unknown and revoked keys',
  '§5.3': 'accounts and their keys',
  '§5.4': 'no use in browsers',
  '§5.5': 'keys are never shown again',
  '§7': 'errors',
  '§8': 'limits',
  '§9': 'versioning',
}

const idOf = (section: string) => `law-${section.slice(1).replace('.', '-')}`

/** A button with the name of a section that shows its rules. */
export function sectionButton(section: string): Markup {
  return html`<button type="button" class="tag law" popovertarget="${idOf(section)}" title="Show the rules of ${section}">${section}</button>`
}

/** Level and section of a clause. */
export function levelTag({ level, section }: Pick<ClauseReport, 'level' | 'section'>): Markup {
  return html`${levelWord(level)} ${sectionButton(section)}`
}

/** The rules of each section mentioned on the page. */
export function sections({ report }: { report: Report }): Markup {
  const named = [...new Set([...report.clauses.map(({ section }) => section), ...sectionsOf(report.open)])].sort()
  return html`${named.map((section) => {
    const title = `${section}: ${SUBJECTS[section] ?? 'interface'}`
    const open = OPEN_POINTS.filter((point) => point.section === section)
    const clauses = CLAUSES.filter((clause) => clause.section === section)
    return html`<div popover class="law" id="${idOf(section)}" role="dialog" aria-labelledby="${idOf(section)}-title">
<h2 id="${idOf(section)}-title">${title}</h2>
${
  clauses.length > 0 &&
  html`<p class="faint">Clauses that gatecheck derives from this section:</p><ul>${clauses.map(
    (clause) =>
      html`<li>${clause.rule} <span class="faint">${levelWord(clause.level)} ${rowLink(clause.id, report)}</span></li>`,
  )}</ul>`
}
${open.length > 0 && html`<p class="faint">Open points:</p><ul>${open.map(({ question }) => html`<li>${question}</li>`)}</ul>`}
<button type="button" popovertarget="${idOf(section)}" popovertargetaction="hide">Close</button></div>`
  })}`
}

const sectionsOf = (open: Report['open']) =>
  OPEN_POINTS.filter(({ id }) => open.some((each) => each.id === id)).map(({ section }) => section)
