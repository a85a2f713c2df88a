import { createHash, type Hash } from 'node:crypto'
import { NoFile } from '../writing/in-the-way.ts'
import type { Began, HistoryEntry } from './entry/entries.ts'
import { HistoryFile } from './file/history-file.ts'
import { LineTooLong, linesOf } from './file/lines.ts'
import { flawIn } from './form/flaw.ts'
import type { Recording } from './recording.ts'

/** Of what is written now. Since 2, drives tell their judges by marks and causes what stood in sentences before. */
export const HISTORY_FORMAT = 2

export class UnreadableHistory extends Error {
  override name = 'UnreadableHistory'
}

/**
 * A recorded run, and the digest of the very bytes that it was read from. `damaged`: lines that cannot be read, each by its
 * number, and that nobody knows of yet. `cutOff`: half a line stands at its end.
 */
export type Recorded = {
  recording: HistoryFile
  sha256: string
  /** Of its whole lines. */
  hash: Hash
  damaged: number[]
  cutOff: boolean
}

const NO_JSON = 'is not JSON'

/** none: it is refused · up to it: what comes before it is read · beside it: all that can be read is. */
type Lenience = 'none' | 'up to it' | 'beside it'

export const readHistory = (path: string): Recording => readRecorded(path).recording

/**
 * Reads a recorded run, which anybody may have written. A last line that was cut off by a kill is left out; a line that is
 * damaged (no JSON, or not as we write it) is an error and named, or is read beside; up to it only where it is no JSON, for
 * somebody has written the other. The first has to be whole.
 */
export function readRecorded(path: string, lenience: Lenience = 'none'): Recorded {
  const { known, flaws, ...recorded } = read(path, (line) => lenience !== 'none' && line > 1)
  const news = recorded.damaged.filter((line) => !known.has(line))
  const [first] = news
  const flaw = first === undefined || lenience === 'beside it' ? undefined : flaws.get(first)
  if (flaw !== undefined && flaw !== NO_JSON) throw noRecord(path, first!, flaw)
  if (lenience === 'beside it' || first === undefined) return { ...recorded, damaged: news }
  const { known: _, flaws: __, ...upTo } = read(path, () => true, first)
  return { ...upTo, damaged: [first] }
}

function noRecord(path: string, line: number, flaw: string): UnreadableHistory {
  const where = `${path}, line ${line}`
  return new UnreadableHistory(flaw === NO_JSON ? `${where} ${flaw}` : `${where} is not a valid history entry: ${flaw}`)
}

/** What is recorded there, read as it is asked for, beside what is damaged. */
export const recordedIn = (path: string): Iterable<HistoryEntry> => reading(path, (line) => line > 1)

function read(...how: Parameters<typeof reading>) {
  const entries = reading(...how)
  let next = entries.next()
  while (!next.done) next = entries.next()
  return next.value
}

/** `known`: damaged lines that were told of by whoever went on behind them. */
function* reading(path: string, mayBeDamaged: (line: number) => boolean, end = Number.POSITIVE_INFINITY) {
  const recording = new HistoryFile(path)
  const [all, hash] = [createHash('sha256'), createHash('sha256')]
  const damaged: number[] = []
  const flaws = new Map<number, string>()
  const known = new Set<number>()
  let count = 0
  let bytes = 0
  for (const line of wholeLinesOf(path, (heard) => {
    all.update(heard)
    bytes += heard.length
  })) {
    if (++count >= end) continue
    hash.update(line)
    const value = parsed(line)
    if (count === 1 && value) refuseOtherFormat(value.value, path)
    const entry = value?.value as HistoryEntry
    const flaw = value ? (flawIn(entry) ?? flawAmong(recording, entry, count)) : NO_JSON
    if (flaw !== undefined && mayBeDamaged(count)) {
      damaged.push(count)
      flaws.set(count, flaw)
      recording.leaveOut(line)
      continue
    }
    if (flaw !== undefined) throw noRecord(path, count, flaw)
    // Who has not read all of it does not know how it ended.
    if (entry.kind === 'ended' && end < Number.POSITIVE_INFINITY) recording.leaveOut(line)
    else recording.add(entry, line)
    if (entry.kind === 'resumed') for (const each of entry.damaged ?? []) known.add(each)
    yield entry
  }
  if (count === 0) throw new UnreadableHistory(`${path} is not the history of a run`)
  const cutOff = end === Number.POSITIVE_INFINITY && recording.size < bytes
  return { recording, sha256: all.digest('hex'), hash, damaged, flaws, known, cutOff }
}

/** Nobody waits for a pipe, or reads a device to its end, that lies where a history should. */
function* wholeLinesOf(path: string, hear: (bytes: Buffer) => void): Generator<Buffer> {
  try {
    yield* linesOf(path, Number.POSITIVE_INFINITY, hear)
  } catch (error) {
    if (error instanceof NoFile) throw new UnreadableHistory(`${path} is not a file`)
    throw error instanceof LineTooLong ? new UnreadableHistory(error.message) : error
  }
}

function parsed(line: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(line.toString()) }
  } catch {
    return undefined
  }
}

function refuseOtherFormat(first: unknown, path: string): void {
  const { kind, format } = (first ?? {}) as Partial<Began>
  if (kind !== 'began') throw new UnreadableHistory(`${path} is not the history of a run`)
  if (format !== HISTORY_FORMAT) {
    throw new UnreadableHistory(
      `${path} has format ${format}, and this version reads format ${HISTORY_FORMAT}: judge it with the gatecheck version that recorded it`,
    )
  }
}

/** Two exchanges of one number: one of them would be judged, and the other shown. */
function flawAmong(before: HistoryFile, entry: HistoryEntry, line: number): string | undefined {
  if (entry.kind === 'began' && line > 1) return 'kind: a history has only one beginning'
  if (entry.kind === 'exchange' && before.has(entry.n)) return `n: duplicate exchange ${entry.n}`
  return undefined
}
