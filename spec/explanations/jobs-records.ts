import type { Explanation } from '../clause.ts'
import type { jobs as clauses } from '../clauses/jobs.ts'

export const jobsRecords = {
  'jobs.poll-answers-an-object': {
    checked:
      'Every poll that the run makes of its own jobs with a good key is looked at for a 2xx and a JSON object. A ' +
      'refusal counts only if a good request to another path succeeds after it.',
    violation:
      'GET /videos/{id} for a job that was just accepted is answered 404 or 500, or with a list, a bare string or an ' +
      'empty body.',
    cause:
      'Polls may hit a replica that does not have the job yet, the record may come inside a list, or serialising ' +
      'some state fails, for instance that of a job without a result.',
    remedy:
      'Read the job from the store that the submission wrote to, return one object at the top level, and test ' +
      'serialisation for each state that a job can have.',
  },
  'jobs.id-is-the-one-polled': {
    checked:
      'The field id of each job record is compared, as text, with the id in the path of the poll; a number counts ' +
      'like the string that spells it.',
    violation:
      'GET /videos/abc returns a record whose id has another value, is missing, or stands under another name such as ' +
      'job_id.',
    cause:
      'Internally jobs often have a second identifier and the record shows that one, or that of an upstream task; ' +
      'shared state under parallel polls can mix records up.',
    remedy:
      'Fill id from the same value that the submission handed out, and keep upstream identifiers in fields of other ' +
      'names.',
  },
  'jobs.status-is-a-listed-word': {
    checked:
      'The status of every job record that the run sees is compared with the words of the state table, capitals and ' +
      'spaces included.',
    violation: 'A record shows status pending, processing, completed, SUCCEEDED or null, or has no status at all.',
    cause:
      'Words of an upstream provider are often passed through untranslated, or an enum is serialised in capitals; ' +
      'rare states such as cancelled tend to be forgotten in the mapping.',
    remedy:
      'Translate internal and upstream states through one exhaustive mapping to the four public words, and let an ' +
      'unmapped state fail a test rather than reach a client.',
  },
  'jobs.running-has-a-stage': {
    checked:
      'Each record whose status is running is examined for the field stage and its word. If no job is ever seen ' +
      'running, the clause is skipped.',
    violation:
      'A poll returns status running while stage is missing, null, empty or some other word such as rendering.',
    cause:
      'The stage is often written a moment after the status, or it comes from an upstream service that uses words of ' +
      'its own, or none between two phases.',
    remedy:
      'Write status and stage together, give the first running state a stage from the start, and map upstream phases ' +
      'to the two public words.',
  },
  'jobs.queued-stage-is-a-listed-word': {
    checked:
      'Records with status queued are examined: a stage that is absent or null is fine, and any other value is ' +
      'compared with the two known words.',
    violation: 'A poll returns status queued together with a stage such as waiting, pending or an empty string.',
    cause:
      'Typically the field holds the name of an internal queue before the work begins, or a default such as an empty ' +
      'string from the data model.',
    remedy:
      'Leave the field out while there is nothing to say, or set it to the stage that comes first, and keep names of ' +
      'queues internal.',
  },
  'jobs.succeeded-has-a-url': {
    checked:
      'Every record with status succeeded is tested for a url that is text and a complete web address, scheme and ' +
      'host included.',
    violation:
      'A poll shows status succeeded, but url is missing, null, empty or a relative path, or the address stands in a ' +
      'field such as video_url.',
    cause:
      'The status is often switched before the upload is complete or the link is signed, or a storage key is ' +
      'returned where an address was meant.',
    remedy:
      'Set the final status in the same step that stores the finished link, and build the full address before you ' +
      'answer.',
  },
  'jobs.failed-has-an-error': {
    checked:
      'Whenever a poll shows failed, error is tested for being an object whose code and message are both text. A ' +
      'prompt known to fail, if the user names one, brings such a job about.',
    violation:
      'A poll returns status failed with error null, with a bare text as error, or with a numeric code and no ' +
      'message.',
    cause:
      'Errors from different sources are frequently passed on as they come: exceptions without a message, upstream ' +
      'codes as numbers, or a timeout that sets only the status.',
    remedy:
      'Convert every cause of failure, timeouts and crashes included, into one record with a textual code and a ' +
      'message before the status is set.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
