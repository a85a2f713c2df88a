import type { Explanation } from '../clause.ts'
import type { readings as clauses } from '../clauses/readings.ts'

export const readings: Record<(typeof clauses)[number]['id'], Explanation> = {
  'readings.models-answers': {
    checked:
      'GET /models is read with each key at hand, without an Accept header and once with it. Every read in the run ' +
      'has to be 2xx with a body that parses as JSON.',
    violation:
      'GET /models is answered 406 or 500 to a client that names no media type, or 200 with an HTML page or an empty ' +
      'body.',
    cause:
      'Content negotiation that falls back to HTML, or a proxy that serves a page of its own, is likely; a list ' +
      'loaded from upstream on each request may fail now and then.',
    remedy:
      'Return JSON whether or not there is an Accept header, and keep a stored copy of the list for moments when ' +
      'upstream is away.',
  },
  'readings.usage-answers': {
    checked:
      'The run reads GET /usage again and again, with and without Accept, and while a burst leaves no room. The ' +
      'status is compared with 2xx and the body is parsed.',
    violation: 'GET /usage is answered 204 without a body, 404 for a key that has not made a job yet, or 500.',
    cause:
      'A key without any usage is easily forgotten, so that the handler returns nothing or fails on a missing row; ' +
      'sums over many rows may also time out.',
    remedy:
      'Answer with a JSON value such as zeros or an empty list when there is no usage yet, and keep running totals ' +
      'if sums take long.',
  },
  'readings.capacity-answers': {
    checked:
      'GET /capacity is asked by each key of the run, beside other work and also while submissions are refused for ' +
      'lack of room, and has to bring JSON with 2xx every time.',
    violation: 'GET /capacity is answered 500 exactly when the server is full, or 200 with a bare word such as ok.',
    cause:
      'The figure may be fetched from the workers at the moment of the request and fail when they are busy, or a ' +
      'health check that speaks plain text was reused.',
    remedy:
      'Serve the last known headroom from memory or a cache, as JSON, so that this endpoint needs no free worker to ' +
      'answer.',
  },
  'readings.balance-answers': {
    checked:
      'GET /billing/balance is read as the plainest client would, then with an Accept header, and by every other ' +
      'good key. Anything but a 2xx with JSON breaks the clause.',
    violation:
      'GET /billing/balance is answered 404 or 402 for an account without a plan, or with a redirect to a billing ' +
      'page.',
    cause:
      'The route is often proxied to a billing provider whose errors and redirects come through unchanged, or ' +
      'accounts without a plan have no row to read.',
    remedy:
      "Wrap the provider's answer in a JSON body of your own, and answer 200 with an empty plan or zero credits " +
      'where an account has none.',
  },
  'readings.listed-alias-accepted': {
    checked:
      'Aliases from GET /models take turns in the lawful submissions of the run, more of them in larger profiles. ' +
      'One that is refused where another alias is taken on is the violation.',
    violation: 'A body with an alias that stands in the list is answered 400 or 404, as if the model did not exist.',
    cause:
      'The list usually comes from another source than the validator, so that retired or upcoming models are shown, ' +
      'or an alias is meant for a plan that the account does not have.',
    remedy:
      'Generate the list and the validator from one table, filter both by what the account may use, and take an ' +
      'alias off the list before you switch it off.',
  },
  'readings.models-not-empty': {
    checked:
      'Every successful read of GET /models is examined: lists without entries, empty objects and null count as ' +
      'empty, and aliases that one read has shown should be found in the others.',
    violation: 'GET /models is answered 200 with an empty list, or with a wrapper whose only list has no entries.',
    cause:
      'A fresh environment without configured models, a filter by plan that removes everything, or a cache that was ' +
      'filled before upstream was ready are likely causes.',
    remedy:
      'Configure at least one model for each account, and go on serving the previous list when a refresh comes back ' +
      'empty.',
  },
}
