import { EXIT } from '../../../engine/config/exit-codes.ts'
import { excerpt } from '../../../engine/history/reading/words.ts'
import { withoutCertainty } from '../../../reporters/outcome/conclusion.ts'
import { counted } from '../../../reporters/words/counted.ts'
import type { DriftReport } from '../report.ts'
import { type Entry, standingIn } from './entries.ts'
import { briefOf } from './sentences.ts'
import { VERDICTS } from './standing.ts'

const MOST_NAMED = 3

type Tone = (typeof VERDICTS)[keyof typeof VERDICTS]['tone']

/** The verdict of a check in a word and a sentence. */
export function concludeDrift(report: DriftReport): { word: string; tone: Tone; words: string } {
  const concluded = conclusionOf(report)
  return { ...concluded, words: withoutCertainty(report.target, concluded.words) }
}

function conclusionOf(report: DriftReport): ReturnType<typeof concludeDrift> {
  const { exit, verdict, proof } = report
  const reason = excerpt(report.reason ?? '', 500)
  const { word, tone } = VERDICTS[verdict]
  if (exit === EXIT.interrupted)
    return {
      word: 'INTERRUPTED',
      tone: 'doubtful',
      words: `${reason || 'the check was interrupted'}; ${untilThen(report)}`,
    }
  if (exit === EXIT.suiteFault) {
    const fault =
      proof.missed.length > 0
        ? `the check missed ${counted(proof.missed.length, 'seeded change')} (${proof.missed.join(', ')})`
        : 'internal error of gatecheck'
    return { word: 'FAULT', tone: 'bad', words: `${fault}, so no verdict on the server; ${untilThen(report)}` }
  }
  if (verdict === 'unknown') return { word: 'NO VERDICT', tone, words: reason || 'nothing could be compared' }
  return { word: word.toUpperCase(), tone, words: `${whatChanged(report)}${reason && `; ${reason}`}` }
}

/** Whether no reported change means no change: not if the check was cut short or missed a planted change. */
export const isWhole = ({ reason, proof, exit }: DriftReport) =>
  reason === undefined && proof.missed.length === 0 && exit !== EXIT.interrupted && exit !== EXIT.suiteFault

const untilThen = (report: DriftReport) => `results so far: ${whatChanged(report)}`

function whatChanged(report: DriftReport): string {
  const breaking = standingIn(report, 'breaking')
  const elsewhere = standingIn(report, 'elsewhere')
  const compatible = standingIn(report, 'compatible')
  const accepted = standingIn(report, 'accepted').length
  const parts = [
    ...(breaking.length > 0
      ? [`${counted(breaking.length, 'change', 'changes')} may break a client: ${briefly(breaking)}`]
      : []),
    ...(elsewhere.length > 0
      ? [`${counted(elsewhere.length, 'breaking change')} in parts that your client does not read`]
      : []),
    ...(compatible.length > 0
      ? [`${counted(compatible.length, 'compatible change')}${failing(report)}: ${briefly(compatible)}`]
      : []),
  ]
  const rest = [
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(report.stale.length > 0 ? [`${counted(report.stale.length, 'stale acceptance')}`] : []),
    ...(report.seldom.length > 0 ? [`${report.seldom.length} with too few samples`] : []),
    ...(report.notLookedAt.length > 0 ? [`${counted(report.notLookedAt.length, 'place')} not checked`] : []),
    ...(report.notCompared.length > 0 ? [`${counted(report.notCompared.length, 'conclusion')} not compared`] : []),
  ]
  const nothing = isWhole(report) ? 'no changes against the baseline' : 'no changes found'
  return [...(parts.length > 0 ? parts : [nothing]), ...rest].join('; ')
}

const failing = ({ failOn }: DriftReport) => (failOn === 'compatible' ? ' (--fail-on compatible)' : '')

function briefly(entries: readonly Entry[]): string {
  const more = entries.length - MOST_NAMED
  const shown = entries.slice(0, MOST_NAMED).map((each) => excerpt(briefOf(each), 80))
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
