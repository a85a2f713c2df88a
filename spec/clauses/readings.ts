import type { ClauseData } from '../clause.ts'

export const readings = [
  {
    id: 'readings.models-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /models returns 2xx with JSON, with or without an Accept header.',
  },
  {
    id: 'readings.usage-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /usage returns 2xx with JSON, with or without an Accept header.',
  },
  {
    id: 'readings.capacity-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /capacity returns 2xx with JSON, with or without an Accept header.',
  },
  {
    id: 'readings.balance-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /billing/balance returns 2xx with JSON, with or without an Accept header.',
  },
  {
    id: 'readings.listed-alias-accepted',
    level: 'must',
    section: '§4',
    rule: 'A submission with an alias from GET /models is accepted.',
    needs: ['job'],
  },
  {
    id: 'readings.models-not-empty',
    level: 'should',
    section: '§4',
    rule: 'GET /models lists at least one alias.',
  },
] as const satisfies readonly ClauseData[]
