import { type Bound, KIBIBYTE } from './bound.ts'

/** Of what a client does that is tried in scenarios. */
export const CLIENT_BOUNDS = {
  clientMs: {
    most: 120_000,
    unit: 'ms',
    reason: 'One scenario: the longest takes a client that keeps the law some forty seconds.',
    beyond: 'The client is ended with all that it began, and judged by what it did until then.',
    option: '--timeout',
    heldBy: 'cli/tests/client.test.ts',
  },
  clientRequests: {
    most: 20_000,
    unit: 'pieces',
    reason: 'Of a client in one scenario: one that is right sends some twenty, and a storm is one after a hundred.',
    beyond: 'They are answered and counted, and nothing is judged by them.',
    heldBy: 'clients/watching/noted.test.ts',
  },
  clientOutput: {
    most: 256 * KIBIBYTE,
    unit: 'characters',
    reason: 'What a client prints in one scenario: whether it says why a job failed stands in its last lines.',
    beyond: 'The end is kept, from the beginning of a line.',
    heldBy: 'clients/process/run-command.test.ts',
  },
  clientMoments: {
    most: 400,
    unit: 'pieces',
    reason: 'Of its requests in one scenario, those that a timeline shows.',
    beyond: 'They are counted; the history of the scenario has them all.',
    heldBy: 'clients/report.test.ts',
  },
  clientsJudged: {
    most: 20_000,
    unit: 'pieces',
    reason: 'Exchanges of clients that are looked at together: through a proxy they may come for days.',
    beyond:
      'As many again are looked at beside the next; then the older ones are forgotten, but for what they came to.',
    heldBy: 'runner/judging/clients/windows.test.ts',
  },
} as const satisfies Record<string, Bound>
