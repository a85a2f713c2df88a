import { type ClientCheck, clientCheck, type IdGiven, type Known } from '../../engine/judge/clients/check.ts'
import {
  decoded,
  isAtTheInterface,
  isPoll,
  isSubmission,
  isTakenOn,
  type Passage,
} from '../../engine/judge/clients/passage.ts'
import { asItWas } from '../../engine/keys/placeholders.ts'
import { ClientTally, countWhile } from './traffic.ts'

type Guess = { n: number; client: string; polled: string; lost: number }
type Seen = {
  /** The submission whose response was lost, and when. */
  lost?: { n: number; end: number }
  /** Another submission was accepted. */
  hasJob?: true
  /** Unknown ids that were polled, by the first poll of each. */
  polls: Map<string, { n: number; at: number }>
  /** The text of earlier responses: an id may be in any of them. */
  told: string
}

/** Characters to keep: more than a client reads before it has a job, and enough to find an id in. */
const MOST_TOLD = 200_000
const MOST_POLLS = 100

/**
 * Polls of clients that never received an id. A client may poll an older job, so only ids that first appear after a lost
 * response are guesses, and only if all of its traffic was recorded.
 */
class Guesses {
  readonly #clients = new Map<string, Seen>()

  see(passage: Passage, { options }: Known): void {
    const { client, n, at, end } = passage
    if (!options.isWhole || client === undefined || !isAtTheInterface(passage)) return
    const seen: Seen = this.#clients.get(client) ?? { polls: new Map(), told: '' }
    this.#clients.set(client, seen)
    if (isSubmission(passage) && passage.isLost) seen.lost ??= { n, end }
    if (isSubmission(passage) && isTakenOn(passage)) seen.hasJob = true
    const { id } = passage.asked
    if (isPoll(passage) && !isTakenOn(passage) && id !== undefined) {
      const before = seen.polls.get(id)
      if (before ? at < before.at : seen.polls.size < MOST_POLLS) seen.polls.set(id, { n, at })
    } else seen.told += textOf(passage).slice(0, Math.max(0, MOST_TOLD - seen.told.length))
  }

  get found(): Guess[] {
    return [...this.#clients].flatMap(([client, { lost, hasJob, polls, told }]) => {
      // The text beyond the limit may have contained it.
      if (!lost || hasJob || told.length >= MOST_TOLD) return []
      return [...polls].flatMap(([polled, { n, at }]) =>
        at >= lost.end && !told.includes(polled) ? [{ n, client, polled, lost: lost.n }] : [],
      )
    })
  }
}

/** The client may have read what was sent of a lost response. */
const textOf = ({ exchange: { answer } }: Passage): string =>
  answer ? `${answer.headers.map(([, value]) => value).join('\n')}\n${answer.body}\n` : ''

/** What a program writes in place of a missing id. */
const NO_ID = /^(?:undefined|null|None|nil|NaN|\[object Object\]|%s|\{id\}|:id)$/
/** Ids may be counters, so both the truncated id and the rest have to be long. */
const CUT = { least: 8, left: 4 }
/** Runs of letters and digits of this length do not occur in two ids. */
const SAME = { least: 8 }
/** Characters that path normalisation or form encoding changes: such an id was not encoded, which another clause judges. */
const TIDIED = /[/\\?#\s]/
const FILLED = /^0{2,}$/
const WRAPPED = /^[\s"'<{[(]+|(?<![\s"'>}\])])[\s"'>}\])]+$/g

type Asked = { n: number; client: string | undefined; tail: string; id: string | undefined; isTakenOn: boolean }

/** The part after /videos/ in a read, including the query. */
function readIn(passage: Passage): Asked | undefined {
  if (!isAtTheInterface(passage) || passage.exchange.request.method !== 'GET') return undefined
  const { asked, exchange, n, client } = passage
  if (!asked.path.startsWith('/videos/')) return undefined
  const whole = asItWas(exchange.request.path)
  const tail = whole.slice(whole.indexOf('/videos/') + '/videos/'.length)
  return { n, client, tail, id: asked.id, isTakenOn: isTakenOn(passage) }
}

