import { BOUNDS } from '../config/bounds/bounds.ts'
import type { MediaSource } from './facts.ts'
import { type Looked, PictureThread } from './picture-thread.ts'

/** To start a thread takes longer than to look into a file, so the last one is kept for a while. */
const KEPT_MS = 10_000

let kept: { thread: PictureThread; until: NodeJS.Timeout } | undefined

/**
 * The first picture that needs no other, alone in a small MP4 file: whoever decodes it sees nothing else of the file it
 * came in. Undefined where it cannot be had; never throws.
 */
export async function firstPicture(
  source: MediaSource,
  longestMs: number = BOUNDS.pictureMs.most,
): Promise<Uint8Array | undefined> {
  const size = source.size()
  if (size === undefined || size === 0) return undefined
  const file = { source, size, longestMs }
  const thread = taken() ?? new PictureThread()
  const looked = await lookedWith(thread, file)
  // It may have held too much of others: that is no fault of this one.
  const atLast = looked === 'gone' && thread.isUsed ? await lookedWith(new PictureThread(), file) : looked
  return typeof atLast === 'object' ? atLast.picture : undefined
}

type File = { source: MediaSource; size: number; longestMs: number }

async function lookedWith(thread: PictureThread, { source, size, longestMs }: File): Promise<Looked> {
  const looked = await thread.look(source, size, longestMs)
  if (typeof looked === 'string' || kept) await thread.end()
  else keep(thread)
  return looked
}

function keep(thread: PictureThread): void {
  const until = setTimeout(() => taken()?.end(), KEPT_MS).unref()
  kept = { thread, until }
}

function taken(): PictureThread | undefined {
  if (!kept) return undefined
  const { thread, until } = kept
  kept = undefined
  clearTimeout(until)
  return thread
}
