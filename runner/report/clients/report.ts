import type { Level } from '../../../spec/clause.ts'
import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import type { ToldPoint } from '../../judging/clients/judging.ts'
import type { ClientViolation, Sight, WhyNotJudged } from '../../judging/clients/verdict.ts'
import type { ExitCode } from '../exit-codes.ts'

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
  /** The first scenario that decides it, where there are any. */
  scenario?: string
  expected?: string
  received?: string
  /** Numbers of exchanges of that scenario, or of the recorded traffic. */
  evidence?: number[]
  violations?: ClientViolation[]
  /** How often it was broken, and how often that could be. */
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
  /** What was asked for, in short. */
  what: string
  status?: number
  /** The client did not get the whole answer. */
  lost?: true
  /** What a poll found. */
  state?: string
  stage?: string | null
  /** Of a 429: how many seconds to wait. */
  wait?: number
  /** How the answer came. */
  coding?: 'gzip' | 'chunked'
  /** The submission is of an image. */
  image?: true
  /** It went to another origin than that of the base URL. */
  elsewhere?: true
}

/** What a scenario was tried again for, with nothing else under way, and whether it came again. */
export type TriedAlone = { clauses: ClientClauseId[]; confirmed: ClientClauseId[] }

/** What keeps a client from being tried at all, told before anything else. */
export type Obstacle = {
  kind: 'not started' | 'nothing sent' | 'key refused' | 'path unknown' | 'open to servers' | 'nothing taken on'
  what: string
  /** What to do about it. */
  next: string
}

/** One scenario, and how the client came through it. */
export type ScenarioReport = {
  name: string
  about: string
  /** Its exit code; null where it did not end by itself. */
  exit: number | null
  signal?: string
  timedOut?: true
  seconds: number
  verdict: 'pass' | 'fail' | 'not judged'
  /** What has to be seen before anything is judged, and was not. */
  reason?: string
  /** Its last lines, keys taken out. */
  output?: string[]
  /** Processes that it left behind. */
  leftBehind?: number
  /** Those, by number and name; they were ended. */
  left?: { pid: number; name: string }[]
  /** What it asked, and what came, in its order. */
  moments?: Moment[]
  /** How many more there were. */
  momentsLeftOut?: number
  /** What is told of it and judged by nobody. */
  observed?: string[]
  alone?: TriedAlone
  /** It was not tried at all, for the reason that comes first. */
  untried?: true
  seen: Sight[]
  broken: ClientClauseId[]
}

/** What is known of a client, or of those that were seen passing by. */
export type ClientReport = {
  schema: typeof CLIENT_SCHEMA
  verdict: 'pass' | 'fail' | 'inconclusive'
  exit: ExitCode
  /** Why there is no verdict, or what comes first. */
  reason?: string
  suite: { name: string; version: string }
  /** Of the clauses that bind clients. */
  law: { sha256: string }
  target?: { baseUrl: string }
  /** Of a client that was tried: how it was started, keys taken out. */
  command?: string[]
  seed?: number
  /** Why it failed everywhere, if that has one reason. */
  obstacle?: Obstacle
  startedAt: string
  seconds: number
  /** Whether a broken should clause fails, too. */
  strict: boolean
  clients: { name: string; requests: number }[]
  scenarios: ScenarioReport[]
  clauses: ClientClauseReport[]
  open: ToldPoint[]
  faults: string[]
}
