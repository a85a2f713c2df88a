/** Two digits are enough for an estimate. */
export function timeInWords(seconds: number): string {
  if (seconds < 10) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 120) return `${Math.round(seconds / 5) * 5} s`
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 360) / 10} h`
}
