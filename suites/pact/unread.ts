import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, whyUnread } from '../../engine/history/reading/reading.ts'
import type { Mismatch } from '../../engine/pact/verifier.ts'

/** What of Pact's differences counts, and why none of them does, if so. */
type Told = { mismatches: string[]; doubt?: string }

/**
 * Pact is handed what was kept of an answer, which may be its beginning alone, and reads less of JSON than there is: no
 * number beyond a double, no half of a character, nothing nested deeper than 128. What it says of such a body tells nothing
 * of the server.
 */
export function toldOf(exchange: Exchange, mismatches: readonly Mismatch[]): Told {
  const why = whyUnread(exchange) ?? whyUnparsed(exchange, mismatches)
  const counting = why === undefined ? mismatches : mismatches.filter((each) => each.of !== 'the body')
  const isDoubtful = mismatches.length > 0 && counting.length === 0
  return {
    mismatches: (isDoubtful ? mismatches : counting).map(({ words }) => words),
    ...(isDoubtful && { doubt: `the body cannot be read: ${why}` }),
  }
}

function whyUnparsed(exchange: Exchange, mismatches: readonly Mismatch[]): string | undefined {
  const unparsed = mismatches.find(({ isUnparsed }) => isUnparsed)
  if (!unparsed || !jsonOf(exchange)) return undefined
  return `it is JSON that Pact's verifier cannot read (${unparsed.words})`
}
