import type { ClientClauseData } from '../clause.ts'

export const paths = [
  {
    id: 'client.names-the-version-once',
    level: 'must',
    section: '§9.2',
    rule: 'Each path contains the version exactly once: not omitted, and not added to a base URL that ends with it.',
  },
  {
    id: 'client.appends-paths-to-the-base-url',
    level: 'must',
    section: '§9.1',
    rule: 'The client appends endpoint paths to the base URL unchanged, without a second /videos.',
  },
] as const satisfies readonly ClientClauseData[]
