import type { Outcome } from '../../engine/history/entry/look.ts'

const megabytes = (bytes: number) => (bytes < 100_000 ? `${bytes} bytes` : `${(bytes / 1e6).toFixed(1)} MB`)

export function brokenOff({ bytes, of }: Extract<Outcome, { kind: 'cut' }>): string {
  return `a response that ends early, after ${megabytes(bytes)}${of === undefined ? '' : ` of ${megabytes(of)}`}`
}

/** What came in one attempt that came to nothing. */
export function whatCame(outcome: Outcome): string {
  if (outcome.kind === 'refused') return outcome.what ?? String(outcome.status)
  if (outcome.kind === 'cut') return brokenOff(outcome)
  if (outcome.kind !== 'read') return outcome.why
  const { reading } = outcome
  return reading.kind === 'no video' || reading.kind === 'not whole' ? reading.what : 'an unreadable file'
}
