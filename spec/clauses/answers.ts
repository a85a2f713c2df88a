import type { ClauseData } from '../clause.ts'

export const answers = [
  {
    id: 'codes.unauthorized',
    level: 'must',
    section: '§7',
    rule: 'Where the body of a 401 shows one of the four code words, it is unauthorized.',
  },
  {
    id: 'codes.not-found',
    level: 'must',
    section: '§7',
    rule: 'Where the body of a 404 to a wrong path or an unknown job shows one of the four code words, it is not_found.',
  },
  {
    id: 'codes.capacity-exceeded',
    level: 'must',
    section: '§7',
    rule: 'Where the body of a 429 to a submission shows one of the four code words, it is capacity_exceeded.',
    needs: ['burst'],
  },
  {
    id: 'codes.invalid-request',
    level: 'must',
    section: '§7',
    rule: 'Where the body of a refused submission shows one of the four code words, it is invalid_request.',
  },
  {
    id: 'answers.success-is-200',
    level: 'should',
    section: '§4',
    rule: 'A GET that succeeds is answered 200.',
  },
  {
    id: 'answers.errors-show-their-code',
    level: 'should',
    section: '§7',
    rule: 'The body of an error is JSON and shows the code word of its case.',
  },
  {
    id: 'answers.json-is-labelled',
    level: 'should',
    section: '§4',
    rule: 'An answer with a JSON body says so in its Content-Type.',
  },
  {
    id: 'answers.json-reads-alike',
    level: 'should',
    section: '§4',
    rule: 'JSON in an answer reads alike to every parser: no byte order mark before it, no name with two values in one object.',
  },
  {
    id: 'answers.no-server-error',
    level: 'should',
    section: '§7',
    rule: 'No request is answered 5xx, on open input neither.',
  },
] as const satisfies readonly ClauseData[]