const MEANS_SOMETHING_IN_A_PATH = /[/?#%]|^\.\.?$/
const needsEncoding = (id: string) => MEANS_SOMETHING_IN_A_PATH.test(id)

/** Ids that need percent-encoding, by what a request asks for without it. */
class NotEncoded {
  readonly #asTheyAre = new Map<string, string>()
  readonly #byWhole = new Several()
  readonly #byId = new Several()

  constructor(ids: Iterable<string>) {
    for (const given of ids) {
      if (!needsEncoding(given)) continue
      this.#asTheyAre.set(given, given)
      // A fragment is never sent, and URL parsers encode other characters.
      this.#byWhole.add(decoded(encodeURI(given.toWellFormed()).split('#')[0]!), given)
      this.#byId.add(decoded(given), given)
    }
  }

  /** Ids that would have led to the job if they had been percent-encoded. */
  of({ tail, id }: Asked): string[] {
    const asRead = decoded(tail)
    const asTheyAre = [tail, asRead, id === undefined ? undefined : decoded(id)]
    const found = [
      ...asTheyAre.flatMap((each) => this.#asTheyAre.get(each ?? '') ?? []),
      ...this.#byWhole.of(asRead),
      ...this.#byId.of(id),
    ]
    return found.filter((given) => given !== id)
  }
}

const lettersOf = (id: string) => id.replace(/[^\p{L}\p{N}]/gu, '')

/** Whether only characters between letters and digits are missing. */
function isStripped(polled: string, given: string): boolean {
  const letters = lettersOf(given)
  if (letters.length < SAME.least || lettersOf(polled) !== letters || TIDIED.test(given)) return false
  let at = 0
  for (const each of given) if (each === polled[at]) at++
  return at === polled.length && polled !== given
}

/** Whether a polled id differs from a given one but was derived from it. */
function isMadeFrom(polled: string, given: string, { type }: IdGiven): boolean {
  if (polled.toLowerCase() === given.toLowerCase() || polled === given.trim()) return true
  if (polled.replace(WRAPPED, '') === given) return true
  if (polled.endsWith(given) && FILLED.test(polled.slice(0, -given.length))) return true
  if (isStripped(polled, given)) return true
  // Numbers beyond a double cannot be kept exactly.
  const isTooLong = type === 'number' && !Number.isSafeInteger(Number(given))
  if (/^\d+$/.test(given) && /^[\d.e+]+$/.test(polled) && Number(given) === Number(polled)) return !isTooLong
  return polled.length >= CUT.least && given.length >= polled.length + CUT.left && given.startsWith(polled)
}

/** Similar ids that are compared; the first that was given counts. */
const MOST_ALIKE = 20

/** Texts by a common form, in order, with a limit for each form. */
class Several {
  readonly #texts = new Map<string, string[]>()

  add(key: string | undefined, text: string): void {
    if (key === undefined) return
    const others = this.#texts.get(key)
    if (!others) this.#texts.set(key, [text])
    else if (others.length < MOST_ALIKE) others.push(text)
  }

  of(key: string | undefined): readonly string[] {
    return (key === undefined ? undefined : this.#texts.get(key)) ?? []
  }
}

type Given = { id: string; given: IdGiven }

/** The ids that one client was given, in order, by the forms of ids that may be derived from them. */
class OwnIds {
  readonly #all: Given[] = []
  readonly #places = new Map<string, number>()
  readonly #alike = new Several()
  readonly #sorted: string[]
  readonly #found = new Map<string, Given | undefined>()

  constructor(ids: readonly Given[]) {
    for (const each of ids) {
      this.#places.set(each.id, this.#all.push(each) - 1)
      for (const form of formsOf(each.id)) this.#alike.add(form, each.id)
    }
    this.#sorted = [...this.#places.keys()].sort()
  }

  lastBefore(n: number): Given | undefined {
    return this.#all[countWhile(this.#all, ({ given }) => given.n < n) - 1]
  }

  /** The first id from which this one was derived. */
  originOf(polled: string): Given | undefined {
    if (!this.#found.has(polled)) this.#found.set(polled, this.#searched(polled))
    return this.#found.get(polled)
  }

  #searched(polled: string): Given | undefined {
    const alike = [polled, ...partsOf(polled)].flatMap((part) => formsOf(part).flatMap((form) => this.#alike.of(form)))
    const places = [...alike, ...this.#longer(polled)].map((id) => this.#places.get(id)!)
    const first = places
      .sort((one, other) => one - other)
      .find((place) => {
        const { id, given } = this.#all[place]!
        return isMadeFrom(polled, id, given)
      })
    return first === undefined ? undefined : this.#all[first]
  }

  /** Ids that begin with it. */
  #longer(polled: string): string[] {
    if (polled.length < CUT.least) return []
    const from = countWhile(this.#sorted, (id) => id < polled)
    let to = from
    while (this.#sorted[to]?.startsWith(polled)) to++
    return this.#sorted.slice(from, to)
  }
}

/** Forms that two ids share if one may be derived from the other. */
function formsOf(id: string): string[] {
  const letters = lettersOf(id)
  return [
    `lower case ${id.toLowerCase()}`,
    `trimmed ${id.trim()}`,
    ...(letters.length >= SAME.least ? [`letters ${letters}`] : []),
    ...(/^[\d.e+]+$/.test(id) ? [`number ${Number(id)}`] : []),
  ]
}

/** The id without wrapping characters or padding. */
function partsOf(polled: string): string[] {
  const zeros = Math.min(MOST_ZEROS, /^0*/.exec(polled)![0].length)
  const filled = Array.from({ length: zeros + 1 }, (_, length) => polled.slice(length))
  return [polled.replace(WRAPPED, ''), ...filled.slice(2)]
}

/** Longer padding with zeros is implausible. */
const MOST_ZEROS = 64

type Notes = {
  reads: Map<string, Asked>
  right: ClientTally
  /** Submissions whose job was polled by its given id. */
  taken: Set<number>
  guesses: Guesses
}

const noting = {
  begin: (): Notes => ({ reads: new Map(), right: new ClientTally(), taken: new Set(), guesses: new Guesses() }),
  see(notes: Notes, passage: Passage, known: Known): void {
    const { ids } = known
    notes.guesses.see(passage, known)
    const read = readIn(passage)
    if (!read) return
    if (read.id !== undefined && ids.has(read.id)) {
      notes.right.tries(passage)
      notes.taken.add(ids.get(read.id)!.n)
    }
    // Of repeated polls, one is enough.
    else if (!read.isTakenOn) notes.reads.set(`${read.client}\n${read.tail}`, read)
  },
}

export const pollsTheId: ClientCheck = clientCheck({
  clause: 'client.polls-the-id-it-was-given',
  ...noting,
  conclude({ reads, right, taken, guesses }, { ids, from }) {
    const tally = new ClientTally()
    for (const { n, client, polled, lost } of guesses.found) {
      const fact = { kind: 'an id that nobody gave', polled } as const
      tally.breaks({ fact, client, evidence: [lost, n], beside: lost })
    }
    const notEncoded = new NotEncoded(ids.keys())
    const originOf = originIn({ ids, from }, taken)
    for (const read of reads.values()) {
      if (notEncoded.of(read).length > 0) continue
      const found = originOf(read)
      if (!found) continue
      tally.breaks({
        fact: { kind: 'another id', given: found.id, polled: read.id ?? read.tail },
        client: read.client,
        evidence: [found.given.n, read.n],
        beside: found.given.n,
      })
    }
    return tally.found.length > 0 ? tally.verdict('') : right.verdict('it polled no job whose submission was recorded')
  },
})

/**
 * The id from which another one was derived; for a missing id, the last one given before. Jobs that were also polled by
 * their right id are excluded.
 */
function originIn({ ids, from }: Pick<Known, 'ids' | 'from'>, taken: ReadonlySet<number>) {
  const all = [...ids].map(([id, given]): Given => ({ id, given }))
  const open = all.filter(({ given: { n } }) => n >= from.n && !taken.has(n))
  const byClient = Map.groupBy(open, ({ given }) => given.client)
  const known = new Map<string | undefined, OwnIds>()
  return ({ id: polled, n, client }: Asked): Given | undefined => {
    if (polled === undefined) return undefined
    const own = known.get(client) ?? new OwnIds(byClient.get(client) ?? [])
    known.set(client, own)
    if (NO_ID.test(polled)) return own.lastBefore(n)
    const found = own.originOf(polled)
    return found && found.given.n < n ? found : undefined
  }
}

export const encodesTheId: ClientCheck = clientCheck({
  clause: 'client.encodes-the-id',
  begin: () => ({ reads: new Map<string, Asked>(), right: new ClientTally() }),
  see(notes, passage, { ids }) {
    const read = readIn(passage)
    if (!read) return
    if (read.id !== undefined && ids.has(read.id)) {
      if (needsEncoding(read.id)) notes.right.tries(passage)
    } else if (!read.isTakenOn) notes.reads.set(`${read.client}\n${read.tail}`, read)
  },
  conclude({ reads, right }, { ids }) {
    const notEncoded = new NotEncoded(ids.keys())
    const tally = new ClientTally()
    for (const read of reads.values()) {
      const given = notEncoded.of(read).map((id) => ({ id, n: ids.get(id)!.n }))
      const found = given.filter(({ n }) => n < read.n).sort((one, other) => one.n - other.n)[0]
      if (!found) continue
      const { id, n } = found
      tally.breaks({
        fact: { kind: 'id not encoded', id, path: `/videos/${read.tail}` },
        client: read.client,
        evidence: [n, read.n],
        beside: n,
      })
    }
    return tally.found.length > 0 ? tally.verdict('') : right.verdict('no id needed encoding')
  },
})
