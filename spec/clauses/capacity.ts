import type { ClauseData } from '../clause.ts'

export const capacity = [
  {
    id: 'capacity.retry-after-present',
    level: 'must',
    section: '§7',
    rule: 'Every 429 to a submission carries Retry-After as a number of seconds: no date, no word, not negative.',
    needs: ['burst'],
  },
  {
    id: 'capacity.refused-with-429',
    level: 'must',
    section: '§7',
    rule: 'An answer that shows capacity_exceeded has the status 429.',
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
    rule: 'A 429 of some other limit than capacity carries Retry-After as a number of seconds, too.',
    needs: ['burst'],
  },
  {
    id: 'capacity.waiting-helps',
    level: 'should',
    section: '§7',
    rule: 'Waiting as Retry-After says, a few times over, is answered with more than 429 once the jobs of the account have ended.',
    needs: ['burst'],
  },
] as const satisfies readonly ClauseData[]
