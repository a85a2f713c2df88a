import type { Level } from '../../../spec/clause.ts'
import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import { clientClause } from '../../../spec/clients/clauses.ts'
import { type ClientOpenPointId, clientOpenPoint } from '../../../spec/clients/open-points.ts'
import { targetOf } from '../../config/target.ts'
import type { HistoryEntry } from '../../history/entry/entries.ts'
import type { Elsewhere, Exchange } from '../../history/entry/exchange.ts'
import { isWord, recipesIn } from '../../keys/placeholders.ts'
import { runToEnd } from '../judging.ts'
import { type Choice, cannotBeTold, choiceInFewWords } from '../verdict.ts'
import type { ClientCheck, ClientObservation, ClientOptions, ClientWatching, Known } from './check.ts'
import { ClientFacts } from './known.ts'
import { Lateness } from './lateness.ts'
import { askedOf, type Passage } from './passage.ts'
import { type ClientEvent, type ClientVerdict, notJudged } from './verdict.ts'
import { choiceInWindows, verdictInWindows } from './windows.ts'

export type JudgedClause = { id: ClientClauseId; level: Level; section: string; verdict: ClientVerdict }
export type ClientPoint = { id: ClientOpenPointId; section: string } & Choice

/** Verdicts about clients, by clause. */
export type ClientJudgement = {
  clauses: JudgedClause[]
  open: ClientPoint[]
  /** By the names of their keys. */
  clients: { name: string; requests: number }[]
  seen: ClientEvent[]
  /** Internal errors of judges. */
  faults: string[]
  /** Why judging was cut short. */
  cut?: string
}

export type WhyToStop = { why: string }

export type ClientChecks = { checks: readonly ClientCheck[]; observations: readonly ClientObservation[] }

type Watched<Conclusion, Of> = { of: Of; watching: ClientWatching<Conclusion>; fault?: string }

const NOT_A_RUN = 'the history is not that of a run'

/** Judges clients while their traffic goes on: takes history entries, and can judge at any time. */
export class ClientJudging {
  readonly #options: ClientOptions
  readonly #checks: Watched<ClientVerdict, ClientCheck>[]
  readonly #observations: Watched<Choice, ClientObservation>[]
  readonly #clients = new Map<string, number>()
  #facts: ClientFacts | undefined
  #target: ReturnType<typeof targetOf> | undefined
  #taken = 0

  constructor({ checks, observations }: ClientChecks, options: ClientOptions = {}) {
    this.#options = options
    this.#checks = checks.map((of) => ({ of, watching: verdictInWindows(of) }))
    this.#observations = observations.map((of) => ({ of, watching: choiceInWindows(of) }))
  }

