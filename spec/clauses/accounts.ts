import type { ClauseData } from '../clause.ts'

export const accounts = [
  {
    id: 'accounts.other-account-sees-404',
    level: 'must',
    section: '§4',
    rule:
      "A poll of another account's job returns 404, before, during and after generation, and no other response shows " +
      'that job.',
    needs: ['job', 'other-account-key'],
    explanation: {
      checked:
        "gatecheck polls jobs of one account with the key of another: before the owner's first poll, after it, while " +
        'running and when final. Each poll must return 404. gatecheck also searches all other responses to that ' +
        'account for the ids of these jobs.',
      violation:
        "The other account's poll returns 200 with the job record, or 403 or 401 although its key is valid; or its " +
        'GET /capacity names a job of this account.',
      cause:
        'The lookup uses the id alone, or a cache is keyed by id only. A 403 suggests code that finds the job first ' +
        'and checks the caller afterwards.',
      remedy:
        'Put the account into the condition of the lookup and into every cache key, and return not_found when ' +
        'nothing matches.',
    },
  },
  {
    id: 'accounts.same-account-shares-jobs',
    level: 'must',
    section: '§1.6',
    rule: 'Every key of an account can read the jobs of that account.',
    needs: ['job', 'same-account-key'],
    explanation: {
      checked:
        "gatecheck submits jobs with one key and polls them with the account's second key, from submission until " +
        'after the end. Each poll must return 2xx, provided that the second key works elsewhere.',
      violation:
        "A poll with the account's other key returns 404 or 403, although the key that submitted the job reads it.",
      cause:
        'The server stores jobs with the key as their owner instead of its account. Two keys of different accounts ' +
        'in the configuration look the same.',
      remedy:
        'Store the account with each job and compare it with the account of the calling key. If the records are ' +
        'right, check which accounts the configured keys belong to.',
    },
  },
  {
    id: 'accounts.unknown-id',
    level: 'must',
    section: '§4',
    rule: 'A poll of an unknown job id returns 404.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck polls random ids with the length and alphabet of a real one, some of them twice. Each poll must ' +
        'return 404.',
      violation: 'A poll of a random id returns 200 with an empty or default record, or returns 400, 410 or 500.',
      cause:
        'A read creates missing records, the server returns a default object for a missing row, the lookup throws, ' +
        'or a cache stores the first miss as a hit.',
      remedy:
        'Return not_found as soon as the lookup has no row, never create anything in a GET, and do not cache an ' +
        'empty result as a job.',
    },
  },
  {
    id: 'accounts.near-id-is-no-job',
    level: 'must',
    section: '§4',
    rule: 'A shortened, extended or altered job id never returns that job.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck polls modified ids of a real job: truncated, extended, with one character or its case changed, ' +
        'with a wildcard in the middle. The clause fails if a poll returns a job record. If ids are short enough to ' +
        'hit another job, it fails only if the poll returns the original job.',
      violation: 'The id without its last character, or in upper case, returns 200 with the record of the real job.',
      cause:
        'A prefix search, a case-insensitive comparison, a LIKE query with wildcards, or a parser that ignores ' +
        'trailing characters.',
      remedy:
        'Compare the id in the path with the stored id for equality, including letter case. If you parse it first, ' +
        'make sure that it serializes back to exactly what was sent.',
    },
  },
  {
    id: 'accounts.foreign-and-unknown-look-alike',
    level: 'should',
    section: '§4',
    rule: "The responses for another account's job and for an unknown id do not differ.",
    needs: ['job', 'other-account-key'],
    explanation: {
      checked:
        "With another account's key, gatecheck polls a real job and random ids in turn, while the job is unfinished " +
        'and when it is final. It compares bodies and header names. It ignores the id and anything that also differs ' +
        'between two random ids.',
      violation:
        "Both responses are 404, but the one for the other account's job says that it belongs to another account, or " +
        'has an additional header or field.',
      cause:
        'Two branches of the code build the two responses, one for a missing row and one for the wrong owner, each ' +
        'with its own message or details.',
      remedy:
        'Handle both cases in one branch with the same body and headers, ideally with a lookup that includes the ' +
        'account.',
    },
  },
  {
    id: 'accounts.usage-moves-with-its-key',
    level: 'should',
    section: '§1.6',
    rule: 'By the time a job is final, it has changed the usage of the key that submitted it, and of no other key.',
    needs: ['finished-job', 'same-account-key'],
    explanation: {
      checked:
        'gatecheck reads GET /usage with each key before and after single jobs. The usage of the submitting key must ' +
        "change. The usage of the account's other key must not change; only a total of the account may. gatecheck " +
        'tests an unexpected change a second time.',
      violation:
        'The usage of the submitting key does not change after its jobs, or a number in the usage of the other key ' +
        'grows with each of these jobs.',
      cause:
        'Usage is recorded per account and shown to all keys, credited to the polling key instead of the submitting ' +
        'one, or summed up in a later batch.',
      remedy:
        'Store the key with each job, count its usage for that key by the time the job is final, and filter GET ' +
        '/usage by the calling key.',
    },
  },
  {
    id: 'accounts.balance-is-their-own',
    level: 'should',
    section: '§5.3',
    rule: 'A job changes the usage and balance of its own account only.',
    needs: ['finished-job', 'other-account-key'],
    explanation: {
      checked:
        'gatecheck reads usage and balance of both accounts before and after jobs of one account. The clause fails ' +
        'if a number of the other account changes with two such jobs.',
      violation: "A job of account A lowers the credits in the balance of account B, or raises a counter in B's usage.",
      cause:
        'Numbers come from a global counter or from a cache without the account in its key, or several test accounts ' +
        'share one billing record.',
      remedy:
        'Filter every number by the account of the calling key, in queries and in cache keys, and give test accounts ' +
        'separate billing records.',
    },
  },
] as const satisfies readonly ClauseData[]
