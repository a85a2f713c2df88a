import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Unread } from '../facts.ts'
import { attempt, isUnread, NotWhole, Unreadable, whyOf } from '../reading/unreadable.ts'
import type { FramePace } from '../timeline.ts'
import { type Frame, framesOf } from './blocks.ts'
import { type Elements, ID } from './elements.ts'
import { endsOf } from './ends.ts'
import { paceOfAll, paceOfPlaces } from './pace.ts'
import type { Segment } from './segment.ts'
import type { Track } from './track.ts'

/** Up to here a file is read whole, since nothing in it lists its pictures but they themselves. */
const WHOLE = 8 * 1024 * 1024

export type LookedThrough = {
  track: Track
  frames: Frame[]
  pace: Partial<FramePace> | Unread
  /** Where the pace was learned. */
  by: string
  missing?: string
}

export async function lookThrough(elements: Elements, segment: Segment, pictured: Track[], tick: number) {
  const { size } = elements.window
  const missing = size !== undefined && segment.end > size ? cut(segment.end - segment.body, size) : undefined
  const found =
    size === undefined || size <= WHOLE
      ? await whole(elements, segment, pictured, tick)
      : await inPlaces(elements, segment, pictured, tick, missing)
  return missing === undefined ? found : { ...found, missing }
}

const cut = (expected: number, size: number) => `the segment has ${expected} bytes, and the file only ${size}`

async function whole(elements: Elements, segment: Segment, pictured: Track[], tick: number): Promise<LookedThrough> {
  const byTrack = new Map<number, Frame[]>(pictured.map(({ number }) => [number, []]))
  let count = 0
  const { window } = elements
  if (window.size === undefined) elements.smallStep = WHOLE
  else await attempt(() => window.upTo(segment.firstCluster!.at, window.size!))
  const walked = await walk(elements, segment, (frame) => {
    if (++count > BOUNDS.samples.most) throw new Unreadable(`more than ${BOUNDS.samples.most} pictures`)
    if (!frame.hidden) byTrack.get(frame.track)?.push(frame)
  })
  const span = ({ number }: Track) => {
    const frames = byTrack.get(number) ?? []
    return frames.length > 0 ? frames.at(-1)!.time - frames[0]!.time + 1 : 0
  }
  const rank = (track: Track) => (track.enabled ? 1 : 0) + (track.name === 'V_MJPEG' ? 0 : 2)
  const [track] = pictured.toSorted((one, other) => rank(other) - rank(one) || span(other) - span(one)) as [Track]
  const frames = byTrack.get(track.number) ?? []
  const missing = walked.missing ?? (frames.length === 0 && !walked.why ? 'clusters without a picture' : undefined)
  return {
    track,
    frames,
    pace: walked.why === undefined ? await attempt(() => paceOfAll(frames, tick, track)) : { unread: walked.why },
    by: 'blocks',
    ...(missing !== undefined && { missing }),
  }
}

/** All clusters, one after another; in words where they break off, or cannot be read on. */
async function walk(elements: Elements, segment: Segment, see: (frame: Frame) => void) {
  try {
    for (let at = segment.firstCluster!.at; ; ) {
      const element = await elements.at(at, segment.end)
      if (!element) return {}
      at = element.end
      if (element.id !== ID.cluster) continue
      at = await framesOf(elements, element, (frame) => {
        see(frame)
        return true
      })
    }
  } catch (error) {
    if (error instanceof NotWhole) return { missing: error.message }
    return { why: whyOf(error) }
  }
}

async function inPlaces(
  elements: Elements,
  segment: Segment,
  [track]: Track[],
  tick: number,
  missing: string | undefined,
): Promise<LookedThrough> {
  if (!track) throw new Unreadable('no picture')
  if (missing !== undefined) return { track, frames: [], pace: { unread: missing }, by: '' }
  const places = await attempt(() => endsOf(elements, segment, track)).catch((error: unknown) => {
    if (error instanceof NotWhole) return { missing: error.message }
    throw error
  })
  if ('missing' in places) return { track, frames: [], pace: { unread: places.missing }, by: '', ...places }
  if (isUnread(places)) return { track, frames: [], pace: places, by: '' }
  const pace = await attempt(() => paceOfPlaces(places, tick, track))
  return { track, frames: [...places.first, ...places.middle, ...places.last], pace, by: 'blocks at its ends' }
}
