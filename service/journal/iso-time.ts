const EARLIEST = Date.UTC(-1, 12)
const LATEST = Date.UTC(10_000, 0) - 1

/** In the four-digit years that every reader of such a text knows; a clock can be moved beyond them. */
export function isoTime(at: number): string {
  return new Date(Math.min(LATEST, Math.max(EARLIEST, at))).toISOString()
}
