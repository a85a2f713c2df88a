import type { ClientClauseData } from '../clause.ts'

export const key = [
  {
    id: 'client.sends-its-key',
    level: 'must',
    section: '§5.1',
    rule: 'Every request below the base URL has exactly one Authorization header: Bearer and a key that the client was given.',
  },
  {
    id: 'client.keeps-its-key-in-the-header',
    level: 'must',
    section: '§5.1',
    rule: 'The client sends its key only in the Authorization header: not in a query, body, cookie or other header.',
  },
  {
    id: 'client.keeps-its-key-from-other-origins',
    level: 'must',
    section: '§5.4',
    rule: 'The client sends its key only to the origin of the base URL, wherever the video is stored.',
  },
  {
    id: 'client.runs-on-a-server',
    level: 'must',
    section: '§5.4',
    rule: 'No request comes from a page in a browser.',
  },
] as const satisfies readonly ClientClauseData[]
