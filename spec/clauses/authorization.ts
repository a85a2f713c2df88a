import type { ClauseData } from '../clause.ts'

export const authorization = [
  {
    id: 'auth.header-required',
    level: 'must',
    section: '§5.2',
    rule: 'A request without an Authorization header is answered 401, on every endpoint.',
  },
  {
    id: 'auth.only-the-header-counts',
    level: 'must',
    section: '§5.1',
    rule: 'A good key in the query, in a cookie or in another header, but not in Authorization, is answered 401.',
  },
  {
    id: 'auth.scheme-is-bearer',
    level: 'must',
    section: '§5.1',
    rule: 'A good key under another scheme than Bearer is answered 401.',
  },
  {
    id: 'auth.bare-key-refused',
    level: 'must',
    section: '§5.1',
    rule: 'A good key in the Authorization header with no scheme before it is answered 401.',
  },
  {
    id: 'auth.header-form',
    level: 'must',
    section: '§5.1',
    rule: 'A header that is not Bearer and one key (glued together, Bearer twice, nothing behind it, two keys) is answered 401.',
  },
  {
    id: 'auth.unknown-key',
    level: 'must',
    section: '§5.2',
    rule: 'A well-formed key that was never issued is answered 401.',
  },
  {
    id: 'auth.whole-key-compared',
    level: 'must',
    section: '§5.2',
    rule: 'A good key with one character changed, dropped or added, wherever it stands, is answered 401.',
  },
  {
    id: 'auth.letter-case-counts',
    level: 'must',
    section: '§5.2',
    rule: 'A good key whose letters behind the prefix change their case is answered 401.',
  },
  {
    id: 'auth.prefix-belongs-to-the-key',
    level: 'must',
    section: '§5.1',
    rule: 'A good key without its cl_ is answered 401.',
  },
  {
    id: 'auth.comes-first',
    level: 'must',
    section: '§5.2',
    rule: 'A request without a good key is answered 401 even where its body or its job id would be refused as well.',
  },
  {
    id: 'auth.every-request-anew',
    level: 'must',
    section: '§5.1',
    rule: 'A connection that has just carried a good key lends it to no later request.',
  },
  {
    id: 'auth.revoked-key',
    level: 'must',
    section: '§5.2',
    rule: 'A revoked key is answered 401 on every endpoint.',
    needs: ['revoked-key'],
  },
  {
    id: 'auth.key-never-shown',
    level: 'must',
    section: '§5.5',
    rule: 'No answer, whatever its kind, contains a full key.',
  },
  {
    id: 'browser.no-other-origin',
    level: 'must',
    section: '§5.4',
    rule: 'A preflight and the call behind it never together let a page of another origin read an answer.',
  },
] as const satisfies readonly ClauseData[]
