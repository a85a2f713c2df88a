import type { Explanation } from '../clause.ts'
import type { capacity as clauses } from '../clauses/capacity.ts'

export const capacity: Record<(typeof clauses)[number]['id'], Explanation> = {
  'capacity.retry-after-present': {
    checked:
      'Every 429 to a submission that speaks of capacity, or of no other limit, is examined for a Retry-After of ' +
      'digits, with or without a fraction. A single answer decides.',
    violation:
      'POST /videos is answered 429 without Retry-After, or with a date, a word such as soon or a number below zero ' +
      'in it.',
    cause:
      'The refusal often comes from a proxy or a rate limiter that sends a date or nothing, or the wait is computed ' +
      'from a moment that has already passed and becomes negative.',
    remedy:
      'Compute the wait in seconds where the 429 is made, never below zero, set the header on every such answer, and ' +
      'verify that no proxy replaces it.',
  },
  'capacity.refused-with-429': {
    checked:
      'When the body of an answer to a submission shows the word capacity_exceeded, its status is compared with 429. ' +
      'A bad body that is refused with the wrong word is left to other clauses.',
    violation: 'A submission that finds no room is answered 503, 500 or 403, while its body names capacity_exceeded.',
    cause:
      'A gateway commonly turns overload into 503, or the error class for capacity inherits its status from a ' +
      'general server error.',
    remedy:
      'Tie the code word and the status together in one error definition, and let the gateway pass the 429 of the ' +
      'application through unchanged.',
  },
  'capacity.retry-after-whole': {
    checked:
      'Where a 429 to a submission gives a usable number of seconds, its spelling is examined for digits only, ' +
      'without a fraction.',
    violation: 'Retry-After arrives as 2.5 or 30.0, which HTTP clients that expect whole seconds may fail to read.',
    cause:
      'The value is usually the result of a division, or of a clock in fractions of a second, and is printed as it ' +
      'comes.',
    remedy: 'Round the wait up to the next whole second before it is written into the header.',
  },
  'capacity.other-limits-say-when': {
    checked:
      'A 429 to a submission that names another limit, by a code word of its own, is examined for Retry-After in the ' +
      'same way as one for lack of room.',
    violation:
      'A POST answered 429 with a code such as rate_limited says nothing of the time to wait, or names it as a date.',
    cause:
      'Rate limiters in gateways and middleware often announce their reset in headers of their own and leave out the ' +
      'standard one.',
    remedy:
      "Switch on the limiter's option for Retry-After in seconds, or add the header where its refusals pass through " +
      'your code.',
  },
  'capacity.waiting-helps': {
    checked:
      'Submissions refused with 429 are sent again after the wait that was asked for. Five such refusals in a row ' +
      'with no job of the run under way, and nothing accepted after them, are reported as a warning.',
    violation:
      'The account has no unfinished job, yet the same POST is answered 429 five times, each after the time that ' +
      'Retry-After gave.',
    cause:
      'Places of jobs that ended, failed or were lost are sometimes never given back, or each refused attempt ' +
      'extends the wait; a fixed wait may have nothing to do with the real queue.',
    remedy:
      "Free a job's place when it becomes final, whatever the outcome, expire places whose job is gone, and derive " +
      'the wait from when room is really expected.',
  },
}
