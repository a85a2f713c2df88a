import { type Bound, KIBIBYTE } from './bound.ts'

/** Of what a proxy keeps of the traffic that passes; what passes has no bound. */
export const PROXY_BOUNDS = {
  passedHeadBytes: {
    most: 128 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Headers or trailers of a message through the proxy.',
    beyond: 'The message and the rest of its connection are forwarded unchanged and not recorded.',
    heldBy: 'tools/proxy/relay/scanner.test.ts',
  },
  passedHeaders: {
    most: 1000,
    unit: 'pieces',
    reason: 'Header fields of such a message.',
    beyond: 'The message and the rest of its connection are forwarded unchanged and not recorded.',
    heldBy: 'tools/proxy/relay/scanner.test.ts',
  },
  sizeOfAChunk: {
    most: 4 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Line with the size of a chunk.',
    beyond: 'The message and the rest of its connection are forwarded unchanged and not recorded.',
    heldBy: 'tools/proxy/relay/scanner.test.ts',
  },
  passedAtOnce: {
    most: 1000,
    unit: 'pieces',
    reason: 'Exchanges that are forwarded and not yet recorded.',
    beyond: 'Clients wait until half of them are recorded; their timing then judges nothing.',
    heldBy: 'tools/proxy/relay/relay.test.ts',
  },
  proxyJudgingMs: {
    most: 10_000,
    unit: 'ms',
    reason: 'Judging each side, server and clients, at the end; 40,000 exchanges take less.',
    beyond: 'Clauses not judged by then are inconclusive, and so is the side. The history is complete.',
    heldBy: 'runs/proxied-storm.alone.test.ts',
  },
  elsewhereRemembered: {
    most: 1000,
    unit: 'pieces',
    reason: 'Recent requests of clients to other hosts, such as video downloads, for messages about failures.',
    beyond: 'Messages name older ones by number; the history has them.',
    heldBy: 'tools/proxy/recording/latest-elsewhere.test.ts',
  },
  keysTold: {
    most: 200,
    unit: 'pieces',
    reason: 'Different keys through the proxy; each is searched for in every text and encoding.',
    beyond: 'Further keys share one name, and no client is judged by them.',
    heldBy: 'tools/proxy/recording/keys-passing.test.ts',
  },
} as const satisfies Record<string, Bound>
