import type { ClauseData } from '../clause.ts'

export const capacity = [
  {
    id: 'capacity.retry-after-present',
    level: 'must',
    section: '§7',
    rule: 'Every 429 to a submission has a Retry-After header with a non-negative number of seconds, not a date.',
    needs: ['burst'],
  },
  {
    id: 'capacity.refused-with-429',
    level: 'must',
    section: '§7',
    rule: 'A response with the error code capacity_exceeded has status 429.',
    needs: ['burst'],
  },
  {
    id: 'capacity.retry-after-whole',
    level: 'should',
    section: '§7',
    rule: 'Retry-After is a whole number.',
    needs: ['burst'],
  },
  {
    id: 'capacity.other-limits-say-when',
    level: 'should',
    section: '§7',
    rule:
      'A 429 to a submission for a limit other than capacity has a Retry-After header with a number of seconds ' +
      'too.',
    needs: ['burst'],
  },
  {
    id: 'capacity.waiting-helps',
    level: 'should',
    section: '§7',
    rule: 'A submission that waits as Retry-After says is accepted in the end when the account has no unfinished jobs.',
    needs: ['burst'],
  },
] as const satisfies readonly ClauseData[]
