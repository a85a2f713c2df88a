import type { Explanation } from '../clause.ts'
import type { jobs as clauses } from '../clauses/jobs.ts'

export const jobsRecords = {
  'jobs.poll-answers-an-object': {
    checked:
      "Every poll of the run's own jobs with a valid key must return 2xx and a JSON object. A refusal counts only " +
      'if a valid request to another path succeeds afterwards.',
    violation: 'GET /videos/{id} for an accepted job returns 404 or 500, or a list, a bare string or an empty body.',
    cause:
      'A poll reads a replica that does not have the job yet, the record is wrapped in a list, or a state cannot ' +
      'be serialized, for instance a job without a result.',
    remedy:
      'Read the job from the store that the submission wrote to, return one object at the top level, and test ' +
      'serialization for every state of a job.',
  },
  'jobs.id-is-the-one-polled': {
    checked:
      'gatecheck compares the field id of each job record, as text, with the id in the path of the poll. A number ' +
      'equals the string with the same digits.',
    violation:
      'GET /videos/abc returns a record whose id has another value, is missing, or has another name such as ' +
      'job_id.',
    cause:
      'The record contains an internal identifier or the id of an upstream task, or shared state under parallel ' +
      'polls mixes up records.',
    remedy: 'Fill id with the same value that the submission returned, and keep upstream identifiers in other fields.',
  },
  'jobs.status-is-a-listed-word': {
    checked:
      'gatecheck compares the status of every job record with the four words of the state table, including letter ' +
      'case and spaces.',
    violation: 'A record has status pending, processing, completed, SUCCEEDED or null, or no status at all.',
    cause:
      'Upstream statuses are passed through unchanged, or an enum is serialized in upper case. Rare states such as ' +
      'cancelled are missing in the mapping.',
    remedy:
      'Map internal and upstream states to the four public words in one exhaustive mapping, and let an unmapped ' +
      'state fail a test.',
  },
  'jobs.running-has-a-stage': {
    checked:
      'Each record with status running must have stage generating or enhancing. If no poll returns running, the ' +
      'clause is not tested.',
    violation:
      'A poll returns status running and a stage that is missing, null, empty or another word such as rendering.',
    cause:
      'The stage is written a moment after the status, or comes from an upstream service with other words, or is ' +
      'empty between two phases.',
    remedy:
      'Write status and stage together, give the first running state a stage, and map upstream phases to the two ' +
      'public words.',
  },
  'jobs.queued-stage-is-a-listed-word': {
    checked:
      'In records with status queued, stage may be absent, null, generating or enhancing. Any other value fails ' +
      'the clause.',
    violation: 'A poll returns status queued together with a stage such as waiting, pending or an empty string.',
    cause:
      'The field contains the name of an internal queue before the work begins, or a default such as an empty ' +
      'string from the data model.',
    remedy: 'Omit the field before the first stage, or set it to that stage, and keep the names of queues internal.',
  },
  'jobs.succeeded-has-a-url': {
    checked: 'Every record with status succeeded must have a url that is a string with an absolute http or https URL.',
    violation:
      'A poll returns status succeeded, but url is missing, null, empty or a relative path, or the URL is in a ' +
      'field such as video_url.',
    cause:
      'The status changes before the upload is complete or the link is signed, or a storage key is returned ' +
      'instead of a URL.',
    remedy:
      'Set the final status in the same step that stores the finished link, and build the absolute URL before you ' +
      'respond.',
  },
  'jobs.failed-has-an-error': {
    checked:
      'Every record with status failed must have an error object whose code and message are strings. ' +
      'GATECHECK_FAILING_PROMPT, if set, produces such a job.',
    violation:
      'A poll returns status failed with error null, with a string as error, or with a numeric code and no ' +
      'message.',
    cause:
      'Errors from different sources are passed on unchanged: exceptions without a message, upstream codes as ' +
      'numbers, or a timeout that sets only the status.',
    remedy:
      'Convert every cause of failure, including timeouts and crashes, to an object with a string code and a ' +
      'message before you set the status.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
