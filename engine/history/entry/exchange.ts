import type { ClauseId } from '../../../spec/clauses.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import type { KeyName } from '../../keys/placeholders.ts'
import type { Mark } from './mark.ts'

export type Header = readonly [name: string, value: string]

/** A request with placeholders for keys. */
export type RequestTemplate = {
  method: string
  /** Path and query. */
  path: string
  headers: readonly Header[]
  body?: string
  /** Each character of the body is one byte. For an undecodable body of observed traffic: its length and digest. */
  bytes?: true
  /** The body is sent in two parts with a pause. */
  inPieces?: true
  /** Sent without the default User-Agent. */
  plain?: true
}

/** Why there is no complete response. */
export type FailureKind =
  | 'refused'
  | 'reset'
  | 'timeout'
  | 'dns'
  | 'tls'
  /** The server's or our certificate was rejected. */
  | 'certificate'
  /** The proxy did not connect. */
  | 'proxy'
  /** The request needs HTTP/1.1, which the server does not offer. */
  | 'http2 alone'
  | 'malformed'
  /** Larger than a limit of gatecheck: not the server's fault. */
  | 'excess'
  | 'interrupted'
  | 'network'

export type Failure = { kind: FailureKind; message: string }

export type Answer = {
  status: number
  /** The reason phrase. */
  statusText?: string
  headers: readonly Header[]
  /** Decoded, with placeholders for keys. */
  body: string
  bytes: number
  /** The body is only the beginning of a long one. */
  truncated?: true
  /** JSON with its long texts and lists cut. */
  shortened?: true
  /** The recorder left the headers out. */
  headersLeftOut?: true
  /** Why the body could not be decoded. */
  garbled?: string
}

/**
 * twin: the control request of probes · probe: differs from it in one place · control: checks that a good request still
 * succeeds · introduction: discovery · submission, poll: of a job · observation: of an open point.
 */
type Part = 'twin' | 'probe' | 'control' | 'introduction' | 'submission' | 'poll' | 'observation'

/** body: the JSON · manner: headers or encoding · oddity: so unusual that a gateway may respond instead. */
export type Wrong = 'body' | 'manner' | 'oddity'

/** Why a request was sent. */
export type Purpose = {
  by: string
  part: Part
  /** What this request tests, in words. */
  case?: string
  /** The case as data for the judge. */
  mark?: Mark
  /** The number of the control request. */
  twin?: number
  /** Probes with more basic mistakes, which must be refused before this one is judged. */
  foils?: number[]
  /** The number of the submission whose job this request reads. */
  job?: number
  /** The job id in the path, before percent-encoding. */
  polled?: string
  /** The key that submitted the job, if another one reads it. */
  owner?: KeyName
  /** The submission whose job this key must not see. */
  foreign?: number
  /** The job id that the requested id was derived from. */
  near?: string
  /** Names of the values that a valid submission tests. */
  tries?: string[]
  /** The clause that a generated request violates. */
  breaks?: ClauseId
  /** The number of the failed probe that is repeated, to find intermittent failures. */
  repeats?: number
  /** What is wrong with a probe, for rules over all probes. */
  wrong?: readonly Wrong[]
  /** The open point that a request tests: any response is allowed. */
  open?: OpenPointId
  /** What the specification requires for an observed submission. */
  opinion?: 'accept' | 'refuse' | 'open'
  /** The recorder left the key out. */
  keyLeftOut?: true
}

export type AboutRequest = Omit<Purpose, 'by' | 'part'> & { by?: never; part?: never }

/** Milliseconds until a connection was free, until a new one was open with DNS and TLS, and until the response headers. */
export type Phases = { blocked: number; connect?: number; wait?: number }

/**
 * What a proxy saw of a client. The times of the exchange are the proxy's: from the arrival of the request's headers until
 * the last byte of the response was forwarded.
 */
export type Passing = {
  /** Number of the client, if not only its key identifies it. */
  client?: number
  /** The client disconnected before the response was complete. */
  lost?: true
  http?: '1.0' | '1.1' | '2' | '3'
}

export type Exchange = {
  kind: 'exchange'
  n: number
  /** Milliseconds since the run began. */
  at: number
  ms: number
  /** Unknown in older histories and observed traffic. */
  phases?: Phases
  /** Logical times: a response received before another request was sent has the smaller number. */
  sent: number
  received: number
  /** Number of the connection, from 1. */
  connection?: number
  /** Over HTTP/2 instead of HTTP/1.1. */
  http2?: true
  /** The header of that name, with --trace. */
  traceparent?: string
  passing?: Passing
  /** Earlier attempts, the control request between them, and whether this was the last attempt. */
  again?: { attempts: number[]; control?: number; last?: true }
  purpose: Purpose
  request: RequestTemplate
  answer?: Answer
  failure?: Failure
}

/** A client's request to another origin or outside the base URL, for judging clients. Numbered like exchanges. */
export type Elsewhere = Omit<Exchange, 'kind' | 'purpose' | 'phases' | 'again'> & {
  kind: 'elsewhere'
  /** As in URL.origin. */
  origin: string
}

/** The recorder was delayed, so times in this period may be off by as much. */
export type Late = { kind: 'late'; at: number; ms: number }
