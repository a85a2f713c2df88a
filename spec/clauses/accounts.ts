import type { ClauseData } from '../clause.ts'

export const accounts = [
  {
    id: 'accounts.other-account-sees-404',
    level: 'must',
    section: '§4',
    rule:
      "A poll of another account's job returns 404, before, during and after generation, and no other response " +
      'shows that job.',
    needs: ['job', 'other-account-key'],
  },
  {
    id: 'accounts.same-account-shares-jobs',
    level: 'must',
    section: '§1.6',
    rule: 'Every key of an account can read the jobs of that account.',
    needs: ['job', 'same-account-key'],
  },
  {
    id: 'accounts.unknown-id',
    level: 'must',
    section: '§4',
    rule: 'A poll of an unknown job id returns 404.',
    needs: ['job'],
  },
  {
    id: 'accounts.near-id-is-no-job',
    level: 'must',
    section: '§4',
    rule: 'A shortened, extended or altered job id never returns that job.',
    needs: ['job'],
  },
  {
    id: 'accounts.foreign-and-unknown-look-alike',
    level: 'should',
    section: '§4',
    rule: "The responses for another account's job and for an unknown id do not differ.",
    needs: ['job', 'other-account-key'],
  },
  {
    id: 'accounts.usage-moves-with-its-key',
    level: 'should',
    section: '§1.6',
    rule: 'By the time a job is final, it has changed the usage of the key that submitted it, and of no other key.',
    needs: ['finished-job', 'same-account-key'],
  },
  {
    id: 'accounts.balance-is-their-own',
    level: 'should',
    section: '§5.3',
    rule: 'A job changes the usage and balance of its own account only.',
    needs: ['finished-job', 'other-account-key'],
  },
] as const satisfies readonly ClauseData[]
