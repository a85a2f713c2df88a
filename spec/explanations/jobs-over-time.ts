import type { Explanation } from '../clause.ts'
import type { jobs as clauses } from '../clauses/jobs.ts'

export const jobsOverTime = {
  'jobs.final-stays-final': {
    checked:
      'Jobs are polled again after their end was seen: at once, several times in parallel, by another key of the ' +
      'account and some seconds later. Each status is compared with the final one that came first.',
    violation:
      'A job that was shown as succeeded appears as running or failed on a later poll, perhaps only on one of ' +
      'several parallel ones.',
    cause:
      'Replicas or caches that lag behind, a retry that restarts failed work, or a late event from a worker that ' +
      'overwrites the record are the usual causes.',
    remedy:
      'Make the final states terminal in storage, with a conditional update that refuses to leave them, and serve ' +
      'polls from a source that cannot fall behind.',
  },
  'jobs.final-keeps-its-result': {
    checked:
      'After a job has once shown its url or error, each later poll with the same status is examined for that field ' +
      'again. The address may be a new one each time.',
    violation:
      'One poll returns status succeeded with a url, and the next the same status with url null or without the ' +
      'field; an error can get lost in the same way.',
    cause:
      'A result is sometimes handed out once and then cleared, left out of a cached copy of the record, or removed ' +
      'as soon as the stored link is considered old.',
    remedy:
      'Keep url or error with the job for as long as it can be polled, and sign the link afresh at each read if it ' +
      'is short-lived.',
  },
  'jobs.polling-reaches-the-end': {
    checked:
      'Jobs of the same body are compared: where one has ended after some number of polls, another that is ' +
      'unfinished after twenty times as many, and at least 200, is held to be stuck.',
    violation: 'One job is final after five polls, while its twin still shows queued or running after more than 200.',
    cause:
      'Usually a job got lost between the record and the work: a message that was dropped, a lock that is never ' +
      "released, or parallel polls that overwrite each other's progress.",
    remedy:
      'Let each poll resume the job from its stored state, advance it under a lock or a version number, and release ' +
      'locks that have grown old.',
  },
  'jobs.unpolled-stays': {
    checked:
      'Three jobs of one body run in turn: one polled fast, one slowly, one left alone while other requests go on and ' +
      'another job is brought to its end. If the last needs fewer polls and starts ahead of both twins, a second trio has to confirm it.',
    violation:
      'Two jobs need the same number of polls, say five, and the one left alone shows a later state at its first ' +
      'poll and needs only two.',
    cause:
      'A background worker or a timer usually drives the jobs on, or any request that reaches the server, such as a ' +
      'reading or a poll of another job, moves all pending ones along.',
    remedy:
      'Advance a job only inside the handler of its own GET /videos/{id}, and let workers hand in results without ' +
      'changing the state that clients see.',
  },
  'jobs.unpolled-is-not-final': {
    checked:
      'A job is left alone for longer than its slowly polled twin took, then polled. If it is final at once although ' +
      'both twins passed two or more unfinished states, and a second trio agrees, the run warns.',
    violation:
      'After a rest the very first poll returns succeeded, whereas its twins were seen queued and running before ' +
      'they ended.',
    cause:
      'Progress is often computed from the time since submission, or a worker completes the job in the background ' +
      'and a poll merely reports it.',
    remedy: 'Store the state and take a step from it at each poll, in place of deriving it from a clock.',
  },
  'jobs.end-within-the-deadline': {
    checked:
      'Every polled job should have shown a final status when the run ends. One that has not is a warning if other ' +
      'jobs did end, the deadline was used up and the job had at least half of it.',
    violation: 'A poll still returns running when time is up, although other jobs of the run came to an end.',
    cause:
      'Slow hardware or a long queue may explain it, and so may a job that waits for an event that never comes; ' +
      'sometimes the deadline is too short for the sizes asked for.',
    remedy:
      'Find out what the unfinished job waits for and give such waits a timeout that ends in failed; where the ' +
      'server is merely slow, run with a longer --deadline.',
  },
  'jobs.refused-poll-moves-nothing': {
    checked:
      'While a job rests, it is polled without a key, with an unknown one and, where the run has them, with a ' +
      "revoked key and another account's. Its progress is then compared with that of twins, and a second trio has to " +
      'agree.',
    violation:
      "After some polls answered 401 or 404 the owner's first poll finds the job in a state that its twins reached " +
      'only later.',
    cause:
      "The job is often loaded and advanced before the caller's right to see it is checked, for instance in " +
      'middleware or in a function that all reads share.',
    remedy: 'Check the key and the ownership first, and call the code that advances a job only after both have passed.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
