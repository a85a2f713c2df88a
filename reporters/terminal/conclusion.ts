import { conclude } from '../outcome/conclusion.ts'
import type { Screen } from './screen.ts'

/** The verdict in the last line, for scripts and people. */
export function conclusion({ report, paint }: Screen): string {
  const { word, tone, words } = conclude(report)
  return `${paint(tone, word)}  ${words}`
}
