import type { Explanation } from '../clause.ts'
import type { pact as clauses } from '../clauses/pact.ts'

export const pact: Record<(typeof clauses)[number]['id'], Explanation> = {
  'pact.reference-client-is-served': {
    checked:
      "Pact's verifier replays the requests of the recorded contract against the server and compares status and JSON " +
      'with it. Submissions that cost a job are replayed in the full profile, or when pact is chosen with --only.',
    violation:
      'A poll of a succeeded job lacks its url, a read without a key is not answered 401, or a refused submission is ' +
      'no 4xx; the verdict lists each mismatch.',
    cause:
      'Whatever breaks another clause usually shows here, too; alone it points to something between client and ' +
      'server, such as a proxy that changes statuses or bodies.',
    remedy:
      'Mend the failures of other clauses first, then compare the listed request with the recorded interaction and ' +
      'adjust the answer to it.',
  },
}
