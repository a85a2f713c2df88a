import type { Level } from '../../../spec/clause.ts'
import { type ClientClauseId, clientClause } from '../../../spec/clients/clauses.ts'
import { type ClientOpenPointId, clientOpenPoint } from '../../../spec/clients/open-points.ts'
import { targetOf } from '../../config/target.ts'
import type { HistoryEntry } from '../../history/entry/entries.ts'
import type { Elsewhere, Exchange } from '../../history/entry/exchange.ts'
import { isWord, recipesIn } from '../../keys/recipes.ts'
import { atOnce } from '../at-once.ts'
import { type Choice, cannotBeTold, choiceInFewWords } from '../verdict.ts'
import { askedOf } from './asked.ts'
import type { ClientCheck, ClientObservation, ClientWatching, Known } from './check.ts'
import { Lateness } from './lateness.ts'
import type { ClientOptions } from './options.ts'
import type { Passage } from './passage.ts'
import { Survey } from './survey.ts'
import { type ClientVerdict, notJudged, type Sight } from './verdict.ts'
import { choiceAtLength, verdictAtLength } from './windows.ts'

export type JudgedClause = { id: ClientClauseId; level: Level; section: string; verdict: ClientVerdict }
export type ToldPoint = { id: ClientOpenPointId; section: string } & Choice

/** What clients did, clause by clause, as far as traffic shows it. */
export type ClientJudgement = {
  clauses: JudgedClause[]
  open: ToldPoint[]
  /** Those that could be told apart, by the names of their keys, with how much each has asked. */
  clients: { name: string; requests: number }[]
  /** What was seen of what a scenario may wait for. */
  seen: Sight[]
  /** What went wrong in a judge itself. */
  faults: string[]
  /** Why not all was judged, if so. */
  cut?: string
}

/** Why judging is to end before it has come to its end. */
export type WhyToStop = { why: string }

export type ClientChecks = { checks: readonly ClientCheck[]; observations: readonly ClientObservation[] }

type Watched = { check: ClientCheck; watching: ClientWatching<ClientVerdict>; fault?: string }
type Observed = { observation: ClientObservation; watching: ClientWatching<Choice>; fault?: string }
type Judging = { known: Known; faults: string[]; cut: string | undefined }

/**
 * Judges clients while their traffic goes on: entries of a history in, as they are written, and at any time a judgement of
 * what came so far.
 */
export class ClientJudging {
  readonly #options: ClientOptions
  readonly #checks: Watched[]
  readonly #observations: Observed[]
  readonly #all: readonly (Watched | Observed)[]
  readonly #clients = new Map<string, number>()
  #survey: Survey | undefined
  #target: ReturnType<typeof targetOf> | undefined

