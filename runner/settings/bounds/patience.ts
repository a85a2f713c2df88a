import type { Bound } from './bound.ts'

/** Of how often a run asks again, and how long it waits, whatever a server answers. */
export const PATIENCE_BOUNDS = {
  runMs: {
    most: 10 * 60_000,
    unit: 'ms',
    reason: 'A run as a whole, whatever a server has it wait for; judging what it has seen comes to it.',
    beyond: 'Its jobs are left, and named; what was not tried or seen by then is inconclusive.',
    option: '--deadline',
    heldBy: 'suites/whole-runs/session.slow.test.ts',
  },
  retries: {
    most: 3,
    unit: 'times',
    reason:
      'A request that failed, or was answered 5xx, is sent again: a flaky network fails now and then, and a broken server each time.',
    beyond: 'What came the last time counts.',
    heldBy: 'runner/wire/client.test.ts',
  },
  retriesOfSilence: {
    most: 1,
    unit: 'times',
    reason:
      'One that nobody answered in time: each costs the whole time that a request may take, and no network swallows the same one twice.',
    beyond: 'No answer came, and that counts.',
    heldBy: 'runner/wire/client.test.ts',
  },
  fileRetries: {
    most: 3,
    unit: 'times',
    reason: 'A request for a file that failed, or was refused for now.',
    beyond: 'What came the last time counts.',
  },
  fileRetriesInVain: {
    most: 1,
    unit: 'times',
    reason: 'One that was not answered in time, or will not be answered otherwise a second later.',
    beyond: 'What came the last time counts.',
  },
  heldPollMs: {
    most: 3000,
    unit: 'ms',
    reason: 'A poll that waits until another account has looked at the job as it is: some are told to wait for longer.',
    beyond: 'The job is polled on.',
    heldBy: 'runner/jobs/jobs.test.ts',
  },
  waits: {
    most: 8,
    unit: 'times',
    reason: 'For one request that is answered 429 while nothing else of its kind gets in.',
    beyond: 'The 429 stands, which decides nothing.',
    heldBy: 'runner/wire/client.test.ts',
  },
  waitsAsOthersGetIn: {
    most: 24,
    unit: 'times',
    reason: 'The same where others get in: who refuses now and then refuses one eight times in a row sooner or later.',
    beyond: 'The 429 stands, which decides nothing.',
  },
  waitsThatDouble: {
    most: 8,
    unit: 'times',
    reason: 'Each wait of whoever is not told for how long is twice the one before.',
    beyond: 'They grow no longer: 256 polling intervals each.',
  },
  looksAtARefusedKey: {
    most: 3,
    unit: 'times',
    reason: 'A key that was good, and is refused whatever it asks, is tried with a good request.',
    beyond: 'It was revoked: the run ends, and says so.',
    heldBy: 'runner/wire/refused-key.test.ts',
  },
  unfinishedJobs: {
    most: 64,
    unit: 'pieces',
    reason: 'Jobs of a run at once, however many a server takes on: each is polled to its end.',
    beyond: 'Further submissions wait until one has ended.',
    heldBy: 'runner/jobs/room.test.ts',
  },
  triesForMoreRoom: {
    most: 8,
    unit: 'times',
    reason: 'Others may take up what room there was for jobs: whether it is there again is tried so often.',
    beyond: 'So many jobs as the last 429 showed are under way at once.',
  },
  timesFull: {
    most: 3,
    unit: 'times',
    reason: 'What can be seen only while there is no room is looked at when a submission is refused.',
    beyond: 'It is not looked at again.',
    heldBy: 'runner/jobs/room.test.ts',
  },
  twinsOfEndlessJobs: {
    most: 3,
    unit: 'pieces',
    reason: 'Whether a job that does not end ever would, its twin tells, and each is a job to pay for.',
    beyond: 'A job is followed for as long as the others took, and is then said to be lost.',
    heldBy: 'runner/jobs/jobs.test.ts',
  },
  pollsThatTellNothing: {
    most: 3,
    unit: 'times',
    reason:
      'In a row, of a job that an interrupted run brings to its end: it is refused, or in a state that nobody knows.',
    beyond: 'The job is left, and named.',
    heldBy: 'runner/jobs/bring-home.test.ts',
  },
  comingHomeMs: {
    most: 5 * 60_000,
    unit: 'ms',
    reason: 'An interrupted run polls its jobs for 30 s, or for as long as jobs were seen to take.',
    beyond: 'The jobs are left, and named: the next run, or drain, brings them to their ends.',
    heldBy: 'runner/jobs/bring-home.test.ts',
  },
  leftoversMs: {
    most: 120_000,
    unit: 'ms',
    reason: 'For the jobs that an earlier run left, and no more than a quarter of the deadline: some never end.',
    beyond: 'The run begins beside them.',
    option: '--deadline',
    heldBy: 'runner/run/introduction/introduction.test.ts',
  },
  readsAtFirst: {
    most: 3,
    unit: 'times',
    reason: 'Of each reading endpoint, before any good request is known that another could be compared with.',
    beyond: 'What came the last time counts.',
    heldBy: 'runner/run/introduction/introduction.test.ts',
  },
  submissionsAtFirst: {
    most: 24,
    unit: 'pieces',
    reason:
      'Different bodies until one is taken on: what is refused costs nothing, and without a job little is judged.',
    beyond: 'The run has no job, and what needs one is inconclusive.',
    heldBy: 'runner/run/introduction/introduction.test.ts',
  },
  aliasesAtFirst: {
    most: 4,
    unit: 'pieces',
    reason: 'Of each way of reading the list of models, the aliases that a first job is tried with.',
    beyond: 'They are not tried.',
  },
  idsAtFirst: {
    most: 12,
    unit: 'pieces',
    reason:
      'Values in the answer to the first submission that may be the id of its job; the three likeliest are tried twice.',
    beyond: 'They are not tried: where none of the others is the id, what needs a job is inconclusive.',
  },
  idsOfOneJob: {
    most: 6,
    unit: 'pieces',
    reason: 'The same, of a later submission whose id stands elsewhere than that of the first one.',
    beyond: 'They are not tried, and the job is followed by nobody.',
  },
} as const satisfies Record<string, Bound>
