import type { ClauseData } from '../clause.ts'

export const pact = [
  {
    id: 'pact.reference-client-is-served',
    level: 'should',
    section: '§4',
    rule: 'Every request of the reference client gets the response that its contract expects.',
  },
] as const satisfies readonly ClauseData[]
