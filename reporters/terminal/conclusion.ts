import { conclude } from '../outcome/conclusion.ts'
import type { Screen } from './screen.ts'

/** The verdict in plain words, in one line that scripts and people find at the end. */
export function conclusion({ report, paint }: Screen): string {
  const { word, tone, words } = conclude(report)
  return `${paint(tone, word)}  ${words}`
}
