import type { ClientClauseData } from '../clause.ts'

export const capacity = [
  {
    id: 'client.waits-out-a-refused-submission',
    level: 'must',
    section: '§7',
    rule: 'After a 429 to a submission the client submits nothing until the seconds of its Retry-After are over.',
  },
  {
    id: 'client.waits-out-a-refused-poll',
    level: 'must',
    section: '§7',
    rule: 'After a 429 to a poll the client does not ask for that job until the seconds of its Retry-After are over.',
  },
  {
    id: 'client.tries-again-after-waiting',
    level: 'should',
    section: '§7',
    rule: 'After waiting as a 429 says, the client tries again, and gives up only after three or more.',
  },
  {
    id: 'client.repeats-no-refused-request',
    level: 'should',
    section: '§7',
    rule: 'A request that was refused with 400, 401, 404 or 422 is not sent again unchanged.',
  },
  {
    id: 'client.reads-capacity-before-a-burst',
    level: 'should',
    section: '§4',
    rule: 'Before more than five submissions within as many seconds, the client reads GET /capacity.',
  },
] as const satisfies readonly ClientClauseData[]
