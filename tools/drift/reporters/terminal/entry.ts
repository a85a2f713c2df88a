import { excerpt } from '../../../../engine/history/reading/words.ts'
import { cut, labelled } from '../../../../reporters/terminal/wrapping.ts'
import { acceptLine, evidenceOf, idsOf, showLine } from '../commands.ts'
import type { ChangedPlace, Entry } from '../entries.ts'
import { countsInWords, sentenceOf, sidesOf } from '../sentences.ts'
import { STANDINGS } from '../standing.ts'
import type { DriftScreen } from './screen.ts'

const MOST_PLACES = 4
const MOST_EXCHANGES = 6

/** The change, before and after, places, effects on clients, and the commands to inspect and accept it. */
export function entryLines(entry: Entry, screen: DriftScreen): string[] {
  const { width, all } = screen
  const [{ todo, reliedOn }] = entry.changes
  const field = (label: string, text: string) => labelled(`    ${label.padEnd(8)} `, text, width)
  const places = placesIn(entry, all ? Number.POSITIVE_INFINITY : MOST_PLACES)
  const evidence = evidenceOf(entry)
  const exchanges = `${evidence.slice(0, MOST_EXCHANGES).join(', ')}${evidence.length > MOST_EXCHANGES ? ' …' : ''}`
  return [
    ...headOf(entry, screen),
    ...field('change', sides(entry)),
    ...(entry.changes.length > 1 ? field('where', places) : []),
    ...field('client', `${reliedOn ? 'reads it. ' : ''}${excerpt(todo, 300)}`),
    ...(evidence.length > 0 ? field('see', `${showLine(evidence[0]!, screen)}; exchanges ${exchanges}`) : []),
    // Not wrapped, so that it can be copied.
    `    accept   ${acceptLine(idsOf(entry), screen)}`,
  ]
}

/** Only its sentence and id. */
export function entryInALine(entry: Entry, { width, paint }: DriftScreen): string {
  const { sign, style } = STANDINGS[entry.standing]
  const [id = '', ...others] = idsOf(entry)
  const ids = others.length === 0 ? id : `${id} and ${others.length} more`
  return `  ${paint(style, sign)} ${cut(`${excerpt(sentenceOf(entry), 300)} [${ids}]`, width - 4)}`
}

function headOf(entry: Entry, { width, paint }: DriftScreen): string[] {
  const { sign, style } = STANDINGS[entry.standing]
  const lines = labelled(`  ${sign} `, excerpt(sentenceOf(entry), 600), width)
  return lines.map((line, index) =>
    index === 0 ? `  ${paint(style, sign)} ${paint('strong', line.slice(4))}` : paint('strong', line),
  )
}

function sides({ changes }: Entry): string {
  const counts = countsInWords(changes)
  return `${sidesOf(changes[0]).join(' → ')}${counts && `: ${counts}`}`
}

function placesIn({ places }: Entry, most: number): string {
  const shown = places.slice(0, most).map(({ name }: ChangedPlace) => excerpt(name, 120))
  const more = places.length - shown.length
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more (--all)` : ''}`
}