  constructor({ checks, observations }: ClientChecks, options: ClientOptions = {}) {
    this.#options = options
    this.#checks = checks.map((check) => ({ check, watching: verdictAtLength(check) }))
    this.#observations = observations.map((observation) => ({
      observation,
      watching: choiceAtLength(observation),
    }))
    this.#all = [...this.#checks, ...this.#observations]
  }

  take(entry: HistoryEntry): void {
    if (entry.kind === 'began') {
      this.#survey ??= new Survey(entry, this.#options)
      this.#target ??= targetOf(entry.target.baseUrl)
    }
    if (!this.#survey) throw new Error('the history is not that of a run')
    if (entry.kind === 'exchange' || entry.kind === 'elsewhere') this.#see(entry, this.#survey)
    else this.#survey.note(entry)
  }

  judgement(): ClientJudgement {
    return atOnce(this.judging())
  }

  /** The same clause by clause, between which the caller may stop it. */
  *judging(): Generator<void, ClientJudgement, WhyToStop | undefined> {
    const survey = this.#survey
    if (!survey) throw new Error('the history is not that of a run')
    const missing = this.#options.scenario?.mustBeSeen?.find((sight) => !survey.known.sights.has(sight))
    const faults: string[] = []
    const clauses: JudgedClause[] = []
    const open: ToldPoint[] = []
    let cut: string | undefined
    for (const each of this.#checks) {
      cut ??= (yield)?.why
      clauses.push(this.#judged(each, { known: survey.known, missing, faults, cut }))
    }
    for (const each of this.#observations) {
      cut ??= (yield)?.why
      open.push(this.#told(each, { known: survey.known, faults, cut }))
    }
    const clients = [...this.#clients].map(([name, requests]) => ({ name, requests }))
    return { clauses, open, clients, seen: [...survey.known.sights], faults, ...(cut !== undefined && { cut }) }
  }

  #judged(each: Watched, { known, missing, faults, cut }: Judging & { missing: Sight | undefined }): JudgedClause {
    const { id, level, section } = clientClause(each.check.clause)
    const said = { id, level, section }
    if (cut !== undefined) return { ...said, verdict: notJudged({ kind: 'judging cut short' }, cut) }
    if (missing !== undefined)
      return {
        ...said,
        verdict: notJudged({ kind: 'not reached', what: missing }, `the traffic did not contain ${missing}`),
      }
    try {
      if (each.fault === undefined) return { ...said, verdict: concluded(each.watching, known) }
    } catch (error) {
      each.fault = inWords(error)
    }
    faults.push(`${id} could not be judged: ${each.fault}`)
    return { ...said, verdict: notJudged({ kind: 'suite fault' }, 'internal error of gatecheck: its judge failed') }
  }

  #told(each: Observed, { known, faults, cut }: Judging): ToldPoint {
    const { id, section } = clientOpenPoint(each.observation.open)
    const said = { id, section }
    if (cut !== undefined) return { ...said, ...cannotBeTold(cut) }
    try {
      if (each.fault === undefined) return { ...said, ...choiceInFewWords(each.watching.conclude(known)) }
    } catch (error) {
      each.fault = inWords(error)
    }
    faults.push(`${id} could not be observed: ${each.fault}`)
    return { ...said, ...cannotBeTold('internal error of gatecheck: its observer failed') }
  }

  #see(exchange: Exchange | Elsewhere, survey: Survey): void {
    const passage = this.#passageOf(exchange)
    if (passage.client !== undefined) this.#clients.set(passage.client, (this.#clients.get(passage.client) ?? 0) + 1)
    survey.see(passage)
    const { known } = survey
    for (const each of this.#all) {
      if (each.fault !== undefined) continue
      try {
        each.watching.see(passage, known)
      } catch (error) {
        each.fault = inWords(error)
      }
    }
  }

  #passageOf(exchange: Exchange | Elsewhere): Passage {
    const { n, at, ms, request, answer, failure, passing } = exchange
    const isLost = answer === undefined || failure !== undefined || passing?.lost === true
    const asked = exchange.kind === 'exchange' ? askedOf(request, this.#target!) : undefined
    const client = clientOf(exchange)
    return { n, at, end: at + ms, client, exchange, asked, status: isLost ? undefined : answer.status, isLost }
  }
}

const NEVER_LATE = new Lateness()
const EXCUSED = 'the apparent violation coincides with a delay of the recorder itself'

/** What is kept for no other reason than that the recorder was late itself is not judged. */
function concluded(watching: ClientWatching<ClientVerdict>, known: Known): ClientVerdict {
  const verdict = watching.conclude(known)
  const { longest } = known.lateness
  if (longest === 0 || verdict.verdict === 'fail') return verdict
  const punctual = watching.conclude({ ...known, lateness: NEVER_LATE })
  const isDecided = verdict.verdict === 'pass' || verdict.cause.kind !== 'recorder late'
  return isDecided && punctual.verdict === 'fail'
    ? notJudged({ kind: 'recorder late', ms: longest }, EXCUSED, punctual.evidence)
    : verdict
}

/** Another process with another key is another client. Who uses one key together cannot be told apart, unless the recorder can. */
function clientOf({ request, passing }: Exchange | Elsewhere): string | undefined {
  const said = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
  const key = recipesIn(said).find(({ name }) => !isWord(name))?.name
  const which = passing?.client
  if (key === undefined) return which === undefined ? undefined : `#${which}`
  return which === undefined ? key : `${key}#${which}`
}

/** The same for what was recorded. */
export function judgeClients(
  history: Iterable<HistoryEntry>,
  checks: ClientChecks,
  options: ClientOptions = {},
): ClientJudgement {
  const judging = new ClientJudging(checks, options)
  for (const entry of history) judging.take(entry)
  return judging.judgement()
}

const inWords = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
