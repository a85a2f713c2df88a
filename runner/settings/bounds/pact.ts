import { type Bound, MEBIBYTE } from './bound.ts'

/** Of contracts that others have written, and of who comes to the relay through which they are verified. */
export const PACT_BOUNDS = {
  relayedBytes: {
    most: MEBIBYTE,
    unit: 'bytes',
    reason: 'The body of a request that Pact sends to the relay: it is one of the contract.',
    beyond: 'It is refused, and the contract is not verified.',
    heldBy: 'runner/pact/relay.test.ts',
  },
  strangers: {
    most: 32,
    unit: 'pieces',
    reason:
      'Connections to the relay of whoever has not shown its secret path: every user of this machine and every page in a browser reaches it.',
    beyond: 'The oldest are closed.',
    heldBy: 'runner/pact/strangers-at-the-relay.test.ts',
  },
  strangerMs: {
    most: 10000,
    unit: 'ms',
    reason: 'Until the head of a request to the relay has come: whoever was told the way in asks at once.',
    beyond: 'The connection is closed.',
  },
  patternCharacters: {
    most: 500,
    unit: 'characters',
    reason: 'A regular expression of a contract, which is tried on what the law lets a server answer.',
    beyond: 'It is not tried: whether the part is promised is not known.',
  },
  patternOfAStateCharacters: {
    most: 200,
    unit: 'characters',
    reason: 'One by which a contract says in which states a job may be.',
    beyond: 'Any of them may be meant.',
  },
} as const satisfies Record<string, Bound>
