import type { ClientClauseData } from '../clause.ts'

export const key = [
  {
    id: 'client.sends-its-key',
    level: 'must',
    section: '§5.1',
    rule: 'Every request below the base URL carries exactly one Authorization header: Bearer, and a key that the client was given.',
  },
  {
    id: 'client.keeps-its-key-in-the-header',
    level: 'must',
    section: '§5.1',
    rule: 'The key stands in the Authorization header and nowhere else: in no query, body, cookie or other header.',
  },
  {
    id: 'client.keeps-its-key-from-other-origins',
    level: 'must',
    section: '§5.4',
    rule: 'The key goes to no other origin than that of the base URL, whatever address the video has.',
  },
  {
    id: 'client.runs-on-a-server',
    level: 'must',
    section: '§5.4',
    rule: 'No request is sent by a page in a browser.',
  },
] as const satisfies readonly ClientClauseData[]
