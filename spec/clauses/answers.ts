import type { ClauseData } from '../clause.ts'

export const answers = [
  {
    id: 'codes.unauthorized',
    level: 'must',
    section: '§7',
    rule: 'If the body of a 401 contains one of the four error codes, it is unauthorized.',
  },
  {
    id: 'codes.not-found',
    level: 'must',
    section: '§7',
    rule:
      'If the body of a 404 for a wrong path or an unknown job contains one of the four error codes, it is ' +
      'not_found.',
  },
  {
    id: 'codes.capacity-exceeded',
    level: 'must',
    section: '§7',
    rule: 'If the body of a 429 to a submission contains one of the four error codes, it is capacity_exceeded.',
    needs: ['burst'],
  },
  {
    id: 'codes.invalid-request',
    level: 'must',
    section: '§7',
    rule: 'If the body of a refused submission contains one of the four error codes, it is invalid_request.',
  },
  {
    id: 'answers.success-is-200',
    level: 'should',
    section: '§4',
    rule: 'A successful GET returns 200.',
  },
  {
    id: 'answers.errors-show-their-code',
    level: 'should',
    section: '§7',
    rule: 'The body of an error is JSON and contains the matching error code.',
  },
  {
    id: 'answers.json-is-labelled',
    level: 'should',
    section: '§4',
    rule: 'A response with a JSON body has a JSON Content-Type.',
  },
  {
    id: 'answers.json-reads-alike',
    level: 'should',
    section: '§4',
    rule:
      'JSON in a response means the same to every parser: no byte order mark, and no duplicate names with ' +
      'different values.',
  },
  {
    id: 'answers.no-server-error',
    level: 'should',
    section: '§7',
    rule: 'No request returns a 5xx, even if the specification does not cover its input.',
  },
] as const satisfies readonly ClauseData[]
