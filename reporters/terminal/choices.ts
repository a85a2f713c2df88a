import { excerpt } from '../../engine/history/reading/words.ts'
import { openPoint } from '../../spec/open-points.ts'
import { counted } from '../words/counted.ts'
import type { Screen } from './screen.ts'
import { labelled } from './wrapping.ts'

/** Implementation choices. Never judged, so only inconsistent ones have the colour of a warning. */
export function choices({ report, width, paint }: Screen): string[] {
  if (report.open.length === 0) return []
  const lines = report.open.flatMap(({ id, choice, inconsistent }) => [
    ...labelled('  ', `${openPoint(id).question} (${id})`, width).map((line) => paint('faint', line)),
    ...labelled('    → ', excerpt(choice, 300), width),
    ...(inconsistent === undefined
      ? []
      : labelled('    ≠ ', excerpt(inconsistent, 300), width).map((line) => paint('doubtful', line))),
  ])
  return [paint('strong', 'Implementation choices at open points'), ...lines]
}

/** The number of choices, and those that were inconsistent. */
export function choicesInALine({ report, width, paint }: Screen): string[] {
  const open = report.open.filter(({ untold }) => untold === undefined)
  if (open.length === 0) return []
  const wavering = open.filter(({ inconsistent }) => inconsistent !== undefined).map(({ id }) => id)
  const ways = wavering.length === 0 ? '' : `. Inconsistent: ${wavering.join(', ')}`
  return labelled(
    '· ',
    `${counted(open.length, 'implementation choice')} observed (not judged; details: --verbose)${ways}`,
    width,
  ).map((line) => paint('faint', line))
}
