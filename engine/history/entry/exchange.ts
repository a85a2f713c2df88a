import type { ClauseId } from '../../../spec/clauses.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import type { KeyName } from '../../keys/recipes.ts'
import type { Mark } from './mark.ts'

export type Header = readonly [name: string, value: string]

/** A request as a check writes it: keys stand in it as recipes, never as themselves. */
export type RequestTemplate = {
  method: string
  /** From the root of the origin, query included. */
  path: string
  headers: readonly Header[]
  body?: string
  /**
   * Each character of the body is sent as one byte, which need not make up text. Of one that somebody else sent and nobody
   * can read, there stands how long it was and its digest.
   */
  bytes?: true
  /** The body goes out in two pieces, the second a moment after the first, as a network may part it. */
  inPieces?: true
  /** Sent as it stands here, and without a User-Agent, which goes with all others that have none of their own. */
  plain?: true
}

/** What kind of mishap kept an answer from coming, or from coming whole. */
export type FailureKind =
  | 'refused'
  | 'reset'
  | 'timeout'
  | 'dns'
  | 'tls'
  /** A certificate is bad, theirs or ours. */
  | 'certificate'
  /** What stands in between gave no way to the server. */
  | 'proxy'
  /** It cannot be said in HTTP/2, and the server speaks nothing else. */
  | 'http2 alone'
  | 'malformed'
  /** More came than is read of any answer: a bound of ours, and so nothing that a server may be blamed for. */
  | 'excess'
  | 'interrupted'
  | 'network'

export type Failure = { kind: FailureKind; message: string }

export type Answer = {
  status: number
  /** What stands behind the status in the first line, where something does. */
  statusText?: string
  headers: readonly Header[]
  /** The decoded text, keys replaced by recipes. */
  body: string
  bytes: number
  /** Only the beginning is here: the answer was longer than the client reads. */
  truncated?: true
  /** Long texts and lists in it are cut, since there was no room for them. */
  shortened?: true
  /** Whoever recorded the answer left its headers out. */
  headersLeftOut?: true
  /** The body was not text of the charset it claims, or its compression was broken. */
  garbled?: string
}

/**
 * twin: seen to succeed, the measure of the probes · probe: breaks it in one place · control: asks whether a good
 * request still succeeds · introduction: learns the dialect · submission, poll: a job's life · observation: open points.
 */
type Part = 'twin' | 'probe' | 'control' | 'introduction' | 'submission' | 'poll' | 'observation'

/**
 * body: what it asks for · manner: what its body is sent with, which a server may refuse by a word of its own · oddity: so
 * odd that something in front of the server may answer.
 */
export type Wrong = 'body' | 'manner' | 'oddity'

/** Why a request was sent, so that a judge need not guess. */
export type Purpose = {
  by: string
  part: Part
  /** What distinguishes this request within its check, in words: for people, and for nobody else. */
  case?: string
  /** The same for its judge. */
  mark?: Mark
  /** The number of the request that this one breaks in one place. */
  twin?: number
  /** More basic mistakes that have to be refused before this one says anything of its own. */
  foils?: number[]
  /** The number of the submission whose job this request reads. */
  job?: number
  /** The job id as it was put into the path, before percent-encoding. */
  polled?: string
  /** Whose job it is, where another key reads it than the one that submitted it. */
  owner?: KeyName
  /** The submission whose job this request asks for with a key that must not see it. */
  foreign?: number
  /** The id of a job from which the one that is asked for was made. */
  near?: string
  /** What a lawful submission tries out beside the plainest one, by name. */
  tries?: string[]
  /** The one clause that a generated request breaks. */
  breaks?: ClauseId
  /** The number of the probe whose wrong answer this one asks for again: is it always so, or now and then? */
  repeats?: number
  /** What is wrong with a probe, where its answer tells something by that alone. */
  wrong?: readonly Wrong[]
  /** The open point that a request tries out: whatever comes is fine. */
  open?: OpenPointId
  /** What the law says of the body of a submission that nobody planned. */
  opinion?: 'accept' | 'refuse' | 'open'
  /** Whoever recorded the request left out what says who asks. */
  keyLeftOut?: true
}

/** What is known of a request besides who sends it, and as what. */
export type AboutRequest = Omit<Purpose, 'by' | 'part'> & { by?: never; part?: never }

/**
 * What of its milliseconds a request spent until a connection was free, until a new one stood (name and encryption
 * included), and until the head of the answer had come; the rest went to reading its body.
 */
export type Phases = { blocked: number; connect?: number; wait?: number }

/**
 * What whoever stood between a client and its server saw of the client. Its times are the recorder's: a request is sent
 * when its head arrived there, and its milliseconds are over when the last byte of the answer was handed on.
 */
export type Passing = {
  /** Which client asked, counted from one, where more than the key tells them apart. */
  client?: number
  /** The client did not get the whole answer: it went away, or its connection was broken. */
  lost?: true
  /** By which version of HTTP it asked. */
  http?: '1.0' | '1.1' | '2' | '3'
}

export type Exchange = {
  kind: 'exchange'
  n: number
  /** Milliseconds since the run began. */
  at: number
  ms: number
  /** Older histories and other people's recordings have none. */
  phases?: Phases
  /** A clock of events: what was received before another was sent has the smaller number. */
  sent: number
  received: number
  /** Which connection carried it, counted from one. */
  connection?: number
  /** Over HTTP/2; where nothing is said, over HTTP/1.1. */
  http2?: true
  passing?: Passing
  /** The earlier attempts at the same request, the good request in between, and whether the client gave up with this one. */
  again?: { attempts: number[]; control?: number; last?: true }
  purpose: Purpose
  request: RequestTemplate
  answer?: Answer
  failure?: Failure
}

/**
 * What a client asked of somebody else than the interface: of another origin, or outside the base URL. Only clients are
 * judged by it. Numbered together with the exchanges.
 */
export type Elsewhere = Omit<Exchange, 'kind' | 'purpose' | 'phases' | 'again'> & {
  kind: 'elsewhere' /** As URL writes it: scheme, host, and port if it is an unusual one. */
  origin: string
}

/** For so long whoever recorded the traffic was late itself: what it says of moments in it may be off by as much. */
export type Late = { kind: 'late'; at: number; ms: number }
