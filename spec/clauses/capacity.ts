import type { ClauseData } from '../clause.ts'

export const capacity = [
  {
    id: 'capacity.retry-after-present',
    level: 'must',
    section: '§7',
    rule: 'Every 429 to a submission has a Retry-After header with a non-negative number of seconds, not a date.',
    needs: ['burst'],
    explanation: {
      checked:
        'Every 429 to a submission must have a Retry-After of digits, with or without a fraction. A 429 that names ' +
        'another limit than capacity is exempt. One response can fail the clause.',
      violation:
        'POST /videos returns 429 without Retry-After, or with a date, a word such as soon or a negative number.',
      cause:
        'The refusal comes from a proxy or a rate limiter that sends a date or nothing, or the wait is computed from ' +
        'a past moment and becomes negative.',
      remedy:
        'Compute the wait in seconds where you create the 429, at least 0, set the header on every such response, ' +
        'and check that no proxy replaces it.',
    },
  },
  {
    id: 'capacity.refused-with-429',
    level: 'must',
    section: '§7',
    rule: 'A response with the error code capacity_exceeded has status 429.',
    needs: ['burst'],
    explanation: {
      checked:
        'If the body of a response to a submission contains capacity_exceeded, its status must be 429. Other clauses ' +
        'cover invalid bodies that are refused with the wrong code.',
      violation:
        'A submission that exceeds the capacity returns 503, 500 or 403, while its body contains capacity_exceeded.',
      cause:
        'A gateway turns overload into 503, or the error class for capacity inherits its status from a general ' +
        'server error.',
      remedy:
        'Define error code and status together, and let the gateway pass the 429 of the application through ' +
        'unchanged.',
    },
  },
  {
    id: 'capacity.retry-after-whole',
    level: 'should',
    section: '§7',
    rule: 'Retry-After is a whole number.',
    needs: ['burst'],
    explanation: {
      checked:
        'If a 429 to a submission has a valid number of seconds in Retry-After, it must consist of digits only, ' +
        'without a fraction.',
      violation: 'Retry-After is 2.5 or 30.0, which HTTP clients that expect whole seconds may fail to parse.',
      cause: 'The value comes from a division or a clock with fractions of a second, and is printed unrounded.',
      remedy: 'Round the wait up to the next whole second before you write the header.',
    },
  },
  {
    id: 'capacity.other-limits-say-when',
    level: 'should',
    section: '§7',
    rule: 'A 429 to a submission for a limit other than capacity has a Retry-After header with a number of seconds too.',
    needs: ['burst'],
    explanation: {
      checked: 'A 429 to a submission that names another limit with its own error code must have Retry-After too.',
      violation: 'A POST returns 429 with a code such as rate_limited, without Retry-After or with a date in it.',
      cause:
        'Rate limiters in gateways and middleware announce their reset in headers of their own and omit the standard ' +
        'one.',
      remedy:
        "Enable the limiter's option for Retry-After in seconds, or add the header where its refusals pass through " +
        'your code.',
    },
  },
  {
    id: 'capacity.waiting-helps',
    level: 'should',
    section: '§7',
    rule: 'A submission that waits as Retry-After says is accepted in the end when the account has no unfinished jobs.',
    needs: ['burst'],
    explanation: {
      checked:
        'gatecheck repeats submissions that were refused with 429, after the requested wait. The clause fails after ' +
        'five such refusals in a row while the run has no unfinished job, unless a later one is accepted.',
      violation:
        'The account has no unfinished job, yet the same POST returns 429 five times, each after the wait from ' +
        'Retry-After.',
      cause:
        'Capacity of finished, failed or lost jobs is never released, each refused attempt extends the wait, or a ' +
        'fixed wait does not reflect the real queue.',
      remedy:
        'Release the capacity of a job when it succeeds or fails, and after a timeout if it is lost. Compute ' +
        'Retry-After from the time when capacity is expected.',
    },
  },
] as const satisfies readonly ClauseData[]
