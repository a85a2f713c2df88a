import type { Explanation } from '../clause.ts'
import type { jobs as clauses } from '../clauses/jobs.ts'

export const jobsOverTime = {
  'jobs.final-stays-final': {
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
  'jobs.final-keeps-its-result': {
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
  'jobs.polling-reaches-the-end': {
    checked:
      'gatecheck compares jobs with the same body. If one job finished after n polls, each other job must finish within ' +
      '20 × n polls. At least 200 polls are always allowed.',
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
  'jobs.unpolled-stays': {
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
  'jobs.unpolled-is-not-final': {
    checked:
      'gatecheck leaves a job alone for longer than a slowly polled job with the same body took, then polls it. The ' +
      'clause fails if the job is final at once although both polled jobs passed two or more unfinished states. ' +
      'gatecheck repeats this to confirm it.',
    violation:
      'After a pause the very first poll returns succeeded, whereas polled jobs with the same body were queued and ' +
      'running first.',
    cause:
      'Progress is computed from the time since submission, or a worker completes the job in the background and a ' +
      'poll merely reports it.',
    remedy: 'Store the state and advance it at each poll, instead of deriving it from a clock.',
  },
  'jobs.end-within-the-deadline': {
    checked:
      'Every polled job should be final when the run ends. An unfinished job fails the clause only if other jobs ' +
      'finished, the run used its whole deadline, and the job was polled for at least half of that time.',
    violation: 'A poll still returns running at the deadline, although other jobs of the run finished.',
    cause:
      'Slow hardware, a long queue, or a job that waits for an event that never comes. The deadline may also be too ' +
      'short for the requested videos.',
    remedy:
      'Find out what the unfinished job waits for, and give such waits a timeout that ends in failed. If the ' +
      'server is merely slow, use a longer --deadline.',
  },
  'jobs.refused-poll-moves-nothing': {
    checked:
      'gatecheck sends a job only polls that must be refused: without a key, with an unknown key and, if configured, ' +
      "with a revoked key and with another account's key. It then compares the job's progress with that of polled jobs with the same body. A " +
      'repetition must confirm a difference.',
    violation:
      "After some polls that returned 401 or 404, the owner's first poll finds the job in a state that other jobs " +
      'reached only later.',
    cause:
      "The job is loaded and advanced before the caller's permission is checked, for instance in middleware or in " +
      'a function that all reads share.',
    remedy: 'Check the key and the ownership first, and call the code that advances a job only after both have passed.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
