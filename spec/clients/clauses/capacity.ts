import type { ClientClauseData } from '../clause.ts'

export const capacity = [
  {
    id: 'client.waits-out-a-refused-submission',
    level: 'must',
    section: '§7',
    rule: 'After a 429 to a submission, the client waits the seconds in Retry-After before it submits again.',
  },
  {
    id: 'client.waits-out-a-refused-poll',
    level: 'must',
    section: '§7',
    rule: 'After a 429 to a poll, the client waits the seconds in Retry-After before it polls that job again.',
  },
  {
    id: 'client.tries-again-after-waiting',
    level: 'should',
    section: '§7',
    rule: 'After a 429 and the wait, the client retries instead of giving up at once.',
  },
  {
    id: 'client.repeats-no-refused-request',
    level: 'should',
    section: '§7',
    rule: 'The client does not resend a request unchanged after 400, 401, 404 or 422.',
  },
  {
    id: 'client.reads-capacity-before-a-burst',
    level: 'should',
    section: '§4',
    rule: 'The client reads GET /capacity before a burst of submissions.',
  },
] as const satisfies readonly ClientClauseData[]
