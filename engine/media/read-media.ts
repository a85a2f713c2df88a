import type { MediaSource, Reading } from './facts.ts'
import { type Found, MediaThread } from './media-thread.ts'

/** Starting a thread takes longer than reading a file. */
const KEPT_MS = 10_000
/** Computing time per file, with a margin for a busy machine. */
const LONGEST_MS = 10_000
const LONGEST_PICTURE_MS = 5000

let kept: { thread: MediaThread; users: number; timer?: NodeJS.Timeout } | undefined

/** The facts of a video file. Never throws, and always ends. */
export async function readMedia(source: MediaSource, longestMs = LONGEST_MS): Promise<Reading> {
  const reading = await found('facts', source, longestMs)
  if (typeof reading === 'object') return reading
  return { kind: 'unread', why: `reading the file takes too much ${reading === 'gone' ? 'memory' : 'time'}` }
}

/** A small MP4 file with only the first key frame. Undefined if there is none; never throws. */
export async function firstPicture(source: MediaSource, longestMs = LONGEST_PICTURE_MS) {
  const picture = source.size() ? await found('picture', source, longestMs) : undefined
  return typeof picture === 'object' ? picture : undefined
}

async function found<Task extends keyof Found>(task: Task, source: MediaSource, ms: number) {
  const shared = taken()
  const result = await shared.thread.find(task, source, ms)
  released(shared)
  if (result !== 'gone') return result
  // Another file may have ended the thread.
  const thread = new MediaThread()
  return thread.find(task, source, ms).finally(() => thread.end())
}

function taken() {
  if (!kept || kept.thread.isGone) kept = { thread: new MediaThread(), users: 0 }
  clearTimeout(kept.timer)
  kept.users++
  return kept
}

function released(shared: NonNullable<typeof kept>): void {
  if (--shared.users > 0) return
  shared.timer = setTimeout(() => shared.thread.end(), KEPT_MS).unref()
}
