import { type Bound, KIBIBYTE } from './bound.ts'

/** Of what a client does that is tried in scenarios. */
export const CLIENT_BOUNDS = {
  clientMs: {
    most: 120_000,
    unit: 'ms',
    reason: 'One scenario; a conforming client takes at most about 40 s.',
    beyond: 'The client and its child processes are ended, and it is judged by what it did.',
    option: '--timeout',
    heldBy: 'cli/tests/client.test.ts',
  },
  clientRequests: {
    most: 20_000,
    unit: 'pieces',
    reason: 'Requests of a client in one scenario; a conforming client sends about 20.',
    beyond: 'Further ones are answered and counted, but not judged.',
    heldBy: 'tools/client/watching/noted.test.ts',
  },
  clientOutput: {
    most: 256 * KIBIBYTE,
    unit: 'characters',
    reason: 'Output of a client in one scenario; the reason of a failure is in its last lines.',
    beyond: 'The last lines are kept.',
    heldBy: 'tools/client/process/run-command.test.ts',
  },
  clientMoments: {
    most: 400,
    unit: 'pieces',
    reason: 'Requests in the timeline of one scenario.',
    beyond: 'Further ones are counted; the history of the scenario has them.',
    heldBy: 'tools/client/report.test.ts',
  },
  clientsJudged: {
    most: 20_000,
    unit: 'pieces',
    reason: 'Exchanges of clients judged together; a proxy may record for days.',
    beyond: 'The next ones are judged with as many before them; of older ones only the results are kept.',
    heldBy: 'engine/judge/clients/windows.test.ts',
  },
} as const satisfies Record<string, Bound>
