import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'

export const submissionAnswered = {
  'submission.accepted-with-202': {
    checked:
      'All lawful submissions of the run count, drawn ones included: what is taken on must show 202 exactly, and ' +
      'what is refused counts once the plainest body has been accepted again after it.',
    violation:
      'A correct body is answered 200, 201 or a redirect to the job, or it is refused with 400 or 422 although all ' +
      'that it says lies within the documented values.',
    cause:
      "A framework's default status for a created resource is often left in place, or a validator objects to the " +
      'order of fields, to white space or to a default that is stated explicitly.',
    remedy:
      'Set the status of the submit handler to 202 on every branch that creates a job, and base validation on the ' +
      'list of accepted values alone.',
  },
  'submission.answer-carries-the-id': {
    checked:
      'Once a submission is accepted, the values in its answer that may be an id are asked for with GET /videos/{id} ' +
      'until one is known. If they all bring 404, or the answer is no JSON, the clause is broken.',
    violation:
      'A 202 comes with an empty body, with plain text, or with JSON such as a status and a message, but with ' +
      'nothing that leads to a job when it is polled.',
    cause:
      'The answer is sometimes sent before the job has been stored, so that polls miss it; or a trace number is ' +
      "returned in place of the job's own id, or the id is cut or reformatted.",
    remedy:
      'Store the job before you answer, take the id for the answer from the stored record, and let polls read from a ' +
      'place that already has it.',
  },
  'submission.ids-differ': {
    checked:
      'The ids of all accepted submissions of one account whose bodies differ are compared in pairs, and no two of ' +
      'them may be equal.',
    violation:
      'Two POSTs with different prompts or settings are both answered 202 with the same id, so that polling it can ' +
      'show only one of the two jobs.',
    cause:
      'Ids may be derived from a part of the body, such as the prompt or its length, or from a clock with too coarse ' +
      'a step; a counter that restarts or a cached answer has the same effect.',
    remedy:
      'Draw ids at random with enough digits, or from a sequence of the database, and let a unique index guard them.',
  },
  'submission.identical-are-distinct': {
    checked:
      'The same body is submitted more than once by one account, at once or one after the other, and the ids in the ' +
      'accepted answers should all be different.',
    violation:
      'The second of two equal POSTs is answered 202 with the id of the first, and polling it shows a job that is ' +
      'already under way or finished.',
    cause:
      'A protection against double submission that recognises repeats by their body, or a cache of results keyed by ' +
      'prompt and settings, is the usual cause.',
    remedy:
      'Create a job for each accepted submission, and keep any reuse of results inside the generation step, behind ' +
      'an id of its own.',
  },
  'submission.echo-agrees': {
    checked:
      'Where an answer to a submission or a poll shows at least two parameters in one object, they are compared with ' +
      'the body that was sent, or with the documented default where a field was left out. An object beside the record ' +
      'that never agrees in the whole run tells of something else.',
    violation:
      'A job submitted with fps 60 and ratio 9:16 is shown with fps 24 and ratio 16:9, or a frame rate that was left ' +
      'out appears as 30.',
    cause:
      'The record may show what an upstream renderer reports after rounding or clamping, defaults may be applied ' +
      "before the client's values are read, or shared state holds an earlier job's values.",
    remedy:
      'Save the validated parameters with the job when it is accepted, and build every answer from those rather than ' +
      'from upstream data.',
  },
  'submission.refused-with-4xx': {
    checked:
      'Every bad body that the run sees refused is examined, provided that a good request succeeds later: the status ' +
      'should be a client error, and neither 401 nor 404.',
    violation:
      'A body without a model is answered 500, 401 or 404, or with a redirect, where 400 or 422 would tell the ' +
      'client that its body is wrong.',
    cause:
      'Validation errors that nobody catches end as 500, and an unlisted model is often reported as 404 because a ' +
      'lookup failed; some proxies turn refusals into redirects.',
    remedy:
      'Map every validation error, failed lookups of a model included, to one client-error status of your choice, ' +
      'for instance 400 or 422.',
  },
  'submission.refused-costs-nothing': {
    checked:
      'In a quiet phase usage and balance of account A are read around two rounds of refused bodies and, with a ' +
      'burst, around submissions answered 429. An amount that moves each time, and does not merely count attempts, ' +
      'is held against the server.',
    violation:
      'After ten POSTs answered 400 the balance is lower than before, or the number of videos in the usage has ' +
      'grown, although no job was accepted.',
    cause:
      'Credits are commonly reserved before validation or before the check for room and not given back on refusal, ' +
      'or a counter is raised by middleware that runs for each POST.',
    remedy:
      'Validate and look for room first, then charge and count in the same transaction that creates the job, so that ' +
      'a refusal leaves no trace in either.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
