import { type Bound, MEBIBYTE } from './bound.ts'

/** Of contracts that others have written, and of who comes to the relay through which they are verified. */
export const PACT_BOUNDS = {
  relayedBytes: {
    most: MEBIBYTE,
    unit: 'bytes',
    reason: 'Request body from Pact to the relay.',
    beyond: 'The request is refused, and the contract is not verified.',
    heldBy: 'tools/pact/relay.test.ts',
  },
  strangers: {
    most: 32,
    unit: 'pieces',
    reason: 'Connections to the relay without its secret path; local users and pages in a browser can open them.',
    beyond: 'The oldest are closed.',
    heldBy: 'tools/pact/strangers-at-the-relay.test.ts',
  },
  strangerMs: {
    most: 10000,
    unit: 'ms',
    reason: 'Time to the request headers on the relay.',
    beyond: 'The connection is closed.',
  },
  patternCharacters: {
    most: 500,
    unit: 'characters',
    reason: 'Regular expression of a contract, tested on what the specification allows.',
    beyond: 'It is not tried; whether that part is specified is unknown.',
  },
  patternOfAStateCharacters: {
    most: 200,
    unit: 'characters',
    reason: 'Regular expression of a contract for the status of a job.',
    beyond: 'It may mean any status.',
  },
} as const satisfies Record<string, Bound>
