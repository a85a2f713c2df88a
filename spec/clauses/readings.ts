import type { ClauseData } from '../clause.ts'

export const readings = [
  {
    id: 'readings.models-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /models is answered 2xx with JSON, to a client without an Accept header, too.',
  },
  {
    id: 'readings.usage-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /usage is answered 2xx with JSON, to a client without an Accept header, too.',
  },
  {
    id: 'readings.capacity-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /capacity is answered 2xx with JSON, to a client without an Accept header, too.',
  },
  {
    id: 'readings.balance-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /billing/balance is answered 2xx with JSON, to a client without an Accept header, too.',
  },
  {
    id: 'readings.listed-alias-accepted',
    level: 'must',
    section: '§4',
    rule: 'A submission with an alias that GET /models lists is accepted.',
    needs: ['job'],
  },
  {
    id: 'readings.models-not-empty',
    level: 'should',
    section: '§4',
    rule: 'GET /models lists at least one alias.',
  },
] as const satisfies readonly ClauseData[]
