import { type Bound, KIBIBYTE } from './bound.ts'

/** Of what a proxy keeps of the traffic that passes; what passes has no bound. */
export const PROXY_BOUNDS = {
  passedHeadBytes: {
    most: 128 * KIBIBYTE,
    unit: 'bytes',
    reason: 'The head of a request or an answer that passes through the proxy, or the trailers behind it.',
    beyond: 'It passes unchanged, and so does what follows on its connection; none of that is recorded.',
    heldBy: 'proxy/relay/scanner.test.ts',
  },
  passedHeaders: {
    most: 1000,
    unit: 'pieces',
    reason: 'The lines of such a head; each is kept.',
    beyond: 'It passes unchanged, and so does what follows on its connection; none of that is recorded.',
    heldBy: 'proxy/relay/scanner.test.ts',
  },
  sizeOfAChunk: {
    most: 4 * KIBIBYTE,
    unit: 'bytes',
    reason: 'The line before a chunk, which says how long it is, while its end has not come.',
    beyond: 'It passes unchanged, and so does what follows on its connection; none of that is recorded.',
    heldBy: 'proxy/relay/scanner.test.ts',
  },
  passedAtOnce: {
    most: 1000,
    unit: 'pieces',
    reason: 'Exchanges that have passed through the proxy and are not written down yet.',
    beyond: 'Clients wait until half of them are, and no time of that moment is held against anybody.',
    heldBy: 'proxy/relay/relay.test.ts',
  },
  proxyJudgingMs: {
    most: 10_000,
    unit: 'ms',
    reason:
      'Whoever ends a proxy waits for its reports: each side, server and clients, is judged for so long. 40,000 exchanges take less.',
    beyond: 'What was not judged by then is inconclusive, and so is the side. The history is whole.',
    heldBy: 'runs/proxied-storm.alone.test.ts',
  },
  elsewhereRemembered: {
    most: 1000,
    unit: 'pieces',
    reason:
      'Requests of clients to others than the interface, such as for their videos: the latest are at hand for whoever is told what is wrong.',
    beyond: 'What is wrong with the oldest is told by their numbers; the history has them all.',
    heldBy: 'proxy/recording/latest-elsewhere.test.ts',
  },
  keysTold: {
    most: 200,
    unit: 'pieces',
    reason: 'Different keys in the traffic of a proxy: each is looked for in every text, in many spellings.',
    beyond: 'Further ones have one name together, and nobody is judged by who asks with them.',
    heldBy: 'proxy/recording/keys-passing.test.ts',
  },
} as const satisfies Record<string, Bound>
