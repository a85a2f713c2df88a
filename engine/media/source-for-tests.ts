import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type Known, type MediaFacts, type MediaSource, OutOfReach, type Reading } from './facts.ts'
import { readMedia } from './read-media.ts'

export type Watched = MediaSource & { reads: [from: number, bytes: number][] }

/** Bytes as a source that keeps the contract, notes what is read, and gives nothing beyond a place that it can be told. */
export function sourceOf(bytes: Uint8Array, { knowsSize = true, reach = Number.POSITIVE_INFINITY } = {}): Watched {
  const reads: Watched['reads'] = []
  let size = knowsSize ? bytes.length : undefined
  return {
    reads,
    size: () => size,
    async read(from, to) {
      if (!(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && to > from))
        throw new Error(`a range that cannot be asked for: ${from} to ${to}`)
      if (to - from > 8 * 1024 * 1024) throw new Error(`${to - from} bytes at once`)
      if (to > reach) throw new OutOfReach(`nothing beyond byte ${reach}`)
      reads.push([from, to - from])
      size ??= bytes.length
      return bytes.slice(from, to)
    },
  }
}

export const committed = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`files-for-tests/${name}`, import.meta.url)))

export const readBytes = (bytes: Uint8Array): Promise<Reading> => readMedia(sourceOf(bytes))

export async function factsOf(bytes: Uint8Array): Promise<MediaFacts> {
  const reading = await readBytes(bytes)
  if (reading.kind !== 'video') expect.fail(JSON.stringify(reading))
  return reading.facts
}

/** What counts, by name, seconds and rates to a thousandth. */
export function inShort(facts: MediaFacts) {
  const plain = <T>(known: Known<T>) => ('unread' in known ? `unread: ${known.unread}` : known.value)
  const rounded = (known: Known<number>) => {
    const value = plain(known)
    return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value
  }
  const sized = (known: MediaFacts['pixels']) => {
    const value = plain(known)
    return typeof value === 'string' ? value : `${value.width}x${value.height}`
  }
  return {
    pixels: sized(facts.pixels),
    shown: sized(facts.shown),
    seconds: rounded(facts.seconds),
    frames: plain(facts.frames),
    fps: rounded(facts.fps),
    depth: plain(facts.depth),
  }
}

/** Who says what, in the order of who counts. */
export function toldOf<T>(known: Known<T>): Record<string, T> {
  if ('unread' in known) return {}
  return Object.fromEntries(known.told.map(({ by, value }) => [by, value]))
}
