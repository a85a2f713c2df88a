import type { ClauseData } from '../clause.ts'

export const authorization = [
  {
    id: 'auth.header-required',
    level: 'must',
    section: '§5.2',
    rule: 'A request without an Authorization header returns 401 on every endpoint.',
  },
  {
    id: 'auth.only-the-header-counts',
    level: 'must',
    section: '§5.1',
    rule: 'A request with a valid key in the query, a cookie or another header instead of Authorization returns 401.',
  },
  {
    id: 'auth.scheme-is-bearer',
    level: 'must',
    section: '§5.1',
    rule: 'A request with a valid key and a scheme other than Bearer returns 401.',
  },
  {
    id: 'auth.bare-key-refused',
    level: 'must',
    section: '§5.1',
    rule: 'A request with a valid key but no scheme in the Authorization header returns 401.',
  },
  {
    id: 'auth.header-form',
    level: 'must',
    section: '§5.1',
    rule:
      'A request returns 401 if its Authorization header is not Bearer and exactly one key (no space, Bearer twice, ' +
      'no key, two keys).',
  },
  {
    id: 'auth.unknown-key',
    level: 'must',
    section: '§5.2',
    rule: 'A request with a well-formed but unknown key returns 401.',
  },
  {
    id: 'auth.whole-key-compared',
    level: 'must',
    section: '§5.2',
    rule: 'A request with a valid key in which any one character is changed, removed or added returns 401.',
  },
  {
    id: 'auth.letter-case-counts',
    level: 'must',
    section: '§5.2',
    rule: 'A request with a valid key whose letters after the prefix have another case returns 401.',
  },
  {
    id: 'auth.prefix-belongs-to-the-key',
    level: 'must',
    section: '§5.1',
    rule: 'A request with a valid key without its cl_ prefix returns 401.',
  },
  {
    id: 'auth.comes-first',
    level: 'must',
    section: '§5.2',
    rule: 'A request without a valid key returns 401 even if its body or job id is invalid too.',
  },
  {
    id: 'auth.every-request-anew',
    level: 'must',
    section: '§5.1',
    rule: 'A key counts only for the request that carries it, even on a reused connection.',
  },
  {
    id: 'auth.revoked-key',
    level: 'must',
    section: '§5.2',
    rule: 'A request with a revoked key returns 401 on every endpoint.',
    needs: ['revoked-key'],
  },
  {
    id: 'auth.key-never-shown',
    level: 'must',
    section: '§5.5',
    rule: 'No response contains a full key.',
  },
  {
    id: 'browser.no-other-origin',
    level: 'must',
    section: '§5.4',
    rule: 'CORS headers never let a page from another origin read a response.',
  },
] as const satisfies readonly ClauseData[]