  take(entry: HistoryEntry): void {
    this.#taken++
    if (entry.kind === 'began') {
      this.#facts ??= new ClientFacts(entry, this.#options)
      this.#target ??= targetOf(entry.target.baseUrl)
    }
    if (!this.#facts) throw new Error(NOT_A_RUN)
    if (entry.kind === 'exchange' || entry.kind === 'elsewhere') this.#see(entry, this.#facts)
    else this.#facts.note(entry)
  }

  judgement(): ClientJudgement {
    return runToEnd(this.judging())
  }

  /** Takes new entries of a recording, then judges clause by clause. The caller may stop it between two steps. */
  *judging(recording: Iterable<HistoryEntry> = []): Generator<void, ClientJudgement, WhyToStop | undefined> {
    let cut = yield* this.#catchUp(recording)
    if (!this.#facts) throw new Error(NOT_A_RUN)
    const { known } = this.#facts
    const missing = this.#options.scenario?.mustBeSeen?.find((event) => !known.events.has(event))
    const faults: string[] = []
    const clauses: JudgedClause[] = []
    const open: ClientPoint[] = []
    for (const each of this.#checks) {
      cut ??= (yield)?.why
      const { id, level, section } = clientClause(each.of.clause)
      const verdict =
        cut !== undefined
          ? notJudged({ kind: 'judging cut short' }, cut)
          : missing !== undefined
            ? notJudged({ kind: 'not reached', what: missing }, `the traffic did not contain ${missing}`)
            : (concluded(each, () => verdictOf(each.watching, known)) ??
              notJudged({ kind: 'suite fault' }, 'internal error of gatecheck: its judge failed'))
      if (verdict.verdict === 'not judged' && verdict.cause.kind === 'suite fault')
        faults.push(`${id} could not be judged: ${each.fault}`)
      clauses.push({ id, level, section, verdict })
    }
    for (const each of this.#observations) {
      cut ??= (yield)?.why
      const { id, section } = clientOpenPoint(each.of.open)
      const choice = cut === undefined ? concluded(each, () => each.watching.conclude(known)) : cannotBeTold(cut)
      if (!choice) faults.push(`${id} could not be observed: ${each.fault}`)
      const shown = choice ?? cannotBeTold('internal error of gatecheck: its observer failed')
      open.push({ id, section, ...choiceInFewWords(shown) })
    }
    const clients = [...this.#clients].map(([name, requests]) => ({ name, requests }))
    return { clauses, open, clients, seen: [...known.events], faults, ...(cut !== undefined && { cut }) }
  }

  *#catchUp(recording: Iterable<HistoryEntry>): Generator<void, string | undefined, WhyToStop | undefined> {
    let at = 0
    for (const entry of recording) {
      if (++at > this.#taken) this.take(entry)
      const stop = yield
      if (stop) return stop.why
    }
    return undefined
  }

  #see(exchange: Exchange | Elsewhere, facts: ClientFacts): void {
    const passage = this.#passageOf(exchange)
    const { client } = passage
    if (client !== undefined) this.#clients.set(client, (this.#clients.get(client) ?? 0) + 1)
    facts.see(passage)
    const { known } = facts
    for (const each of [...this.#checks, ...this.#observations])
      concluded(each, () => each.watching.see(passage, known))
  }

  #passageOf(exchange: Exchange | Elsewhere): Passage {
    const { n, at, ms, request, answer, failure, passing } = exchange
    const isLost = answer === undefined || failure !== undefined || passing?.lost === true
    const asked = exchange.kind === 'exchange' ? askedOf(request, this.#target!) : undefined
    const client = clientOf(exchange)
    return { n, at, end: at + ms, client, exchange, asked, status: isLost ? undefined : answer.status, isLost }
  }
}

/** Undefined if the judge has ever thrown. */
function concluded<Result>(each: { fault?: string }, act: () => Result): Result | undefined {
  if (each.fault !== undefined) return undefined
  try {
    return act()
  } catch (error) {
    each.fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return undefined
  }
}

const NEVER_LATE = new Lateness()

/** A pass that depends on a delay of the recorder is not judged. */
function verdictOf(watching: ClientWatching<ClientVerdict>, known: Known): ClientVerdict {
  const verdict = watching.conclude(known)
  const { longest } = known.lateness
  if (longest === 0 || verdict.verdict === 'fail') return verdict
  const punctual = watching.conclude({ ...known, lateness: NEVER_LATE })
  const isDecided = verdict.verdict === 'pass' || verdict.cause.kind !== 'recorder late'
  if (!isDecided || punctual.verdict !== 'fail') return verdict
  const reason = 'the apparent violation coincides with a delay of the recorder itself'
  return notJudged({ kind: 'recorder late', ms: longest }, reason, punctual.evidence)
}

/** Clients are told apart by key, and by process if the recorder knows it. */
function clientOf({ request, passing }: Exchange | Elsewhere): string | undefined {
  const authorization = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
  const key = recipesIn(authorization).find(({ name }) => !isWord(name))?.name
  const which = passing?.client
  if (key === undefined) return which === undefined ? undefined : `#${which}`
  return which === undefined ? key : `${key}#${which}`
}

export function judgeClients(
  history: Iterable<HistoryEntry>,
  checks: ClientChecks,
  options: ClientOptions = {},
): ClientJudgement {
  const judging = new ClientJudging(checks, options)
  for (const entry of history) judging.take(entry)
  return judging.judgement()
}
