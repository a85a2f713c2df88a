const EARLIEST = Date.UTC(-1, 12)
const LATEST = Date.UTC(10_000, 0) - 1

/** Limited to four-digit years, which every parser knows; the clock can be moved beyond them. */
export function isoTime(at: number): string {
  return new Date(Math.min(LATEST, Math.max(EARLIEST, at))).toISOString()
}
