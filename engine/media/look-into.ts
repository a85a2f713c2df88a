import type { Unread } from './facts.ts'
import { attempt, CutOff, isUnread, NotWhole } from './reading/unreadable.ts'
import type { Decoder } from './streams/codec.ts'
import type { Header, Sample } from './streams/header.ts'

/** The samples of one track, which may be looked into where they lie. */
export type Shelf = { count: number; sample(index: number): Sample }

/** Pictures of no more bytes lie so near to each other that a look at one more costs little. */
const LAST_ONES = 8 * 1024

/**
 * The first one, one in the middle, and the last: what was never sent or written is seldom missing elsewhere. Those
 * before the last as well where they are small.
 */
function worthALook({ count, sample }: Shelf): number[] {
  const before = [count - 3, count - 2].filter((place) => place >= 0 && sample(place).size <= LAST_ONES)
  const places = [0, Math.floor(count / 2), ...before, count - 1]
  return [...new Set(places)].filter((place) => place >= 0 && place < count)
}

/** So many zeros behind each other are in no coded picture. */
const TAIL = 1024
const BEGINNING = 2048
const LARGE = 16 * 1024

/** What the stream says of itself in its first picture. Throws NotWhole where samples hold nothing. */
export async function streamOf(shelf: Shelf, decoder: Decoder): Promise<{ header?: Header } | Unread> {
  let first: { header?: Header } | Unread = {}
  let empty = 0
  const places = worthALook(shelf)
  for (const place of places) {
    const sample = shelf.sample(place)
    if (sample.size === 0) {
      empty++
      continue
    }
    const which = `picture ${place + 1} of ${shelf.count}`
    const found = await attempt(() => lookAt(sample, decoder, which, place === shelf.count - 1))
    if (place === 0) first = found
    if (isUnread(found) && place > 0) break
  }
  if (empty > 0 && empty === places.length) throw new NotWhole('pictures of 0 bytes')
  return first
}

async function lookAt(sample: Sample, decoder: Decoder, which: string, isLast: boolean): Promise<{ header?: Header }> {
  try {
    // What the decoder reads piecemeal comes at once.
    const beginning = await sample.read(0, Math.min(sample.size, BEGINNING))
    const { header, damage } = await decoder.look(sample)
    if (damage) throw new NotWhole(`${which}: ${beginning.every(isZero) ? 'only zeros' : damage}`)
    if (isLast && sample.size > LARGE && (await sample.read(sample.size - TAIL, sample.size)).every(isZero))
      throw new NotWhole(`${which}: it ends with zeros`)
    return header ? { header } : {}
  } catch (error) {
    if (error instanceof CutOff) throw new NotWhole(`${which}: ${error.message}`)
    throw error
  }
}

const isZero = (byte: number) => byte === 0

/** The same, with what is missing told beside instead of thrown. */
export async function streamAndDamage(look: () => Promise<{ header?: Header } | Unread>) {
  try {
    return { stream: await attempt(look) }
  } catch (error) {
    if (!(error instanceof NotWhole)) throw error
    return { stream: { unread: error.message }, damage: error.message }
  }
}
