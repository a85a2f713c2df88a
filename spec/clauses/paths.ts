import type { ClauseData } from '../clause.ts'

export const paths = [
  {
    id: 'paths.version-once',
    level: 'must',
    section: '§7',
    rule: 'With a valid key, a path with the version doubled returns 404, for GET and POST.',
  },
  {
    id: 'paths.version-present',
    level: 'must',
    section: '§7',
    rule: 'With a valid key, a path without the version returns 404, for GET and POST.',
  },
  {
    id: 'paths.unknown-path',
    level: 'should',
    section: '§7',
    rule: 'With a valid key, an unknown path below the version returns 404.',
  },
  {
    id: 'paths.odd-id',
    level: 'should',
    section: '§7',
    rule: 'With a valid key, a malformed job id returns 404 like any unknown id.',
  },
] as const satisfies readonly ClauseData[]
