import type { ClauseReport, Report } from '../../runner/report/report.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { OPEN_POINTS } from '../../spec/open-points.ts'
import { levelWord, rowLink } from './marks.ts'
import { html, type Markup } from './markup.ts'

/** What the parts of the interface's specification are about. */
const SUBJECTS: Record<string, string> = {
  '§1': 'how work is ordered and done',
  '§2': 'the records and their fields',
  '§3': 'the states of a job',
  '§4': 'the endpoints, what they take and what they answer',
  '§5': 'keys, and who may see what',
  '§7': 'refusals and errors',
  '§8': 'limits',
  '§9': 'the version in the path',
}

const idOf = (section: string) => `law-${section.slice(1).replace('.', '-')}`

/** The name of a section, which opens what it says. */
export function sectionButton(section: string): Markup {
  return html`<button type="button" class="tag law" popovertarget="${idOf(section)}" title="What ${section} says">${section}</button>`
}

/** Level and section of a clause. */
export function levelTag({ level, section }: Pick<ClauseReport, 'level' | 'section'>): Markup {
  return html`${levelWord(level)} ${sectionButton(section)}`
}

/** What each section that the page names says: in our own words, which are the rules of its clauses. */
export function sections({ report }: { report: Report }): Markup {
  const named = [...new Set([...report.clauses.map(({ section }) => section), ...sectionsOf(report.open)])].sort()
  return html`${named.map((section) => {
    const [chapter = ''] = section.split('.')
    const title = `${section}: ${SUBJECTS[chapter] ?? 'the interface'}`
    const open = OPEN_POINTS.filter((point) => point.section === section)
    return html`<div popover class="law" id="${idOf(section)}" role="dialog" aria-labelledby="${idOf(section)}-title">
<h2 id="${idOf(section)}-title">${title}</h2>
<p class="faint">What this section of the specification says, in our words.</p>
<ul>${CLAUSES.filter((clause) => clause.section === section).map(
      (clause) =>
        html`<li>${clause.rule} <span class="faint">${levelWord(clause.level)} ${rowLink(clause.id, report)}</span></li>`,
    )}</ul>
${open.length > 0 && html`<p class="faint">It leaves open:</p><ul>${open.map(({ question }) => html`<li>${question}</li>`)}</ul>`}
<button type="button" popovertarget="${idOf(section)}" popovertargetaction="hide">Close</button></div>`
  })}`
}

const sectionsOf = (open: Report['open']) =>
  OPEN_POINTS.filter(({ id }) => open.some((each) => each.id === id)).map(({ section }) => section)
