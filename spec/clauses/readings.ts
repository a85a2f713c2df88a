import type { ClauseData } from '../clause.ts'

export const readings = [
  {
    id: 'readings.models-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /models returns 2xx with JSON, with or without an Accept header.',
    explanation: {
      checked:
        'gatecheck reads GET /models with each configured key, without an Accept header and once with it. Every read ' +
        'must return 2xx with a body that parses as JSON.',
      violation:
        'GET /models returns 406 or 500 to a client without an Accept header, or 200 with an HTML page or an empty ' +
        'body.',
      cause:
        'Content negotiation falls back to HTML, a proxy serves its own page, or a list loaded from upstream on each ' +
        'request sometimes fails.',
      remedy:
        'Return JSON whether or not there is an Accept header, and keep a stored copy of the list for upstream ' +
        'outages.',
    },
  },
  {
    id: 'readings.usage-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /usage returns 2xx with JSON, with or without an Accept header.',
    explanation: {
      checked:
        'gatecheck reads GET /usage several times, with and without an Accept header, and while a burst exceeds the ' +
        'capacity. Each read must return 2xx with JSON.',
      violation: 'GET /usage returns 204 without a body, 404 for a key that has not created a job yet, or 500.',
      cause:
        'A key without usage was not considered, so the handler returns nothing or fails on a missing row. Sums over ' +
        'many rows may time out.',
      remedy:
        'Return a JSON value such as zeros or an empty list for a key without usage, and keep running totals if sums ' +
        'are slow.',
    },
  },
  {
    id: 'readings.capacity-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /capacity returns 2xx with JSON, with or without an Accept header.',
    explanation: {
      checked:
        'gatecheck reads GET /capacity with each key, also while submissions are refused for capacity. Each read ' +
        'must return 2xx with JSON.',
      violation: 'GET /capacity returns 500 exactly when the server is full, or 200 with a bare word such as ok.',
      cause:
        'The number is requested from busy workers at that moment and fails, or a plain-text health check was reused.',
      remedy:
        'Serve the last known headroom from memory or a cache, as JSON, so that this endpoint needs no free worker.',
    },
  },
  {
    id: 'readings.balance-answers',
    level: 'must',
    section: '§4',
    rule: 'GET /billing/balance returns 2xx with JSON, with or without an Accept header.',
    explanation: {
      checked:
        'gatecheck reads GET /billing/balance without and with an Accept header, and with every other valid key. ' +
        'Each read must return 2xx with JSON.',
      violation:
        'GET /billing/balance returns 404 or 402 for an account without a plan, or a redirect to a billing page.',
      cause:
        'The route is proxied to a billing provider whose errors and redirects come through unchanged, or accounts ' +
        'without a plan have no row.',
      remedy:
        "Wrap the provider's response in your own JSON body, and return 200 with an empty plan or zero credits for " +
        'an account without a plan.',
    },
  },
  {
    id: 'readings.listed-alias-accepted',
    level: 'must',
    section: '§4',
    rule: 'A submission with an alias from GET /models is accepted.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck submits jobs with the aliases from GET /models in turn, more of them in larger profiles. The ' +
        'clause fails if the server refuses one alias while it accepts another.',
      violation: 'A body with a listed alias returns 400 or 404, as if the model did not exist.',
      cause:
        'The list and the validator have different sources, so that retired or upcoming models are listed, or an ' +
        'alias needs a plan that the account does not have.',
      remedy:
        'Generate list and validator from one table, filter both by what the account may use, and remove an alias ' +
        'from the list before you disable it.',
    },
  },
  {
    id: 'readings.models-not-empty',
    level: 'should',
    section: '§4',
    rule: 'GET /models lists at least one alias.',
    explanation: {
      checked:
        'gatecheck checks every successful read of GET /models: arrays without entries, empty objects and null count ' +
        'as empty. Aliases from one read should appear in the others.',
      violation: 'GET /models returns 200 with an empty list, or with an object whose only list is empty.',
      cause:
        'A new environment without configured models, a filter by plan that removes everything, or a cache that was ' +
        'filled before upstream was ready.',
      remedy:
        'Configure at least one model for each account, and keep serving the previous list if a refresh comes back ' +
        'empty.',
    },
  },
] as const satisfies readonly ClauseData[]
