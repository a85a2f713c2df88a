import { excerpt } from '../../../engine/history/reading/words.ts'
import { atMost, command, MOST_OF_A_TYPE, type Note } from '../../../reporters/github/annotation.ts'
import type { DriftReport } from '../report.ts'
import { acceptLine, idsOf, type Places } from './commands.ts'
import { concludeDrift } from './conclusion.ts'
import { type Entry, standingIn } from './entries.ts'
import { briefOf, countsInWords, sentenceOf, sidesOf } from './sentences.ts'

const LONGEST_PLACES = 200

/** Annotations for GitHub Actions: breaking changes, maintenance, new behaviour, and the verdict. */
export function driftAnnotations(report: DriftReport, places: Places = {}): string[] {
  const { failOn, onlyReliedOn, target } = report
  const notes = (standing: Entry['standing'], type: Note['type']) =>
    standingIn(report, standing).map((entry) => noteOf(entry, type, places))
  const elsewhere = notes('elsewhere', onlyReliedOn ? 'warning' : 'error')
  const compatible = notes('compatible', failOn === 'compatible' ? 'error' : 'notice')
  const of = (type: Note['type']) =>
    [...blindness(report), ...notes('breaking', 'error'), ...stale(report), ...elsewhere, ...compatible].filter(
      (note) => note.type === type,
    )
  const { word, words } = concludeDrift(report)
  return [
    ...atMost(of('error')),
    ...atMost(of('warning')),
    // One is reserved for the verdict.
    ...atMost(of('notice'), MOST_OF_A_TYPE - 1),
    command({ type: 'notice', title: `gatecheck drift: ${word}`, message: `${target.baseUrl}: ${words}` }),
  ]
}

function noteOf(entry: Entry, type: Note['type'], places: Places): Note {
  const [first, ...others] = entry.changes
  const counts = countsInWords(entry.changes)
  const where =
    others.length === 0 ? '' : ` Where: ${excerpt(entry.places.map(({ name }) => name).join('; '), LONGEST_PLACES)}.`
  return {
    type,
    title: excerpt(`drift, ${entry.standing === 'compatible' ? 'compatible' : 'breaking'}: ${briefOf(entry)}`, 150),
    message: `${excerpt(sentenceOf(entry), 300)} (${sidesOf(first).join(' → ')}${counts && `, ${counts}`})${where} ${excerpt(first.todo, 200)} Accept it: ${acceptLine(idsOf(entry), places)}`,
  }
}

/** Internal problems, not the server's fault. */
function blindness({ proof }: DriftReport): Note[] {
  if (proof.missed.length === 0) return []
  const message = `Missed seeded changes: ${proof.missed.join(', ')}. No verdict on the server.`
  return [{ type: 'error', title: 'internal error of gatecheck, not a change of the server', message }]
}

function stale(report: DriftReport): Note[] {
  return report.stale.map(({ id, what, reason }) => ({
    type: 'warning',
    title: `stale acceptance: ${excerpt(id, 40)}`,
    message: `${excerpt(what, 300)} No longer so; remove the acceptance (npx gatecheck drift record --update). Its reason: ${excerpt(reason, 200)}`,
  }))
}
