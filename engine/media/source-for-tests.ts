import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Known, MediaFacts, MediaSource, Reading } from './facts.ts'
import { readMedia } from './read-media.ts'

export const sourceOf = (bytes: Uint8Array): MediaSource => ({
  size: () => bytes.length,
  read: async (from, to) => bytes.slice(from, to),
})

export const committed = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`files-for-tests/${name}`, import.meta.url)))

export const readBytes = (bytes: Uint8Array): Promise<Reading> => readMedia(sourceOf(bytes))

export async function factsOf(bytes: Uint8Array): Promise<MediaFacts> {
  const reading = await readBytes(bytes)
  if (reading.kind !== 'video') expect.fail(JSON.stringify(reading))
  return reading.facts
}

/** The facts by name, sizes as text, and numbers to a thousandth. */
export function inShort({ pixels, shown, seconds, frames, fps, depth }: MediaFacts) {
  const plain = <T>(known: Known<T>) => ('unread' in known ? `unread: ${known.unread}` : known.value)
  const short = (known: MediaFacts['pixels'] | Known<number>) => {
    const value = plain<number | { width: number; height: number }>(known)
    if (typeof value === 'number') return Math.round(value * 1000) / 1000
    return typeof value === 'string' ? value : `${value.width}x${value.height}`
  }
  const facts = { pixels, shown, seconds, frames, fps, depth }
  return Object.fromEntries(Object.entries(facts).map(([name, known]) => [name, short(known)]))
}
