import { aliasLists } from '../../engine/discovery/dialect/aliases.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { markOf } from '../../engine/history/entry/mark.ts'
import { keyName, nth, record, text } from '../../engine/history/entry/schemas.ts'
import { fieldsSent, jsonOf, succeeded } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { requestTo } from '../../engine/http/requests.ts'
import { experiment } from '../../engine/judge/check.ts'
import { isRefusal, lastWords } from '../../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { endpoint } from '../../spec/endpoints.ts'
import { FIELDS } from '../../spec/words.ts'

/** Reads on new connections, with alternating keys: a list may differ by any of these, and over time. */
const TURNS = 4
const KEYS = ['A', 'B', 'A2'] as const satisfies readonly KeyName[]
/** Per key, because a list may grow with every read. */
const MOST_ALIASES = 2

/** An alias, and the read that listed it just before its submission. */
type Listed = { alias: string; key: KeyName; reading: number }
export const LISTED = markOf<Listed>(
  'an alias listed a moment ago',
  record<Listed>({ alias: text, key: keyName, reading: nth }, {}),
)
type ControlAlias = { key: KeyName }
/** The same key with an alias that was accepted before. */
export const CONTROL = markOf<ControlAlias>(
  'an alias that the key was seen to use',
  record<ControlAlias>({ key: keyName }, {}),
)

/** Other experiments try the aliases of the first list; this one tries those of other reads and keys. */
export const listedAMomentAgo = experiment({
  id: 'readings.listed-alias-accepted/just-listed',
  clause: 'readings.listed-alias-accepted',
  suite: 'readings',
  title: 'accepts an alias right after listing it, for every key and on every connection',
  needs: ['job'],
  from: 'standard',
  max: ({ keys, configuration: { profile } }) => {
    const jobs = profile === 'full' && keys.includes('B') ? 1 : 0
    const readers = KEYS.filter((key) => keys.includes(key)).length
    return { requests: TURNS * readers + jobs, jobs, videoSeconds: jobs * FIELDS.duration.least, kind: 'plain' }
  },
  async drive(drive) {
    const twin = await drive.control('POST /videos')
    const models = await drive.control('GET /models')
    const tried = new Tried(drive)
    for (let turn = 0; turn < TURNS; turn++)
      for (const key of KEYS.filter((each) => drive.has(each))) {
        const request = requestTo(drive.target, 'GET /models', { key })
        const reading = await drive.goodOnConnection(`the list of key ${key}, turn ${turn + 1}`, { ...models, request })
        for (const alias of tried.newIn(reading, key)) await submit(drive, twin, { alias, key, reading: reading.n })
      }
  },
  judge({ exchanges }) {
    const all = lastWords(exchanges)
    const submitted = all.flatMap((exchange) => {
      const listed = LISTED.in(exchange)
      return listed ? [{ ...listed, exchange }] : []
    })
    const read = all.filter(({ request, answer }) => request.method === 'GET' && answer).length
    if (read === 0) return skip('GET /models returned no response')
    const doubts: string[] = []
    const violations = submitted.flatMap(({ alias, key, reading, exchange }): Violation[] => {
      if (!isRefusal(exchange)) return []
      const control = all.find((each) => CONTROL.in(each)?.key === key && each.sent > exchange.received)
      if (!control || !succeeded(control)) {
        doubts.push(
          `${alias}, listed for key ${key}, returned ${receivedInWords(exchange)}, and so did the control alias`,
        )
        return []
      }
      const expected = `${endpoint('POST /videos').success}, because the alias was listed for the same key just before`
      return [
        {
          case: `${alias}, by key ${key}`,
          expected,
          received: receivedInWords(exchange),
          evidence: [reading, control.n, exchange.n],
        },
      ]
    })
    if (violations.length > 0) return fail(violations, submitted.length)
    const evidence = all.map(({ n }) => n).slice(0, 20)
    return doubts.length > 0 ? inconclusive(doubts[0]!, evidence) : pass(read, evidence)
  },
})

async function submit(drive: Driver, { request }: Control, listed: Listed) {
  const { alias, key } = listed
  const body = (model: string) => JSON.stringify({ ...fieldsSent(request), model })
  const purpose = { case: `${alias}, just listed for key ${key}`, mark: LISTED.of(listed) }
  const { exchange } = await drive.jobs.submit(body(alias), { key, purpose })
  if (!isRefusal(exchange)) return
  const known = drive.dialect.alias ?? alias
  await drive.jobs.submit(body(known), { key, purpose: { case: `${known}, by key ${key}`, mark: CONTROL.of({ key }) } })
}

/** Tracks which listed aliases are still to be tried. */
class Tried {
  readonly #drive: Driver
  readonly #byKey = new Map<KeyName, Set<string>>()
  readonly #added = new Map<KeyName, number>()

  constructor(drive: Driver) {
    this.#drive = drive
  }

  newIn(reading: Exchange, key: KeyName): string[] {
    const { models } = this.#drive.dialect
    if (!succeeded(reading) || !models) return []
    const list = aliasLists(jsonOf(reading)?.value).find(({ form }) => form === models.form)
    const known = this.#triedBy(key)
    const added = this.#added.get(key) ?? 0
    const fresh = (list?.aliases ?? []).filter((alias) => !known.has(alias)).slice(0, MOST_ALIASES - added)
    this.#added.set(key, added + fresh.length)
    for (const alias of fresh) known.add(alias)
    return fresh
  }

  /** Other experiments use both keys of the account; of the other account, the last alias is tried in full. */
  #triedBy(key: KeyName): Set<string> {
    let known = this.#byKey.get(key)
    if (!known) {
      const aliases = this.#drive.dialect.models?.aliases ?? []
      const isLastLeft = key === 'B' && this.#drive.configuration.profile === 'full' && aliases.length > 1
      known = new Set(isLastLeft ? aliases.slice(0, -1) : aliases)
      this.#byKey.set(key, known)
    }
    return known
  }
}
