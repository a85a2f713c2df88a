import type { ClauseData } from '../clause.ts'

export const pact = [
  {
    id: 'pact.reference-client-is-served',
    level: 'should',
    section: '§4',
    rule: 'Every request of the reference client is answered as its contract says.',
  },
] as const satisfies readonly ClauseData[]
