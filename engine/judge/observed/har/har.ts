import { SUITE } from '../../../config/version.ts'
import type { Late, Passing } from '../../../history/entry/exchange.ts'
import { isRecord, parseJsonFile } from '../../../history/reading/reading.ts'
import { type KnownKey, USUAL_KEYS } from '../../../keys/keyring.ts'
import { inOrder } from '../clock.ts'
import type { Limits } from '../limits.ts'
import { Room } from '../request-body.ts'
import type { Seen } from '../seen.ts'
import { requestIn } from './request.ts'
import { responseIn } from './response.ts'
import { list, number, record, text } from './values.ts'

export class NoHar extends Error {
  override name = 'NoHar'
}

/** The traffic that a file holds, in the order in which it ended. */
export type HarTraffic = {
  seen: Seen[]
  /** Entries that are no exchanges with the server, by what they are. */
  leftOut: Map<string, number>
  /** It was written from a history: recipes stand where keys stood, and this is known of the keys. */
  ofOurOwn?: { known: KnownKey[]; late: Late[] /** It was a run of ours, and no client of anybody's. */; byRun?: true }
}

type Read = Omit<Seen, 'sent' | 'received'> & { order?: [sent: number, received: number] }

/** HTTP Archive 1.2 as browsers, proxies and test runners write it, whatever fields they leave out or add. */
export function readHar(content: string, limits?: Limits): HarTraffic {
  const log = logIn(content)
  const leftOut = new Map<string, number>()
  const isOurs = record(log.creator).name === SUITE.name
  const seen: Read[] = []
  const times = new Times()
  const room = new Room()
  for (const entry of log.entries) {
    limits?.hold()
    const read = entryIn(record(entry), { times, room, isOurs })
    const why = typeof read === 'string' ? read : !isOurs && isRepeated(read, seen) ? 'recorded twice' : undefined
    if (why !== undefined) leftOut.set(why, (leftOut.get(why) ?? 0) + 1)
    else seen.push(read as Read)
  }
  return {
    seen: seen.every(hasOrder) ? byReceipt(seen) : inOrder(seen),
    leftOut,
    ...(isOurs && { ofOurOwn: ofOurOwnIn(log) }),
  }
}

function logIn(content: string): Record<string, unknown> & { entries: unknown[] } {
  const parsed = parseJsonFile(content)
  if (!parsed) throw new NoHar('is not JSON')
  const log = isRecord(parsed.value) ? parsed.value.log : undefined
  if (!isRecord(log) || !Array.isArray(log.entries)) throw new NoHar('is not a HAR file: log.entries is missing')
  return log as Record<string, unknown> & { entries: unknown[] }
}

/** Entries without a time keep the place that they have in the file. */
class Times {
  #last = 0

  of(started: unknown): number {
    const at = Date.parse(text(started) ?? '')
    this.#last = Number.isNaN(at) ? this.#last : at
    return this.#last
  }
}

const FROM_CACHE = ['_fromCache', '_fetchedViaServiceWorker', '_wasServedFromCache']

type Around = { times: Times; room: Room; isOurs: boolean }

function entryIn(entry: Record<string, unknown>, { times, room, isOurs }: Around): Read | string {
  const request = requestIn(entry.request, room)
  if (!request) return 'no exchange'
  if (FROM_CACHE.some((name) => Boolean(entry[name]))) return 'served from a cache'
  const [sent, received] = [number(entry._sent), number(entry._received)]
  const connection = Number.parseInt(text(entry.connection) ?? '', 10)
  return {
    ...request,
    ...responseIn(entry, request.method),
    at: times.of(entry.startedDateTime),
    ms: Math.max(0, number(entry.time) ?? 0),
    ...(isOurs && sent !== undefined && received !== undefined && { order: [sent, received] as [number, number] }),
    ...(Number.isSafeInteger(connection) && { connection }),
    ...passingIn(entry, isOurs),
  }
}

/** As HTTP names its versions, and as browsers do. */
const VERSION = /^(?:HTTP\/|h)(1\.[01]|2|3)(?:\.0)?$/i

/** What was seen of the client besides, where the file is one of ours. */
function passingIn({ _passing, request }: Record<string, unknown>, isOurs: boolean): Pick<Read, 'passing'> {
  const { client, lost } = isOurs ? record(_passing) : {}
  const [, http] = VERSION.exec(text(record(request).httpVersion) ?? '') ?? []
  const passing: Passing = {
    ...(Number.isSafeInteger(client) && (client as number) > 0 && { client: client as number }),
    ...(lost === true && { lost }),
    ...(http !== undefined && { http: http as NonNullable<Passing['http']> }),
  }
  return Object.keys(passing).length === 0 ? {} : { passing }
}

function ofOurOwnIn({ _keys, _late, _observed }: Record<string, unknown>): NonNullable<HarTraffic['ofOurOwn']> {
  const late = list(_late).flatMap((each): Late[] => {
    const [started, ms] = list(each)
    const at = Date.parse(text(started) ?? '')
    return Number.isNaN(at) || (number(ms) ?? -1) < 0 ? [] : [{ kind: 'late', at, ms: number(ms)! }]
  })
  const known = _keys === undefined ? [...USUAL_KEYS] : knownIn(_keys)
  return { known, late, ...(_observed !== true && { byRun: true }) }
}

/** One request may be written down twice where recordings are put together; two submissions are never taken for one. */
function isRepeated(read: Read, earlier: readonly Read[]): boolean {
  return earlier.slice(-LOOKED_BACK).some((each) => {
    if (each.method !== read.method || each.url !== read.url || each.body !== read.body) return false
    if (each.answer?.status !== read.answer?.status || each.answer?.body !== read.answer?.body) return false
    if (each.at === read.at && each.ms === read.ms) return true
    return read.method === 'POST' && each.at <= read.at + read.ms && read.at <= each.at + each.ms
  })
}

const LOOKED_BACK = 1000

const hasOrder = (read: Read) => read.order !== undefined

const byReceipt = (seen: readonly Read[]): Seen[] =>
  seen
    .map(({ order, ...each }) => ({ ...each, sent: order![0], received: order![1] }))
    .sort((one, other) => one.received - other.received)

function knownIn(keys: unknown): KnownKey[] {
  return list(keys).flatMap((each) => {
    const { name, account, good } = record(each)
    if (typeof name !== 'string') return []
    return [{ name, ...(typeof account === 'string' && { account }), ...(typeof good === 'boolean' && { good }) }]
  })
}
