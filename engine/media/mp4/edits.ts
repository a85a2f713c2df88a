import { Unreadable } from '../reading/unreadable.ts'
import type { Stretch } from '../timeline.ts'
import type { Track } from './track.ts'

/** What the edit list shows of the media, without the waiting before it. */
export function stretchesOf({ edits, timescale }: Track, movieTimescale: number, fragmented: boolean) {
  const shown = edits.filter(({ mediaTime }) => mediaTime !== -1)
  if (shown.length === 0) return undefined
  return shown.map((edit, i): Stretch => {
    const seconds = edit.ticks / movieTimescale
    if (edit.rate === 0 && seconds > 0) return { heldSeconds: seconds }
    if (edit.rate !== 1 && edit.rate !== 0) throw new Unreadable(`an edit at ${edit.rate} times the speed`)
    // Whoever wrote the index before the fragments did not know how long they would be.
    const open = edit.ticks === 0 || !Number.isFinite(seconds) || (fragmented && i === shown.length - 1)
    return { from: edit.mediaTime, to: open ? Number.POSITIVE_INFINITY : edit.mediaTime + seconds * timescale }
  })
}

/** The seconds that the list names, those that show nothing left out. */
export function secondsOfEdits({ edits }: Track, movieTimescale: number): number | undefined {
  const ticks = edits.reduce((sum, { ticks, mediaTime }) => sum + (mediaTime === -1 ? 0 : ticks), 0)
  return ticks > 0 && movieTimescale > 0 ? ticks / movieTimescale : undefined
}
