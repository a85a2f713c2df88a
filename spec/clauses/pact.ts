import type { ClauseData } from '../clause.ts'

export const pact = [
  {
    id: 'pact.reference-client-is-served',
    level: 'should',
    section: '§4',
    rule: 'Every request of the reference client gets the response that its contract expects.',
    explanation: {
      checked:
        "Pact's verifier replays the requests of the recorded contract against the server and compares status and " +
        'JSON. It replays submissions that cost a job only with --profile full or --only pact.',
      violation:
        'A poll of a succeeded job has no url, a read without a key does not return 401, or a refused submission ' +
        'does not return a 4xx. The verdict lists each mismatch.',
      cause:
        'Often the same cause as the failure of another clause. If only this clause fails, look for something ' +
        'between client and server, such as a proxy that changes statuses or bodies.',
      remedy:
        'Fix the failures of other clauses first. Then compare the listed request with the recorded interaction and ' +
        'adjust the response.',
    },
  },
] as const satisfies readonly ClauseData[]
