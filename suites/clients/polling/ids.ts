import { decoded } from '../../../runner/judging/clients/asked.ts'
import { type ClientCheck, clientCheck, type IdGiven, type Known } from '../../../runner/judging/clients/check.ts'
import { isAtTheInterface, isTakenOn, type Passage } from '../../../runner/judging/clients/passage.ts'
import { asItWas } from '../../../runner/keys/recipes.ts'
import { ClientTally } from '../counted/tally.ts'
import { Guesses } from './guesses.ts'

/** What a program writes where it has no id. */
const NO_ID = /^(?:undefined|null|None|nil|NaN|\[object Object\]|%s|\{id\}|:id)$/
/** Ids may count on from one to the next: what was cut off has to be long, and so has the rest. */
const CUT = { least: 8, left: 4 }
/** As many letters and digits in a row are not those of another id by chance. */
const SAME = { least: 8 }
/** Paths are tidied of some of these, and forms write others for them: that would be an id that is not encoded. */
const TIDIED = /[/\\?#\s]/
const FILLED = /^0{2,}$/
const WRAPPED = /^[\s"'<{[(]+|(?<![\s"'>}\])])[\s"'>}\])]+$/g

type Asked = { n: number; client: string | undefined; tail: string; id: string | undefined; isTakenOn: boolean }

/** What stands behind /videos/ in a read, query included. */
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

/** Whether a request would have led to the job if its id had been percent-encoded, once. */
function isNotEncoded({ tail, id }: Asked, given: string): boolean {
  if (id === given) return false
  const asRead = decoded(tail)
  return (
    tail === given ||
    asRead === given ||
    // What stands behind # is never sent, and other characters are encoded by whoever makes a URL of it.
    asRead === decoded(encodeURI(given).split('#')[0]!) ||
    (id !== undefined && (id === decoded(given) || decoded(id) === given))
  )
}

const lettersOf = (id: string) => id.replace(/[^\p{L}\p{N}]/gu, '')

/** Whether of one id nothing is left out but what stands between its letters and digits. */
function isStripped(polled: string, given: string): boolean {
  const letters = lettersOf(given)
  if (letters.length < SAME.least || lettersOf(polled) !== letters || TIDIED.test(given)) return false
  let at = 0
  for (const each of given) if (each === polled[at]) at++
  return at === polled.length && polled !== given
}

/** Whether an id was made from one that was given, and is another one. */
function isMadeFrom(polled: string, given: string, { type }: IdGiven): boolean {
  if (polled.toLowerCase() === given.toLowerCase() || polled === given.trim()) return true
  if (polled.replace(WRAPPED, '') === given) return true
  if (polled.endsWith(given) && FILLED.test(polled.slice(0, -given.length))) return true
  if (isStripped(polled, given)) return true
  // What no double holds, nobody has to hold.
  const isTooLong = type === 'number' && !Number.isSafeInteger(Number(given))
  if (/^\d+$/.test(given) && /^[\d.e+]+$/.test(polled) && Number(given) === Number(polled)) return !isTooLong
  return polled.length >= CUT.least && given.length >= polled.length + CUT.left && given.startsWith(polled)
}

type Notes = {
  reads: Map<string, Asked>
  right: ClientTally
  /** Submissions whose job was read by what may be its id. */
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
    // Of what was asked for over and over, once is enough.
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
    const needy = [...ids.keys()].filter(needsEncoding)
    for (const read of reads.values()) {
      if (needy.some((given) => isNotEncoded(read, given))) continue
      const found = origin(read, { ids, from }, taken)
      if (!found) continue
      tally.breaks({
        fact: { kind: 'another id', given: found.id, polled: read.id ?? read.tail },
        client: read.client,
        evidence: [found.given.n, read.n],
        beside: found.given.n,
      })
    }
    return tally.found.length > 0 ? tally.verdict('') : right.verdict('it polled no job that was seen to be submitted')
  },
})

/**
 * The id from which another one was made; of no id at all, the last one that was given before. Whoever reads the job by
 * its right id as well has not mistaken it.
 */
function origin(
  { id: polled, n, client }: Asked,
  { ids, from }: Pick<Known, 'ids' | 'from'>,
  taken: ReadonlySet<number>,
) {
  if (polled === undefined) return undefined
  const all = [...ids]
    .map(([id, given]) => ({ id, given }))
    .filter(({ given: { n: by, client: whose } }) => by >= from.n && by < n && whose === client && !taken.has(by))
  if (NO_ID.test(polled)) return all.at(-1)
  return all.find(({ id, given }) => isMadeFrom(polled, id, given))
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
    const needy = [...ids].filter(([id]) => needsEncoding(id))
    const tally = new ClientTally()
    for (const read of reads.values()) {
      const found = needy.find(([id, { n }]) => n < read.n && isNotEncoded(read, id))
      if (!found) continue
      const [id, { n }] = found
      tally.breaks({
        fact: { kind: 'id not encoded', id, path: `/videos/${read.tail}` },
        client: read.client,
        evidence: [n, read.n],
        beside: n,
      })
    }
    return tally.found.length > 0 ? tally.verdict('') : right.verdict('no id had to be encoded')
  },
})
