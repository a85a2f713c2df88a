import { askedOf } from '../../spec/asked.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { type Look, outcomeOf } from '../history/entry/look.ts'
import { parseJson } from '../history/reading/reading.ts'
import type { Recording } from '../history/recording.ts'
import type { FileFinding } from '../judge/verdict.ts'
import { type Known, type MediaFacts, type Size, valueIn } from '../media/facts.ts'
import { isStill } from '../media/still.ts'

type Delivered = {
  container: string
  codec: string
  /** Each as it counts, and what else the file says of it; nothing where it could not be read. */
  width?: number
  height?: number
  duration?: number
  frames?: number
  fps?: number
  bit_depth?: number
  says: { what: string; by: string; value: string }[]
  unread: { what: string; why: string }[]
  besides: string[]
}

/** What the check of a clause makes of one video, in its own words. */
export type VideoFinding = { clause: ClauseId } & Omitting<FileFinding, 'job' | 'at'>
type Omitting<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** What a job led to, beside what was asked for. */
export type VideoReport = {
  job: string
  submission: number
  /** Looked at once more, later and as a whole. */
  again?: true
  asked: { resolution: string; ratio: string; duration: number; fps: number; bit_depth?: number }
  outcome: 'video' | 'no video' | 'not whole' | 'unread' | 'refused' | 'cut' | 'unreachable' | 'not fetched'
  /** What came instead, or why nothing is known. */
  what?: string
  delivered?: Delivered
  /** Nothing of what was not promised, and of clauses that this run did not judge. */
  findings: VideoFinding[]
  /** Of the file, where it is known. */
  size?: number
  /** What looking at it took. */
  requests: number
  bytes: number
  sha256?: string
  /** A small picture of its beginning, as a data URL. */
  frame?: string
}

type Told = {
  idOf(submission: number): string | undefined
  findings: readonly ({ clause: ClauseId } & FileFinding)[]
}

export function videosOf(recording: Recording, { idOf, findings }: Told): VideoReport[] {
  const looks = [...recording]
    .filter((entry): entry is Look => entry.kind === 'look')
    .toSorted((one, other) => one.job - other.job || one.at - other.at)
  return looks.flatMap((look) => {
    const body = recording.exchange(look.job)?.request.body ?? ''
    const asked = askedOf(parseJson(body)?.value)
    if (!asked) return []
    const { resolution, ratio, seconds, fps, bitDepth } = asked
    const fetches = look.attempts.flatMap((attempt) => attempt.fetches)
    return [
      {
        job: idOf(look.job) ?? '',
        submission: look.job,
        ...(look.time === 'again' && { again: true as const }),
        asked: {
          resolution,
          ratio: ratio.join(':'),
          duration: seconds,
          fps,
          ...(bitDepth !== undefined && { bit_depth: bitDepth }),
        },
        ...toldOf(look),
        findings: findings.flatMap(({ job, at, ...finding }) => (job === look.job && at === look.at ? [finding] : [])),
        ...(look.size !== undefined && { size: look.size }),
        requests: fetches.length,
        bytes: fetches.reduce((sum, each) => sum + each.bytes, 0),
        ...(look.digest?.whole && { sha256: look.digest.sha256 }),
        ...(isStill(look.frame) && { frame: look.frame }),
      },
    ]
  })
}

function toldOf(look: Look): Pick<VideoReport, 'outcome' | 'what' | 'delivered'> {
  const outcome = outcomeOf(look)
  if (outcome.kind === 'refused') return { outcome: 'refused', what: outcome.what ?? String(outcome.status) }
  if (outcome.kind === 'cut') return { outcome: 'cut', what: `it is truncated after ${outcome.bytes} bytes` }
  if (outcome.kind !== 'read') return { outcome: outcome.kind, what: outcome.why }
  const { reading } = outcome
  if (reading.kind === 'video') return { outcome: 'video', delivered: deliveredOf(reading.facts) }
  if (reading.kind === 'unread') return { outcome: 'unread', what: reading.why }
  const facts = reading.kind === 'not whole' ? reading.facts : undefined
  return { outcome: reading.kind, what: reading.what, ...(facts && { delivered: deliveredOf(facts) }) }
}

function deliveredOf({ container, codec, pixels, shown, seconds, frames, fps, depth, besides }: MediaFacts): Delivered {
  const [size, duration, count] = [valueIn(shown) ?? valueIn(pixels), valueIn(seconds), valueIn(frames)]
  const [rate, bits] = [valueIn(fps), valueIn(depth)]
  const all: [string, Known<unknown>][] = Object.entries({
    size: pixels,
    shape: shown,
    duration: seconds,
    frames,
    fps,
    bit_depth: depth,
  })
  return {
    container,
    codec,
    ...(size && { width: size.width, height: size.height }),
    ...(duration !== undefined && { duration }),
    ...(count !== undefined && { frames: count }),
    ...(rate !== undefined && { fps: rate }),
    ...(bits !== undefined && { bit_depth: bits }),
    says: all.flatMap(([what, fact]) =>
      'unread' in fact ? [] : fact.told.map(({ by, value }) => ({ what, by, value: inWords(value) })),
    ),
    unread: all.flatMap(([what, fact]) => ('unread' in fact ? [{ what, why: fact.unread }] : [])),
    besides,
  }
}

function inWords(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toFixed(4)))
  const { width, height } = value as Size
  return `${width}x${height}`
}
