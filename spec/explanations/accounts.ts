import type { Explanation } from '../clause.ts'
import type { accounts as clauses } from '../clauses/accounts.ts'

export const accounts: Record<(typeof clauses)[number]['id'], Explanation> = {
  'accounts.other-account-sees-404': {
    checked:
      'Jobs of one account are polled with the key of another, before the first poll of their own, after it, ' +
      'once they were running and after the end. Each status is compared with 404. What other accounts read besides ' +
      'is searched for the ids of jobs that are not theirs.',
    violation:
      "The other account's poll is answered 200 with the job record, or 403 or 401, although its key works " +
      'elsewhere; or what it reads, as the capacity, names a job of this account.',
    cause:
      'The lookup usually goes by id alone, or a cache is keyed by id only; a 403 points to code that finds the job ' +
      'first and judges the caller afterwards.',
    remedy:
      'Put the account into the condition of the lookup and into every cache key, and return not_found when nothing ' +
      'matches.',
  },
  'accounts.same-account-shares-jobs': {
    checked:
      "Jobs submitted with one key are polled with the account's second key, from the first moment to after the end, " +
      'and have to be answered 2xx, provided that this key works elsewhere.',
    violation:
      "A poll with the account's other key is answered 404 or 403, although the key that submitted the job reads it.",
    cause:
      'Jobs are often stored with the key as their owner instead of the account behind it; keys of two different ' +
      'accounts mixed up in the set-up look the same.',
    remedy:
      'Store the account with each job and compare it with that of the calling key; if the records are right, look ' +
      'up whose keys the run was given.',
  },
  'accounts.unknown-id': {
    checked:
      'Ids of the same length and alphabet as a real one are drawn at random and polled with a good key, some of ' +
      'them twice, and nothing but 404 is right.',
    violation: 'A poll of an invented id is answered 200 with an empty or default record, or with 400, 410 or 500.',
    cause:
      'A read that creates missing records, a default object returned on a miss, or an exception in the lookup is ' +
      'typical, as is a cache that keeps the first miss as a hit.',
    remedy:
      'Return not_found as soon as the lookup has no row, never create anything in a GET, and do not cache an empty ' +
      'result as a job.',
  },
  'accounts.near-id-is-no-job': {
    checked:
      'Ids made from a real one are polled: cut, extended, with one character or its case changed, with a wildcard ' +
      "in the middle. A job record in return breaks the clause; where ids are so short that it may be another job's, " +
      'only the real one counts.',
    violation:
      'The id without its last character, or written in capitals, is answered 200 with the record of the real job.',
    cause:
      'A search by beginning, a comparison that ignores case, a LIKE query with its wildcards, or a parser that ' +
      'tolerates trailing characters usually stands behind it.',
    remedy:
      'Compare the id in the path with the stored text for equality, case included; if it is parsed first, make sure ' +
      'that it prints back to exactly what was sent.',
  },
  'accounts.foreign-and-unknown-look-alike': {
    checked:
      "With another account's key a real job and invented ids are read in turn, under way and finished. Body and " +
      'header names are compared, leaving out the id and whatever differs between two invented ids, too.',
    violation:
      'Both answers are 404, but the one for the foreign job says that it belongs to someone else, or has a header ' +
      'or field that the other lacks.',
    cause:
      'Two branches of the code usually build the two answers, one for a missing row and one for the wrong owner, ' +
      'each with its own message or details.',
    remedy:
      'Let both cases end in the same branch with the same body and headers, best by a lookup that already includes ' +
      'the account.',
  },
  'accounts.usage-moves-with-its-key': {
    checked:
      'GET /usage is read with each key around single jobs. Something should have moved for the key that submitted, ' +
      "and no amount for the account's other key, but for a total of the account beside what the key itself used; what " +
      'looks odd once is tried a second time.',
    violation:
      'The usage of the submitting key is unchanged after its jobs, or an amount in that of the sister key grows ' +
      'with each job that was not its own.',
    cause:
      'Usage is often recorded per account and shown to all keys, credited to the key that polls rather than the one ' +
      'that submitted, or summed up in a batch that runs later.',
    remedy:
      'Store the key with each job, count its use for that key by the time the job is final, and filter GET /usage ' +
      'by the calling key.',
  },
  'accounts.balance-is-their-own': {
    checked:
      'Usage and balance of both accounts are read around jobs that belong to one of them. An amount of the other ' +
      'account that moves with two such jobs is reported as a warning.',
    violation: 'A job of account A lowers the credits in the balance of account B, or raises a counter in its usage.',
    cause:
      'Figures may come from one global counter or from a cache without the account in its key, or several test ' +
      'accounts share one billing record.',
    remedy:
      'Filter every figure by the account of the calling key, in queries and in cache keys, and give test accounts ' +
      'billing records of their own.',
  },
}
