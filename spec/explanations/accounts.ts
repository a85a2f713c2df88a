import type { Explanation } from '../clause.ts'
import type { accounts as clauses } from '../clauses/accounts.ts'

export const accounts: Record<(typeof clauses)[number]['id'], Explanation> = {
  'accounts.other-account-sees-404': {
    checked:
      "Jobs of one account are polled with the key of another: before the owner's first poll, after it, while " +
      'running and when final. Each status must be 404. Other responses to that account are searched for the ids ' +
      'of these jobs.',
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
  'accounts.same-account-shares-jobs': {
    checked:
      "Jobs submitted with one key are polled with the account's second key, from submission until after the end. " +
      'Each poll must return 2xx, provided that the second key works elsewhere.',
    violation:
      "A poll with the account's other key returns 404 or 403, although the key that submitted the job reads it.",
    cause:
      'Jobs are stored with the key as their owner instead of its account. Keys of two different accounts in the ' +
      'configuration look the same.',
    remedy:
      'Store the account with each job and compare it with the account of the calling key. If the records are ' +
      'right, check which accounts the configured keys belong to.',
  },
  'accounts.unknown-id': {
    checked:
      'Random ids with the length and alphabet of a real one are polled with a valid key, some of them twice. Each ' +
      'poll must return 404.',
    violation: 'A poll of a random id returns 200 with an empty or default record, or returns 400, 410 or 500.',
    cause:
      'A read creates missing records, a default object is returned on a miss, the lookup throws, or a cache ' +
      'stores the first miss as a hit.',
    remedy:
      'Return not_found as soon as the lookup has no row, never create anything in a GET, and do not cache an empty ' +
      'result as a job.',
  },
  'accounts.near-id-is-no-job': {
    checked:
      'Ids derived from a real one are polled: truncated, extended, with one character or its case changed, with a ' +
      'wildcard in the middle. A job record fails the clause. If ids are short enough to hit another job, only the ' +
      "original job's record counts.",
    violation: 'The id without its last character, or in upper case, returns 200 with the record of the real job.',
    cause:
      'A prefix search, a case-insensitive comparison, a LIKE query with wildcards, or a parser that ignores ' +
      'trailing characters.',
    remedy:
      'Compare the id in the path with the stored id for equality, including letter case. If you parse it first, ' +
      'make sure that it serializes back to exactly what was sent.',
  },
  'accounts.foreign-and-unknown-look-alike': {
    checked:
      "With another account's key, a real job and random ids are polled in turn, while the job is unfinished and " +
      'when it is final. Bodies and header names are compared, except for the id and for anything that also ' +
      'differs between two random ids.',
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
  'accounts.usage-moves-with-its-key': {
    checked:
      'GET /usage is read with each key before and after single jobs. Something must change for the submitting key ' +
      "and nothing for the account's other key, except a total of the account that is shown besides the key's own " +
      'usage. Unexpected changes are tested a second time.',
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
  'accounts.balance-is-their-own': {
    checked:
      'Usage and balance of both accounts are read before and after jobs of one of them. A number of the other ' +
      'account that changes with two such jobs is a warning.',
    violation: "A job of account A lowers the credits in the balance of account B, or raises a counter in B's usage.",
    cause:
      'Numbers come from a global counter or from a cache without the account in its key, or several test accounts ' +
      'share one billing record.',
    remedy:
      'Filter every number by the account of the calling key, in queries and in cache keys, and give test accounts ' +
      'separate billing records.',
  },
}
