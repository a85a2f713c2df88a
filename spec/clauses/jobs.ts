import type { ClauseData } from '../clause.ts'

export const jobs = [
  {
    id: 'jobs.poll-answers-an-object',
    level: 'must',
    section: '§4',
    rule: "A poll of the account's own job returns 2xx with a JSON object.",
    needs: ['job'],
    explanation: {
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
  },
  {
    id: 'jobs.id-is-the-one-polled',
    level: 'must',
    section: '§2',
    rule: 'The id in the job record is the id that was polled.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck compares the field id of each job record, as text, with the id in the path of the poll. A number ' +
        'equals the string with the same digits.',
      violation:
        'GET /videos/abc returns a record whose id has another value, is missing, or has another name such as job_id.',
      cause:
        'The record contains an internal identifier or the id of an upstream task, or shared state under parallel ' +
        'polls mixes up records.',
      remedy:
        'Fill id with the same value that the submission returned, and keep upstream identifiers in other fields.',
    },
  },
  {
    id: 'jobs.status-is-a-listed-word',
    level: 'must',
    section: '§3',
    rule: 'The status is exactly queued, running, succeeded or failed.',
    needs: ['job'],
    explanation: {
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
  },
  {
    id: 'jobs.running-has-a-stage',
    level: 'must',
    section: '§3',
    rule: 'A running job has the stage generating or enhancing.',
    needs: ['job'],
    explanation: {
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
  },
  {
    id: 'jobs.queued-stage-is-a-listed-word',
    level: 'must',
    section: '§3',
    rule: 'A queued job has the stage generating or enhancing, or none.',
    needs: ['job'],
    explanation: {
      checked:
        'In records with status queued, stage may be absent, null, generating or enhancing. Any other value fails ' +
        'the clause.',
      violation: 'A poll returns status queued together with a stage such as waiting, pending or an empty string.',
      cause:
        'The field contains the name of an internal queue before the work begins, or a default such as an empty ' +
        'string from the data model.',
      remedy: 'Omit the field before the first stage, or set it to that stage, and keep the names of queues internal.',
    },
  },
  {
    id: 'jobs.succeeded-has-a-url',
    level: 'must',
    section: '§2',
    rule: 'A succeeded job has a url that is an absolute http or https URL.',
    needs: ['finished-job'],
    explanation: {
      checked:
        'Every record with status succeeded must have a url that is a string with an absolute http or https URL.',
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
  },
  {
    id: 'jobs.failed-has-an-error',
    level: 'must',
    section: '§2',
    rule: 'A failed job has an error object with a code and a message, both strings.',
    needs: ['finished-job'],
    explanation: {
      checked:
        'Every record with status failed must have an error object whose code and message are strings. ' +
        'GATECHECK_FAILING_PROMPT, if set, produces such a job.',
      violation:
        'A poll returns status failed with error null, with a string as error, or with a numeric code and no message.',
      cause:
        'Errors from different sources are passed on unchanged: exceptions without a message, upstream codes as ' +
        'numbers, or a timeout that sets only the status.',
      remedy:
        'Convert every cause of failure, including timeouts and crashes, to an object with a string code and a ' +
        'message before you set the status.',
    },
  },
  {
    id: 'jobs.final-stays-final',
    level: 'must',
    section: '§3.1',
    rule: 'A job that was succeeded or failed once has the same status on every later poll.',
    needs: ['finished-job'],
    explanation: {
      checked:
        'gatecheck polls final jobs again: at once, several times in parallel, with another key of the account and ' +
        'some seconds later. Each poll must return the first final status.',
      violation: 'A succeeded job is running or failed on a later poll, perhaps only on one of several parallel polls.',
      cause:
        'Stale replicas or caches, a retry that restarts failed work, or a late event from a worker that overwrites ' +
        'the record.',
      remedy:
        'Make the final states terminal in storage, with a conditional update that refuses to leave them, and read ' +
        'polls from a source that is never stale.',
    },
  },
  {
    id: 'jobs.final-keeps-its-result',
    level: 'must',
    section: '§2',
    rule: 'A final job has its url or error on every later poll.',
    needs: ['finished-job'],
    explanation: {
      checked:
        'After a poll has returned the url or error of a job, each later poll with the same status must return that ' +
        'field too. The URL may differ each time.',
      violation:
        'One poll returns status succeeded with a url, and the next the same status with url null or missing. An ' +
        'error can get lost in the same way.',
      cause:
        'A result is returned once and then cleared, missing in a cached copy of the record, or removed when the ' +
        'stored link expires.',
      remedy:
        'Keep url or error with the job for as long as it can be polled, and sign a short-lived link again on each ' +
        'read.',
    },
  },
  {
    id: 'jobs.polling-reaches-the-end',
    level: 'must',
    section: '§1.2',
    rule: 'A job that is polled often enough reaches a final status.',
    needs: ['finished-job'],
    explanation: {
      checked:
        'gatecheck compares jobs with the same body. If one job finished after n polls, each other job must finish ' +
        'within 20 × n polls. At least 200 polls are always allowed.',
      violation:
        'One job is final after five polls, while another with the same body is still queued or running after more ' +
        'than 200.',
      cause:
        'The job was stored, but no worker processes it: a dropped message, a lock that is never released, or ' +
        "parallel polls that overwrite each other's progress.",
      remedy:
        'Let each poll resume the job from its stored state, advance it under a lock or a version number, and expire ' +
        'old locks.',
    },
  },
  {
    id: 'jobs.unpolled-stays',
    level: 'must',
    section: '§1.3',
    rule: 'A job that is not polled does not advance.',
    needs: ['finished-job'],
    explanation: {
      checked:
        'gatecheck runs three jobs with the same body, one after another. It polls one fast and one slowly, and ' +
        'leaves one alone while it polls another job to completion. If the unpolled job then needs fewer polls and ' +
        'starts in a later state than both others, gatecheck repeats the three jobs to confirm it.',
      violation:
        'Two jobs need the same number of polls, for example five, while the unpolled job is in a later state at its ' +
        'first poll and needs only two.',
      cause:
        'A background worker or a timer advances the jobs, or any request, such as GET /models or a poll of another ' +
        'job, advances all pending ones.',
      remedy:
        'Advance a job only in the handler of its own GET /videos/{id}, and let workers deliver results without ' +
        'changing the state that clients see.',
    },
  },
  {
    id: 'jobs.unpolled-is-not-final',
    level: 'should',
    section: '§1.3',
    rule: 'A job that passes several unfinished states is not final on its first poll, however late that poll comes.',
    needs: ['finished-job'],
    explanation: {
      checked:
        'gatecheck leaves a job alone for longer than a slowly polled job with the same body took, then polls it. ' +
        'The clause fails if the job is final at once although both polled jobs passed two or more unfinished ' +
        'states. gatecheck repeats this to confirm it.',
      violation:
        'After a pause the very first poll returns succeeded, whereas polled jobs with the same body were queued and ' +
        'running first.',
      cause:
        'Progress is computed from the time since submission, or a worker completes the job in the background and a ' +
        'poll merely reports it.',
      remedy: 'Store the state and advance it at each poll, instead of deriving it from a clock.',
    },
  },
  {
    id: 'jobs.end-within-the-deadline',
    level: 'should',
    section: '§1.2',
    rule: 'A polled job finishes within the deadline of the run.',
    needs: ['job'],
    explanation: {
      checked:
        'Every polled job should be final when the run ends. An unfinished job fails the clause only if other jobs ' +
        'finished, the run used its whole deadline, and the job was polled for at least half of that time.',
      violation: 'A poll still returns running at the deadline, although other jobs of the run finished.',
      cause:
        'Slow hardware, a long queue, or a job that waits for an event that never comes. The deadline may also be ' +
        'too short for the requested videos.',
      remedy:
        'Find out what the unfinished job waits for, and give such waits a timeout that ends in failed. If the ' +
        'server is merely slow, use a longer --deadline.',
    },
  },
  {
    id: 'jobs.refused-poll-moves-nothing',
    level: 'should',
    section: '§1.3',
    rule: 'A refused poll (401, 404) does not advance the job.',
    needs: ['finished-job'],
    explanation: {
      checked:
        'gatecheck sends a job only polls that must be refused: without a key, with an unknown key and, if ' +
        "configured, with a revoked key and with another account's key. It then compares the job's progress with " +
        'that of polled jobs with the same body. A repetition must confirm a difference.',
      violation:
        "After some polls that returned 401 or 404, the owner's first poll finds the job in a state that other jobs " +
        'reached only later.',
      cause:
        "The job is loaded and advanced before the caller's permission is checked, for instance in middleware or in " +
        'a function that all reads share.',
      remedy:
        'Check the key and the ownership first, and call the code that advances a job only after both have passed.',
    },
  },
] as const satisfies readonly ClauseData[]
