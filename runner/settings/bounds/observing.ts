import type { Bound } from './bound.ts'

/** Of traffic that nobody planned, in a file of others or through the proxy. */
export const OBSERVING_BOUNDS = {
  keysOfAFile: {
    most: 200,
    unit: 'pieces',
    reason: 'Different keys in a recording of others: each is looked for in every text, in many spellings.',
    beyond: 'The file is not read, and why is said.',
    heldBy: 'runner/observing/keys-seen.test.ts',
  },
  secretCharacters: {
    most: 100_000,
    unit: 'characters',
    reason: 'Passwords and tokens in traffic that are looked for in all texts; a token has a few hundred characters.',
    beyond: 'Further ones are redacted where their names stand, and are not looked for elsewhere.',
  },
  jobsObserved: {
    most: 5000,
    unit: 'pieces',
    reason: 'Whoever records for days must not be told more than is kept.',
    beyond: 'The oldest are forgotten: what is asked of them is an observation.',
  },
  wrongRequestsObserved: {
    most: 2000,
    unit: 'pieces',
    reason: 'Of one kind, in traffic of others: what a server makes of a mistake shows in the first.',
    beyond: 'Nothing is judged by them.',
    heldBy: 'suites/traffic/judges.test.ts',
  },
  jobsOfOneId: {
    most: 500,
    unit: 'pieces',
    reason: 'A word like queued may be the id of each job, for all that anybody knows.',
    beyond: 'The oldest of them are forgotten under that word.',
  },
  idsOfAnObservedJob: {
    most: 12,
    unit: 'pieces',
    reason: 'Values in the answer to a submission that may be its id: a server that is new to us may put it anywhere.',
    beyond: 'Reads that ask for them are observations.',
  },
  observedBodyCharacters: {
    most: 20_000,
    unit: 'characters',
    reason: 'Of a submission that nobody planned: longer ones may meet something in front of the server.',
    beyond: 'It is only observed, and no answer to it is wrong.',
  },
  observedPathCharacters: {
    most: 2000,
    unit: 'characters',
    reason: 'Of a request that nobody planned: longer ones may meet something in front of the server.',
    beyond: 'It is only observed, and no answer to it is wrong.',
    heldBy: 'runner/observing/attribution.test.ts',
  },
  refusalsOfAKey: {
    most: 50,
    unit: 'pieces',
    reason: 'In a row, by which a key is seen to be lost: three at two endpoints would do.',
    beyond: 'They are not kept.',
  },
  idsOfClients: {
    most: 40_000,
    unit: 'pieces',
    reason: 'That clients were given: as many as they may ask for while anybody judges by them.',
    beyond: 'The oldest are forgotten, and nobody is judged by asking for them.',
  },
  aliasesOfClients: {
    most: 10_000,
    unit: 'pieces',
    reason: 'That clients were shown: a server that lists others each time lists nothing.',
    beyond: 'They are not kept.',
  },
  urlsOfOnePath: {
    most: 20,
    unit: 'pieces',
    reason: 'That clients were shown, alike but for what is signed in them.',
    beyond: 'The oldest are forgotten, and nobody is judged by asking for them.',
  },
} as const satisfies Record<string, Bound>
