import { excerpt } from '../../../engine/history/reading/words.ts'
import { fitted } from '../../../reporters/markdown/fitting.ts'
import { code, fenced, prose } from '../../../reporters/markdown/verbatim.ts'
import { counted } from '../../../reporters/words/counted.ts'
import type { Where } from '../habits/habit.ts'
import type { DriftReport } from '../report.ts'
import { acceptLine, evidenceOf, idsOf, type Places, showLine } from './commands.ts'
import { concludeDrift } from './conclusion.ts'
import { type Entry, standingIn } from './entries.ts'
import { countsInWords, sentenceOf, sidesOf } from './sentences.ts'
import { proofInWords, spentInWords } from './spent.ts'
import { STANDINGS, type StandingName } from './standing.ts'
import { comparedInWords, remediesOf, sightingsInWords } from './unseen.ts'

const MOST_ROWS = 15
const MOST_LISTED = 30

/** For a pull request or the summary of a CI step: verdict, a row for each cause, and the rest folded. */
export function driftMarkdown(report: DriftReport, places: Places = {}): string {
  const { word, words } = concludeDrift(report)
  const entries = (['breaking', 'elsewhere', 'compatible'] as const).flatMap((each) => standingIn(report, each))
  return fitted({
    first: [`## gatecheck drift: ${word}\n\n**${word}** for ${code(report.target.baseUrl)}: ${prose(words)}`],
    middle: [
      ...(entries.length > 0 ? [table(entries), howTo(entries, places)] : []),
      ...accepted(report),
      ...stale(report),
      ...folded('Too few samples to rule out chance', report.seldom, (each) =>
        [sentence(each.what, each.where), prose(sightingsInWords(each))].join(' '),
      ),
      ...notLookedAt(report),
      ...folded(
        'Not compared',
        report.notCompared,
        ({ what, why }) => `${code(what, 120)}: ${prose(excerpt(why, 200))}`,
      ),
    ],
    last: [[spentInWords(report), proofInWords(report), ...compared(report)].map(prose).join('; ')],
  })
}

const compared = (report: DriftReport): string[] => [comparedInWords(report)].filter((each) => each !== undefined)

function table(entries: readonly Entry[]): string {
  const rows = entries.slice(0, MOST_ROWS).map(({ standing, ...entry }) => {
    const [before, after] = sidesOf(entry.changes[0])
    const [first = '', ...others] = evidenceOf(entry).map(String)
    const exchanges = first === '' ? '' : `${first}${others.length > 0 ? `, ${others.slice(0, 2).join(', ')}` : ''}`
    const cells = [
      mark(standing),
      inCell(sentence(sentenceOf({ standing, ...entry }), entry.changes[0].where)),
      inCell(prose(excerpt(before, 80))),
      inCell(prose(excerpt(after, 80))),
    ]
    return `| ${[...cells, String(entry.places.length), exchanges].join(' | ')} |`
  })
  const more = entries.length - rows.length
  const head = '| | what | before | now | places | exchanges |\n| --- | --- | --- | --- | --: | --- |'
  return `${head}\n${rows.join('\n')}${more > 0 ? `\n\nAnd ${counted(more, 'more change')}; the other reports have them.` : ''}`
}

const mark = (standing: StandingName) => `${STANDINGS[standing].sign} ${STANDINGS[standing].word}`

/** A bar ends a cell, even in code, and preceding text may cancel a backslash. */
const inCell = (markdown: string) => markdown.replaceAll('|', '¦')

/** Many begin with their pointer, which is shown as code. */
function sentence(text: string, { pointer = '' }: Where): string {
  const isFirst = pointer !== '' && text.startsWith(`${pointer} `)
  if (!isFirst) return prose(excerpt(text, 300))
  return `${code(pointer, 200)} ${prose(excerpt(text.slice(pointer.length + 1), 300))}`
}

/** Effects on clients, places, and the commands to inspect and accept it. */
function howTo(entries: readonly Entry[], places: Places): string {
  const shown = entries.slice(0, MOST_ROWS).map((entry) => {
    const [{ todo }] = entry.changes
    const [first] = evidenceOf(entry)
    const where = entry.places.slice(0, MOST_LISTED).map(({ name }) => code(name, 120))
    const counts = countsInWords(entry.changes)
    const lines = [...(first === undefined ? [] : [showLine(first, places)]), acceptLine(idsOf(entry), places)]
    return [
      `- ${sentence(sentenceOf(entry), entry.changes[0].where)} ${prose(excerpt(todo, 300))}${counts && ` (${prose(counts)})`}`,
      ...(entry.changes.length > 1 ? [`  at ${where.join(', ')}`] : []),
      fenced(lines.join('\n'), 'sh')
        .split('\n')
        .map((line) => `  ${line}`)
        .join('\n'),
    ].join('\n\n')
  })
  return details('What clients may have to do, and how to accept a change', shown.join('\n\n'))
}

function accepted(report: DriftReport): string[] {
  return folded('Accepted', standingIn(report, 'accepted'), (entry) => {
    const { accepted: why = '' } = entry.changes[0]
    return `${sentence(sentenceOf(entry), entry.changes[0].where)} Reason: ${prose(excerpt(why, 200))}`
  })
}

function stale({ stale: all }: DriftReport): string[] {
  return folded(
    'Stale acceptances: remove them with npx gatecheck drift record --update',
    all,
    ({ id, what, where }) => `${code(id, 40)}: ${sentence(what, where)}`,
  )
}

function notLookedAt(report: DriftReport): string[] {
  return folded('Not checked', remediesOf(report), ({ remedy, places }) => {
    const shown = places.slice(0, MOST_LISTED).map(({ what }) => code(what, 120))
    const more = places.length - shown.length
    return `${prose(remedy)}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
}

function folded<Item>(title: string, items: readonly Item[], line: (item: Item) => string): string[] {
  if (items.length === 0) return []
  const more = items.length - MOST_LISTED
  const lines = [...items.slice(0, MOST_LISTED).map(line), ...(more > 0 ? [`… and ${more} more`] : [])]
  return [details(`${title} (${items.length})`, lines.map((each) => `- ${each}`).join('\n'))]
}

/** The only HTML here; it contains no foreign text. */
const details = (title: string, inside: string) => `<details><summary>${title}</summary>\n\n${inside}\n\n</details>`
