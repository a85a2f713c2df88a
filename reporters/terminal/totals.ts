import { DEFAULT_SEED } from '../../engine/config/seed.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { balanceInWords, mishapsInWords, spentInWords, uncertaintiesInWords } from '../outcome/spent.ts'
import { videosInWords } from '../outcome/videos.ts'
import type { Screen } from './screen.ts'
import { labelled, wrap } from './wrapping.ts'

const MOST_LINES_OF_A_FAULT = 5

export function totals({ report, width }: Screen): string[] {
  const mishaps = mishapsInWords(report)
  const videos = videosInWords(report)
  const balance = balanceInWords(report)
  return [
    ...wrap(`${spentInWords(report).join(', ')}; ${seedOf(report)}`, width),
    ...(balance === undefined ? [] : wrap(balance, width)),
    ...(videos === undefined ? [] : wrap(videos, width)),
    ...uncertaintiesInWords(report).flatMap((each) => wrap(each, width)),
    ...(mishaps.length > 0 ? wrap(`Requests retried: ${mishaps.join(', ')}`, width) : []),
  ]
}

/** Another seed may not reproduce a failure. */
const seedOf = ({ seed, verdict }: Screen['report']) =>
  verdict === 'fail' && seed !== DEFAULT_SEED ? `seed ${seed} (repeat: --seed ${seed})` : `seed ${seed}`

type Faulty = Pick<Screen, 'width' | 'paint'> & { report: { faults: readonly string[] } }

export function faults(
  { report, width, paint }: Faulty,
  title = 'Internal errors of gatecheck (not failures of the server)',
) {
  if (report.faults.length === 0) return []
  const lines = report.faults.flatMap((fault) => {
    const [first = '', ...stack] = fault.trim().split('\n')
    const behind = stack.slice(0, MOST_LINES_OF_A_FAULT - 1)
    return [
      ...labelled('  ', excerpt(first, 400), width),
      ...behind.flatMap((line) => labelled('    ', excerpt(line, 200), width)),
    ]
  })
  return [paint('bad', title), ...lines]
}
