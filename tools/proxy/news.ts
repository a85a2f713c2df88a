import type { Target } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Blame } from './judging/blame.ts'
import type { PassedExchange } from './recording/recorder.ts'
import type { Late, Unreached, Unread } from './relay/told.ts'

/** One exchange as the page shows it: request, response and time. */
export type Glimpse = { n: number; at: number; asked: string; came: string }

/** A failure, when it was found, and the exchanges that show it. */
export type ToldBlame = Omit<Blame, 'shown'> & { since: number; shown: Glimpse[] }

/** Current status. Times are milliseconds since 1970. */
export type Standing = {
  target: string
  startedAt: number
  exchanges: number
  connections: number
  keys: readonly KeyName[]
  findings: readonly ToldBlame[]
  /** Number of judged entries. */
  judged: number
  late: { count: number; most: number }
  unread: { count: number; last?: string }
  unreached: { count: number; last?: string }
  /** Why recording has stopped, if so. */
  notRecorded?: string
}

export type Event =
  | { kind: 'found'; finding: ToldBlame }
  /** An earlier finding no longer holds. */
  | { kind: 'withdrawn'; finding: ToldBlame }
  | { kind: 'key'; key: KeyName }
  | { kind: 'unreached'; why: string }
  | { kind: 'unread'; why: string }
  | { kind: 'not recorded'; why: string }
  | { kind: 'failed'; error: unknown }

type Happened = {
  exchanges: readonly PassedExchange[]
  late: readonly Late[]
  unread: readonly Unread[]
  unreached: readonly Unreached[]
  open: number
  keys: readonly KeyName[]
}

type Parts = { target: Target; start: number; keptOutOf?: <Told>(told: Told) => Told }

const MOST_SHOWN = 4

/** Status and events of a running proxy. */
export class News {
  readonly #start: number
  readonly #keptOutOf: <Told>(told: Told) => Told
  readonly #listeners: ((event: Event) => void)[] = []
  readonly #standing: { -readonly [Name in keyof Standing]: Standing[Name] }

  /** `keptOutOf` redacts keys that became known after the exchange was recorded. */
  constructor({ target, start, keptOutOf = (told) => told }: Parts) {
    this.#start = start
    this.#keptOutOf = keptOutOf
    this.#standing = {
      ...{ target: target.baseUrl, startedAt: start, exchanges: 0, connections: 0, keys: [], findings: [], judged: 0 },
      ...{ late: { count: 0, most: 0 }, unread: { count: 0 }, unreached: { count: 0 } },
    }
  }

  get standing(): Standing {
    return this.#standing
  }

  tells(listener: (event: Event) => void): void {
    this.#listeners.push(listener)
  }

  happened({ exchanges, late, unread, unreached, open, keys }: Happened): void {
    const now = this.#standing
    now.exchanges += exchanges.length
    now.connections = open
    for (const key of keys) if (!now.keys.includes(key)) this.#tell({ kind: 'key', key })
    now.keys = [...keys]
    for (const { ms } of late) now.late = { count: now.late.count + 1, most: Math.max(now.late.most, ms) }
    for (const { why } of unread) {
      if (now.unread.last !== why) this.#tell({ kind: 'unread', why })
      now.unread = { count: now.unread.count + 1, last: why }
    }
    for (const { failure } of unreached) {
      const why = failure.message
      if (now.unreached.last !== why) this.#tell({ kind: 'unreached', why })
      now.unreached = { count: now.unreached.count + 1, last: why }
    }
  }

  found(findings: readonly Blame[], judged: number, askedBy: (n: number) => PassedExchange | undefined): void {
    const before = new Map(this.#standing.findings.map((each) => [each.side + each.id, each]))
    const told = findings.map((finding): ToldBlame => {
      const known = before.get(finding.side + finding.id)
      before.delete(finding.side + finding.id)
      const shown = finding.shown.slice(0, MOST_SHOWN).flatMap((n) => this.#glimpse(askedBy(n)) ?? [])
      return this.#keptOutOf({ ...finding, since: known?.since ?? Date.now(), shown })
    })
    const isNew = ({ side, id }: ToldBlame) =>
      !this.#standing.findings.some((each) => each.side === side && each.id === id)
    const fresh = told.filter(isNew)
    this.#standing.findings = told
    this.#standing.judged = judged
    for (const finding of fresh) this.#tell({ kind: 'found', finding })
    for (const finding of before.values()) this.#tell({ kind: 'withdrawn', finding })
  }

  isNotRecorded(why: string): void {
    this.#standing.notRecorded = why
    this.#tell({ kind: 'not recorded', why })
  }

  failed(error: unknown): void {
    this.#tell({ kind: 'failed', error })
  }

  #glimpse(exchange: PassedExchange | undefined): Glimpse | undefined {
    if (!exchange) return undefined
    const { n, at, request } = exchange
    return {
      n,
      at: this.#start + at,
      asked: `${request.method} ${request.path}`,
      came: cameOf(exchange),
    }
  }

  #tell(event: Event): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** For requests outside of the interface only the status is kept. */
const cameOf = (asked: PassedExchange): string =>
  asked.kind === 'elsewhere' && asked.answer ? String(asked.answer.status) : receivedInWords(asked as Exchange)
