import { type Look, outcomeOf } from '../../engine/history/entry/inspection.ts'
import { parseJson } from '../../engine/history/reading/reading.ts'
import type { Recording } from '../../engine/history/recording.ts'
import type { FileFinding } from '../../engine/judge/verdict.ts'
import { type Known, type MediaFacts, type Size, valueIn } from '../../engine/media/facts.ts'
import { isStill } from '../../engine/media/still.ts'
import { askedOf } from '../../spec/asked.ts'
import type { ClauseId } from '../../spec/clauses.ts'

type Delivered = {
  container: string
  codec: string
  /** Absent if they could not be read. */
  width?: number
  height?: number
  duration?: number
  frames?: number
  fps?: number
  bit_depth?: number
  /** Every place of the file that states one of these. */
  says: { what: string; by: string; value: string }[]
  unread: { what: string; why: string }[]
  besides: string[]
}

/** Result of a clause for one video. */
export type VideoFinding = { clause: ClauseId } & Omitting<FileFinding, 'job' | 'at'>
type Omitting<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** The video of a job beside what was requested. */
export type VideoReport = {
  job: string
  submission: number
  /** The second, complete inspection of this video. */
  again?: true
  asked: { resolution: string; ratio: string; duration: number; fps: number; bit_depth?: number }
  outcome: 'video' | 'no video' | 'not whole' | 'unread' | 'refused' | 'cut' | 'unreachable' | 'not fetched'
  /** What came instead, or why nothing is known. */
  what?: string
  delivered?: Delivered
  /** Results of the clauses that this run judged. */
  findings: VideoFinding[]
  /** Size of the file, if known. */
  size?: number
  /** Requests and bytes of the inspection. */
  requests: number
  bytes: number
  sha256?: string
  /** A small picture of the first frame, as a data URL. */
  frame?: string
}

type Given = {
  looks: readonly Look[]
  idOf(submission: number): string | undefined
  findings: readonly ({ clause: ClauseId } & FileFinding)[]
}

export function videosOf(recording: Recording, { looks, idOf, findings }: Given): VideoReport[] {
  const inOrder = looks.toSorted((one, other) => one.job - other.job || one.at - other.at)
  return inOrder.flatMap((look) => {
    const asked = askedOf(parseJson(recording.exchange(look.job)?.request.body ?? '')?.value)
    if (!asked) return []
    const { resolution, ratio, seconds: duration, fps, bitDepth } = asked
    const fetches = look.attempts.flatMap((attempt) => attempt.fetches)
    const depth = bitDepth !== undefined && { bit_depth: bitDepth }
    return [
      {
        job: idOf(look.job) ?? '',
        submission: look.job,
        ...(look.time === 'again' && { again: true as const }),
        asked: { resolution, ratio: ratio.join(':'), duration, fps, ...depth },
        ...outcomeIn(look),
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

function outcomeIn(look: Look): Pick<VideoReport, 'outcome' | 'what' | 'delivered'> {
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

function deliveredOf(facts: MediaFacts): Delivered {
  const { container, codec, pixels, shown, seconds, frames, fps, depth, besides } = facts
  const size = valueIn(shown) ?? valueIn(pixels)
  const numbers = { duration: seconds, frames, fps, bit_depth: depth }
  const known = Object.entries(numbers).flatMap(([name, fact]) => ('unread' in fact ? [] : [[name, fact.value]]))
  const all = Object.entries<Known<number | Size>>({ size: pixels, shape: shown, ...numbers })
  return {
    container,
    codec,
    ...(size && { width: size.width, height: size.height }),
    ...Object.fromEntries(known),
    says: all.flatMap(([what, fact]) =>
      'unread' in fact ? [] : fact.told.map(({ by, value }) => ({ what, by, value: inWords(value) })),
    ),
    unread: all.flatMap(([what, fact]) => ('unread' in fact ? [{ what, why: fact.unread }] : [])),
    besides,
  }
}

const inWords = (value: number | Size) =>
  typeof value === 'number' ? String(Number(value.toFixed(4))) : `${value.width}x${value.height}`
