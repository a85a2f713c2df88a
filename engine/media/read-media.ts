import type { MediaSource, Reading } from './facts.ts'
import { readMatroska } from './matroska/read-matroska.ts'
import { readMp4 } from './mp4/read-mp4.ts'
import { NotWhole, whyOf } from './reading/unreadable.ts'
import { Window } from './reading/window.ts'
import { videoBehind } from './what-it-is/behind.ts'
import { kindOf } from './what-it-is/kind-of.ts'

const HEAD = 64 * 1024

/** The facts of a video file, read in few and small pieces. Never throws, and always comes to an end. */
export async function readMedia(source: MediaSource): Promise<Reading> {
  try {
    return await read(new Window(source))
  } catch (error) {
    if (error instanceof NotWhole) return { kind: 'not whole', what: error.message }
    return { kind: 'unread', why: whyOf(error) }
  }
}

async function read(window: Window): Promise<Reading> {
  const head = await window.upTo(0, HEAD)
  const kind = kindOf(head)
  const behind = kind && 'read' in kind ? undefined : videoBehind(head)
  if (behind) throw new NotWhole(`a video (${behind.what}) that begins only after ${behind.at} other bytes`)
  if (!kind) return { kind: 'unread', why: 'an unknown file format' }
  if ('what' in kind) return { kind: 'no video', what: kind.what }
  if ('why' in kind) return { kind: 'unread', why: kind.why }
  return kind.read === 'mp4' ? readMp4(window) : readMatroska(window)
}
