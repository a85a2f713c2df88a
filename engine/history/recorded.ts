import { createHash } from 'node:crypto'
import type { Began, HistoryEntry } from './entry/entries.ts'
import { linesOf, UnreadableHistory } from './history-file.ts'
import { type Recording, StoredRecording } from './recording.ts'
import { problemIn } from './validate.ts'

export { UnreadableHistory }

/** Histories of format 2 can be judged, but not resumed. */
export const HISTORY_FORMAT = 3
const READABLE: readonly unknown[] = [2, HISTORY_FORMAT]

/** A history read from a file. */
export type Recorded = {
  recording: StoredRecording
  sha256: string
  /** Numbers of lines that cannot be read. */
  damaged: number[]
  /** The last line is incomplete and ignored. */
  cutOff: boolean
}

/** What to do about a damaged line: throw, read the lines before it, or read all other lines. */
type OnDamage = 'none' | 'up to it' | 'beside it'

const NO_JSON = 'is not JSON'

export const readHistory = (path: string): Recording => readRecorded(path).recording

/**
 * Reads an untrusted history. Throws UnreadableHistory for an invalid first line, for JSON that is no valid entry, and for
 * damage if `onDamage` says so.
 */
export function readRecorded(path: string, onDamage: OnDamage = 'none'): Recorded {
  const { flaws, ...recorded } = allOf(reading(path, (line) => onDamage !== 'none' && line > 1))
  const damaged = [...flaws.keys()]
  const [first] = damaged
  if (first === undefined || onDamage === 'beside it') return { ...recorded, damaged }
  if (flaws.get(first) !== NO_JSON) throw invalid(path, first, flaws.get(first)!)
  const { recording } = allOf(reading(path, () => true, first))
  return { ...recorded, recording, damaged: [first], cutOff: false }
}

/** The valid entries, one by one. */
export const recordedIn = (path: string): Iterable<HistoryEntry> => reading(path, (line) => line > 1)

/** Reads the lines before `end`. */
function* reading(path: string, mayBeFlawed: (line: number) => boolean, end = Number.POSITIVE_INFINITY) {
  const recording = new StoredRecording(path)
  const hash = createHash('sha256')
  const flaws = new Map<number, string>()
  let count = 0
  let bytes = 0
  const onBytes = (chunk: Buffer) => {
    hash.update(chunk)
    bytes += chunk.length
  }
  for (const line of linesOf(path, { onBytes })) {
    if (++count >= end) break
    const value = parsed(line)
    if (count === 1 && value) refuseOtherFormat(value.value, path)
    const entry = value?.value as HistoryEntry
    const flaw = value ? (problemIn(entry) ?? flawAmong(recording, entry, count)) : NO_JSON
    if (flaw !== undefined) {
      if (!mayBeFlawed(count)) throw invalid(path, count, flaw)
      flaws.set(count, flaw)
      recording.skip(line.length)
      continue
    }
    // Without the rest it is unknown whether the run went on.
    if (entry.kind === 'ended' && end < Number.POSITIVE_INFINITY) recording.skip(line.length)
    else recording.addWritten(entry, line.length)
    yield entry
  }
  if (count === 0) throw new UnreadableHistory(`${path} is not the history of a run`)
  return { recording, sha256: hash.digest('hex'), flaws, cutOff: recording.size < bytes }
}

function allOf<Result>(entries: Generator<HistoryEntry, Result>): Result {
  let next = entries.next()
  while (!next.done) next = entries.next()
  return next.value
}

function parsed(line: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(line.toString()) }
  } catch {
    return undefined
  }
}

function invalid(path: string, line: number, flaw: string): UnreadableHistory {
  const where = `${path}, line ${line}`
  return new UnreadableHistory(flaw === NO_JSON ? `${where} ${flaw}` : `${where} is not a valid history entry: ${flaw}`)
}

function refuseOtherFormat(first: unknown, path: string): void {
  const { kind, format } = (first ?? {}) as Partial<Began>
  if (kind !== 'began') throw new UnreadableHistory(`${path} is not the history of a run`)
  if (!READABLE.includes(format))
    throw new UnreadableHistory(
      `${path} has format ${format}, and this version reads formats ${READABLE.join(' and ')}: judge it with the gatecheck version that recorded it`,
    )
}

/** Duplicate numbers are refused: one exchange would be judged and the other shown. */
function flawAmong(before: StoredRecording, entry: HistoryEntry, line: number): string | undefined {
  if (entry.kind === 'began' && line > 1) return 'kind: a history has only one beginning'
  if (entry.kind === 'exchange' && before.has(entry.n)) return `n: duplicate exchange ${entry.n}`
  return undefined
}
