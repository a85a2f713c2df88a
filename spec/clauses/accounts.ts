import type { ClauseData } from '../clause.ts'

export const accounts = [
  {
    id: 'accounts.other-account-sees-404',
    level: 'must',
    section: '§4',
    rule: "Another account's job is answered 404, from its first moment to after its end, and no other answer shows it.",
    needs: ['job', 'other-account-key'],
  },
  {
    id: 'accounts.same-account-shares-jobs',
    level: 'must',
    section: '§1.6',
    rule: 'Every key of an account reads the jobs of that account.',
    needs: ['job', 'same-account-key'],
  },
  {
    id: 'accounts.unknown-id',
    level: 'must',
    section: '§4',
    rule: 'A random id of the form that ids have is answered 404.',
    needs: ['job'],
  },
  {
    id: 'accounts.near-id-is-no-job',
    level: 'must',
    section: '§4',
    rule: 'An id made from a real one by shortening, lengthening or changing it is never answered with that job.',
    needs: ['job'],
  },
  {
    id: 'accounts.foreign-and-unknown-look-alike',
    level: 'should',
    section: '§4',
    rule: "Another account's job is answered just as an id that no job has.",
    needs: ['job', 'other-account-key'],
  },
  {
    id: 'accounts.usage-moves-with-its-key',
    level: 'should',
    section: '§1.6',
    rule: "The usage of a key has moved by the end of its job, and no other key's has.",
    needs: ['finished-job', 'same-account-key'],
  },
  {
    id: 'accounts.balance-is-their-own',
    level: 'should',
    section: '§5.3',
    rule: "No account's usage or balance moves with another account's job.",
    needs: ['finished-job', 'other-account-key'],
  },
] as const satisfies readonly ClauseData[]
