import type { ExitCode } from '../../../engine/config/exit-codes.ts'
import type { ClientPoint } from '../../../engine/judge/clients/judging.ts'
import type { ClientEvent, ClientViolation, WhyNotJudged } from '../../../engine/judge/clients/verdict.ts'
import type { Level } from '../../../spec/clause.ts'
import type { ClientClauseId } from '../../../spec/clients/clauses.ts'

export const CLIENT_SCHEMA = 1

export type ClientClauseReport = {
  id: ClientClauseId
  level: Level
  section: string
  rule: string
  verdict: 'pass' | 'fail' | 'not judged'
  /** Why it was not judged, and the same for programs. */
  reason?: string
  cause?: WhyNotJudged
  /** The first scenario that decides it. */
  scenario?: string
  expected?: string
  received?: string
  /** Numbers of exchanges of that scenario, or of the recorded traffic. */
  evidence?: number[]
  violations?: ClientViolation[]
  /** Number of violations, and of cases. */
  cases?: number
  tried?: number
}

/** One request of a client as a timeline shows it. Times are milliseconds since its scenario began. */
export type Moment = {
  /** Its number in the history of the scenario. */
  n: number
  at: number
  ms: number
  kind: 'submission' | 'poll' | 'reading' | 'fetch' | 'other'
  /** The request, in short. */
  what: string
  status?: number
  /** The client did not get a complete response. */
  lost?: true
  /** Status in the response to a poll. */
  state?: string
  stage?: string | null
  /** Retry-After of a 429, in seconds. */
  wait?: number
  /** Encoding of the response. */
  coding?: 'gzip' | 'chunked'
  /** The submission has an image. */
  image?: true
  /** Sent to another origin than the base URL's. */
  elsewhere?: true
}

/** Clauses for which a scenario was repeated alone, and those that failed again. */
export type TriedAlone = { clauses: ClientClauseId[]; confirmed: ClientClauseId[] }

/** Why a client cannot be tested at all. */
export type Obstacle = {
  kind: 'not started' | 'nothing sent' | 'key refused' | 'path unknown' | 'open to servers' | 'nothing taken on'
  what: string
  /** What to do about it. */
  next: string
}

/** Result of a client in one scenario. */
export type ScenarioReport = {
  name: string
  about: string
  /** Exit code; null if the client did not exit by itself. */
  exit: number | null
  signal?: string
  timedOut?: true
  seconds: number
  verdict: 'pass' | 'fail' | 'not judged'
  /** Why nothing was judged. */
  reason?: string
  /** Last lines of its output, keys redacted. */
  output?: string[]
  /** Number of child processes still running at its exit. */
  leftBehind?: number
  /** Those processes; they were ended. */
  left?: { pid: number; name: string }[]
  /** Requests in order. */
  moments?: Moment[]
  /** Number of further requests. */
  momentsLeftOut?: number
  /** Observations without a verdict. */
  observed?: string[]
  alone?: TriedAlone
  /** Not tested because of the obstacle. */
  untried?: true
  seen: ClientEvent[]
  broken: ClientClauseId[]
}

/** Report on a client, or on the clients in observed traffic. */
export type ClientReport = {
  schema: typeof CLIENT_SCHEMA
  verdict: 'pass' | 'fail' | 'inconclusive'
  exit: ExitCode
  /** Why there is no verdict, or the main reason of the failure. */
  reason?: string
  suite: { name: string; version: string }
  /** Digest of the clauses for clients. */
  law: { sha256: string }
  target?: { baseUrl: string }
  /** Command of a tested client, keys redacted. */
  command?: string[]
  seed?: number
  /** Common reason of all failures, if there is one. */
  obstacle?: Obstacle
  startedAt: string
  seconds: number
  /** Whether should clauses fail, too. */
  strict: boolean
  clients: { name: string; requests: number }[]
  scenarios: ScenarioReport[]
  clauses: ClientClauseReport[]
  open: ClientPoint[]
  faults: string[]
}
