import { type Account, furtherInWords } from './account.ts'

/** Longer requests can be taken from the history. */
const LONGEST_CURL = 4000

/** A line for each thing that is known of what is broken. */
export function linesOf(account: Account): string[] {
  const curl = curlWithin(account, LONGEST_CURL)
  return [
    ...(account.case === undefined ? [] : [`case: ${account.case}`]),
    `expected: ${account.expected}`,
    `received: ${account.received}`,
    ...(account.further.count > 0 ? [`and: ${furtherInWords(account.further)}`] : []),
    `exchanges: ${account.exchanges}`,
    ...(curl === undefined ? [] : [`try: ${curl}`]),
  ]
}

/** Half a command is worse than none. */
export function curlWithin({ curl }: Account, most: number): string | undefined {
  return curl !== undefined && curl.length <= most ? curl : undefined
}
