import type { ClauseData } from '../clause.ts'

export const paths = [
  {
    id: 'paths.version-once',
    level: 'must',
    section: '§7',
    rule: 'With a good key, a path with the version doubled is answered 404, for GET and for POST.',
  },
  {
    id: 'paths.version-present',
    level: 'must',
    section: '§7',
    rule: 'With a good key, a path with the version left out is answered 404, for GET and for POST.',
  },
  {
    id: 'paths.unknown-path',
    level: 'should',
    section: '§7',
    rule: 'With a good key, a path under the version that the interface does not name is answered 404.',
  },
  {
    id: 'paths.odd-id',
    level: 'should',
    section: '§7',
    rule: 'With a good key, a job id of an odd form is answered 404 like any id that no job has.',
  },
] as const satisfies readonly ClauseData[]
