import { type Bound, KIBIBYTE, MEBIBYTE } from './bound.ts'

/** Of one answer, of the time that it takes, and of where it leads. */
export const WIRE_BOUNDS = {
  headBytes: {
    most: 32 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Response headers or trailers; most servers send 1 to 2 kB, and most proxies refuse 16 kB.',
    beyond: 'The response is discarded and decides nothing.',
  },
  headers: {
    most: 256,
    unit: 'pieces',
    reason: 'Header fields of a response; most servers send 10 to 20.',
    beyond: 'The response is discarded and decides nothing.',
  },
  statusTextCharacters: {
    most: 256,
    unit: 'characters',
    reason: 'Reason phrase of a status line.',
    beyond: 'The rest is discarded.',
  },
  earlyAnswers: {
    most: 32,
    unit: 'pieces',
    reason: '1xx responses before the final one; each resets the timeout of an HTTP client.',
    beyond: 'The response is discarded and decides nothing.',
  },
  bodyBytes: {
    most: MEBIBYTE,
    unit: 'bytes',
    reason: 'Response body; most take a few kB, lists of models and usage may be longer.',
    beyond: 'The rest is not read. Clauses that need the complete body are inconclusive.',
  },
  keptOfLonger: {
    most: 64 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Part of a too large body that the history keeps.',
    beyond: 'The rest is discarded; the body counts as truncated.',
  },
  lookedAtBehind: {
    most: KIBIBYTE,
    unit: 'bytes',
    reason: 'Bytes after the kept part that are searched for the rest of a key.',
    beyond: 'They are neither searched nor kept.',
  },
  framingTimes: {
    most: 8,
    unit: 'times',
    reason:
      'Ratio of bytes on the wire to bytes of the body: 1-byte chunks take 6. HTTP/2 padding and empty frames count.',
    beyond: 'The connection is closed beyond this ratio plus 1 MiB, and the body is truncated.',
  },
  unpackedBytes: {
    most: MEBIBYTE,
    unit: 'bytes',
    reason: 'Decompressed body; 1 kB can expand to 1 MB or more.',
    beyond: 'The body counts as too large.',
  },
  codings: {
    most: 4,
    unit: 'pieces',
    reason: 'Content codings of one body; servers rarely use more than one.',
    beyond: 'The body counts as too large.',
  },
  packingWindow: {
    most: 8 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Window of a zstd body; RFC 9659 allows 8 MiB over HTTP.',
    beyond: 'The body counts as too large.',
  },
  charsets: {
    most: 100,
    unit: 'pieces',
    reason: 'Cached text decoders, one per charset.',
    beyond: 'A decoder is created for each response.',
  },
  connectMs: {
    most: 10_000,
    unit: 'ms',
    reason: 'Time to connect, TLS handshake included.',
    beyond: 'The request is retried; if every connection fails, the server is unreachable.',
  },
  silenceMs: {
    most: 20_000,
    unit: 'ms',
    reason: 'Time to the first byte of a response, and between two parts of it.',
    beyond: 'The request fails with a timeout and is retried once.',
  },
  answerMs: {
    most: 40_000,
    unit: 'ms',
    reason: 'Time from the first byte of a response to the last, against slow drips.',
    beyond: 'The request fails with a timeout and is retried once.',
  },
  connections: {
    most: 6,
    unit: 'pieces',
    reason: 'Connections to the server per kind: valid key, no key, invalid key.',
    beyond: 'Further requests wait for a connection.',
  },
  waysToTheServer: {
    most: 20,
    unit: 'pieces',
    reason: 'Addresses, certificates and proxies through which the server responded; most have 1 or 2.',
    beyond: 'They are not recorded.',
  },
  goneMs: {
    most: 6000,
    unit: 'ms',
    reason: 'Time without a response to control requests once many requests failed; a restart takes a few seconds.',
    beyond: 'The run ends without a verdict, and the report says so.',
  },
  inFlight: {
    most: 8,
    unit: 'pieces',
    reason: 'Concurrent requests to a remote server, which others may use, too.',
    beyond: 'Further requests wait.',
    option: '--concurrency',
  },
  waitMs: {
    most: 60 * 60_000,
    unit: 'ms',
    reason: 'One wait for Retry-After, if the deadline allows it.',
    beyond: 'The 429 stands and decides nothing.',
    option: '--deadline',
  },
  documentBytes: {
    most: 20 * MEBIBYTE,
    unit: 'bytes',
    reason: 'OpenAPI document at a URL, compressed and decompressed.',
    beyond: 'The document is not read; the message gives the reason.',
  },
} as const satisfies Record<string, Bound>
