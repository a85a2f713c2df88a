import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'

export const submissionAnswered = {
  'submission.accepted-with-202': {
    checked:
      'gatecheck checks all valid submissions of the run, including random ones. An accepted one must return ' +
      'exactly 202. A refusal counts if the control request is accepted afterwards.',
    violation:
      'A valid body returns 200, 201 or a redirect to the job, or is refused with 400 or 422 although all its ' +
      'values are documented.',
    cause:
      "A framework's default status for a created resource is still in place, or a validator rejects the order of " +
      'fields, white space or an explicit default value.',
    remedy:
      'Set the status of the submit handler to 202 on every branch that creates a job, and validate against the ' +
      'list of accepted values only.',
  },
  'submission.answer-carries-the-id': {
    checked:
      'gatecheck takes every value that may be an id from the response to an accepted submission, and polls each ' +
      'with GET /videos/{id} until one is known. The clause fails if all return 404, or if the response is not ' +
      'JSON.',
    violation:
      'A 202 has an empty body, plain text, or JSON such as a status and a message, without an id that can be ' +
      'polled.',
    cause:
      "The response is sent before the job is stored, a trace number is returned instead of the job's id, or the " +
      'id is truncated or reformatted.',
    remedy:
      'Store the job before you respond, take the id from the stored record, and let polls read from a store that ' +
      'already has it.',
  },
  'submission.ids-differ': {
    checked:
      'gatecheck compares the ids of all accepted submissions of one account with different bodies. No two may be ' +
      'equal.',
    violation:
      'Two POSTs with different prompts or settings both return 202 with the same id, so that only one of the two ' +
      'jobs can be polled.',
    cause:
      'Ids are derived from a part of the body, such as the prompt or its length, or from a coarse clock. A ' +
      'counter that restarts or a cached response has the same effect.',
    remedy: 'Generate ids at random with enough digits, or from a database sequence, and enforce a unique index.',
  },
  'submission.identical-are-distinct': {
    checked:
      'gatecheck submits the same body several times with keys of one account, in parallel or in sequence. The ids ' +
      'in the accepted responses should all differ.',
    violation:
      'The second of two equal POSTs returns 202 with the id of the first, and polling it shows a job that is ' +
      'already running or finished.',
    cause:
      'Protection against double submission that recognizes repeats by their body, or a cache of results keyed by ' +
      'prompt and settings.',
    remedy:
      'Create a job for each accepted submission, and keep any reuse of results inside the generation step, with a ' +
      'separate job id.',
  },
  'submission.echo-agrees': {
    checked:
      'If a response to a submission or a poll contains at least two parameters in one object, gatecheck compares ' +
      'them with the submitted body, or with the documented defaults for omitted fields. It ignores an object ' +
      'outside the job record if its values never match in this run.',
    violation:
      'A job with fps 60 and ratio 9:16 is returned with fps 24 and ratio 16:9, or an omitted frame rate is ' +
      'returned as 30.',
    cause:
      'The record contains what an upstream renderer reports after rounding or clamping, defaults are applied ' +
      "before the client's values, or shared state holds another job's values.",
    remedy:
      'Store the validated parameters with the job when it is accepted, and build every response from them instead ' +
      'of from upstream data.',
  },
  'submission.refused-with-4xx': {
    checked:
      'gatecheck checks the status of every refused invalid body: it should be a 4xx other than 401, 404 and 429. A ' +
      'refusal counts only if a valid request succeeds later.',
    violation: 'A body without a model returns 500, 401, 404 or a redirect instead of a status such as 400 or 422.',
    cause:
      'Uncaught validation errors become a 500, an unlisted model becomes a 404 because a lookup failed, or a ' +
      'proxy turns refusals into redirects.',
    remedy:
      'Map every validation error, including failed lookups of a model, to one 4xx of your choice, for instance ' +
      '400 or 422.',
  },
  'submission.refused-costs-nothing': {
    checked:
      'While nothing else runs, gatecheck reads usage and balance of account A before and after two rounds of ' +
      'refused bodies and, with --burst, of submissions refused with 429. The clause fails if a number changes in ' +
      'both rounds. A number that only counts attempts may change.',
    violation:
      'After ten POSTs that returned 400 the balance is lower than before, or the number of videos in the usage ' +
      'has grown, although no job was accepted.',
    cause:
      'Credits are reserved before validation or before the capacity check and not returned on refusal, or ' +
      'middleware raises a counter for each POST.',
    remedy:
      'Validate and check the capacity first, then charge and count in the same transaction that creates the job, ' +
      'so that a refusal changes neither.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
