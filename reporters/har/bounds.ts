/** Limits of each text in characters, and of the number of headers. */
export type Bounds = { body: number; value: number; headers: number }

export const AMPLE: Bounds = { body: 100_000, value: 16_000, headers: 500 }

/** Limits once the file is full. */
export const SCARCE: Bounds = { body: 100, value: 100, headers: 4 }

type Kept = { text: string; _truncated?: string }

export function keep(text: string, most: number): Kept {
  if (text.length <= most) return { text }
  return {
    text: text.slice(0, most).replace(/[\ud800-\udbff]$/, ''),
    _truncated: `the first ${most} of ${text.length} characters`,
  }
}
