import type { ClientClauseData } from '../clause.ts'

export const paths = [
  {
    id: 'client.names-the-version-once',
    level: 'must',
    section: '§9.2',
    rule: 'The version stands in each path once: it is not left out and not added to a base URL that ends with it.',
  },
  {
    id: 'client.appends-paths-to-the-base-url',
    level: 'must',
    section: '§9.1',
    rule: 'The paths of the endpoints are appended to the base URL as they are, with no second /videos before them.',
  },
] as const satisfies readonly ClientClauseData[]
