import { type Bound, MEBIBYTE } from './bound.ts'

/** Of what is looked for in answers, and of the work that they make. */
export const WORK_BOUNDS = {
  givenFileBytes: {
    most: 4 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Of prices, certificates, keys and options: all CAs that the world trusts are a quarter of a MiB.',
    beyond: 'It is wrong usage (64).',
    heldBy: 'runner/writing/file-given.test.ts',
  },
  givenRecordBytes: {
    most: 256 * MEBIBYTE,
    unit: 'bytes',
    reason:
      'Of a HAR, a contract, a baseline, and of the reports beside a recorded run: a HAR of ours has 64 million characters at most.',
    beyond: 'It is wrong usage (64).',
    heldBy: 'runner/writing/file-given.test.ts',
  },
  recordingMs: {
    most: 300_000,
    unit: 'ms',
    reason: 'To read and judge a HAR: one of 30 MiB takes some ten seconds, and a busy machine a minute.',
    beyond: 'What was not judged by then is inconclusive; a file that was not read whole by then has no verdict (2).',
    heldBy: 'runs/traffic-limits.test.ts',
  },
  recordingMemory: {
    most: 2048 * MEBIBYTE,
    unit: 'bytes',
    reason:
      'Of the process that judges a HAR: one of 30 MiB takes half a gigabyte. Where Node allows less by itself, three quarters of that.',
    beyond: 'The same.',
    heldBy: 'runs/traffic-limits.test.ts',
  },
  unpackedOfAFile: {
    most: 64 * MEBIBYTE,
    unit: 'bytes',
    reason: 'What the bodies of all requests in a HAR unpack to: hardly any client packs them, and each may be a MiB.',
    beyond: 'Of each further one only kind, length and digest are kept.',
    heldBy: 'runner/observing/request-body.test.ts',
  },
  rates: {
    most: 100,
    unit: 'pieces',
    reason: 'Of a price list: there are five resolutions and two bit depths, and a few rates of pictures.',
    beyond: 'It is wrong usage (64).',
  },
  aliasCharacters: {
    most: 1000,
    unit: 'characters',
    reason: 'An alias is a word that people type.',
    beyond: 'It is taken for no alias.',
    heldBy: 'runner/dialect/aliases.test.ts',
  },
  aliases: {
    most: 10_000,
    unit: 'pieces',
    reason: 'Each is kept, and compared with what later lists show.',
    beyond: 'The first ones are the list.',
  },
  aliasLists: {
    most: 100,
    unit: 'pieces',
    reason: 'Ways of reading GET /models as a list; of the likeliest, two dozen submissions find the right one.',
    beyond: 'The least likely are not tried.',
  },
  idCharacters: {
    most: 6000,
    unit: 'characters',
    reason: 'An id has to stand in a path, and longer paths may meet something in front of the server.',
    beyond: 'It is not asked for, and whether the answer carries an id is inconclusive.',
    heldBy: 'runner/dialect/job-id.test.ts',
  },
  idDepth: {
    most: 16,
    unit: 'levels',
    reason: 'Envelopes stand in envelopes, but nobody puts the id of a job further down.',
    beyond: 'It is not asked for, and whether the answer carries an id is inconclusive.',
  },
  judgingMs: {
    most: 5000,
    unit: 'ms',
    reason:
      'What a run of some thousand requests has seen is judged in less; to it come a fiftieth of the deadline or, if that is more, what its requests take. Where others have the processors it is what it works itself, for up to five times as long.',
    beyond: 'What was not judged by then is inconclusive, and so is the run; whoever judges it again goes as far.',
    option: '--deadline',
    heldBy: 'runner/run/time-to-judge.test.ts',
  },
  judgingARequestMs: {
    most: 0.25,
    unit: 'ms',
    reason:
      'Whatever else the machine does: judging a request and its answer takes a fifth of it. Where many were sent, the verdicts are worth the wait.',
    beyond: 'The same.',
    heldBy: 'runner/run/time-to-judge.test.ts',
  },
  judgingOnceInterruptedMs: {
    most: 1000,
    unit: 'ms',
    reason: 'Whoever interrupts a run waits for its end.',
    beyond: 'What was not judged by then is inconclusive.',
    heldBy: 'runner/run/time-to-judge.test.ts',
  },
  longOnceInterrupted: {
    most: 2 * MEBIBYTE,
    unit: 'characters',
    reason:
      'Whoever interrupts a run waits for its end, and to look through a million characters takes a fifth of a second.',
    beyond: 'Its jobs are left, and named: the next run, or drain, brings them to their ends.',
    heldBy: 'runner/run/session/patience-once-interrupted.test.ts',
  },
  wordsCharacters: {
    most: 2000,
    unit: 'characters',
    reason:
      'What was expected, what came, why there is no verdict and what was chosen are sentences for people, in which the words of a server stand.',
    beyond: 'The beginning is told; the whole stands in the history.',
    heldBy: 'runner/judging/few-words.test.ts',
  },
  violations: {
    most: 20,
    unit: 'pieces',
    reason: 'Of many cases that are broken alike, the first ones are shown.',
    beyond: 'They are counted.',
    heldBy: 'runner/judging/few-words.test.ts',
  },
  evidence: {
    most: 50,
    unit: 'pieces',
    reason: 'Nobody looks at more exchanges that show the same.',
    beyond: 'They are left out.',
    heldBy: 'runner/judging/few-words.test.ts',
  },
  choices: {
    most: 50,
    unit: 'pieces',
    reason: 'An open point has a few choices; a server may make another one each time.',
    beyond: 'They are left out, and the choice is called inconsistent all the same.',
  },
  states: {
    most: 500,
    unit: 'pieces',
    reason: 'A job passes four states and two stages; a server may go to and fro between them.',
    beyond: 'The first ones and the last are told; the whole stands in the history.',
    heldBy: 'runner/report/tally.test.ts',
  },
  memoryBeforeTidying: {
    most: 208 * MEBIBYTE,
    unit: 'bytes',
    reason: 'What a run holds of most servers is less; the machine of a CI job may have little more.',
    beyond:
      'What is thrown away is tidied up more often, which takes a quarter more of the processor; a run stays below 400 MB.',
    heldBy: 'cli/process/memory.slow.test.ts',
  },
} as const satisfies Record<string, Bound>
