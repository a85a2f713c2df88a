import { BOUNDS } from '../../config/bounds/bounds.ts'
import { Unreadable } from '../reading/unreadable.ts'
import type { Box, Boxes } from './boxes.ts'
import type { Samples } from './samples.ts'

/** The samples that a track's tables list. */
export async function samplesFrom(boxes: Boxes, tables: Box[]): Promise<Samples> {
  const table = async (...types: string[]) => {
    const box = tables.find(({ type }) => types.includes(type))
    return box && { type: box.type, view: await boxes.content(box) }
  }
  const sizes = sizesFrom(await table('stsz', 'stz2'))
  const chunks = await table('stco', 'co64')
  const runs = await table('stsc')
  const durations = await table('stts')
  const shifts = await table('ctts')
  const { starts, ticks } = timesFrom(sizes.length, durations?.view, shifts?.view)
  return { sizes, starts, ticks, ...placesFrom(sizes, chunks, runs?.view) }
}

/** How many entries a table lists, which must have room in it. */
function entries(view: DataView, at: number, each: number, what: string): number {
  const count = view.getUint32(at)
  const room = Math.floor((view.byteLength - at - 4) / each)
  if (count > room) throw new Unreadable(`a table (${what}) of ${count} entries with space for ${room}`)
  return count
}

function sizesFrom(table: { type: string; view: DataView } | undefined): Float64Array {
  if (!table) return new Float64Array(0)
  const { type, view } = table
  const count = view.getUint32(8)
  if (count > BOUNDS.samples.most) throw new Unreadable(`an index of ${count} samples`)
  if (type === 'stz2') {
    const bits = view.getUint8(7)
    return Float64Array.from({ length: count }, (_, i) => {
      if (bits === 16) return view.getUint16(12 + 2 * i)
      if (bits === 8) return view.getUint8(12 + i)
      return (view.getUint8(12 + (i >> 1)) >> (i % 2 ? 0 : 4)) & 15
    })
  }
  const all = view.getUint32(4)
  if (all > 0) return new Float64Array(count).fill(all)
  entries(view, 8, 4, type)
  return Float64Array.from({ length: count }, (_, i) => view.getUint32(12 + 4 * i))
}

function timesFrom(count: number, durations: DataView | undefined, shifts: DataView | undefined) {
  const starts = new Float64Array(count)
  const ticks = new Float64Array(count)
  if (!durations) {
    if (count > 0) throw new Unreadable('no table of durations (stts)')
    return { starts, ticks }
  }
  let i = 0
  let time = 0
  const runs = entries(durations, 4, 8, 'stts')
  for (let run = 0; run < runs && i < count; run++) {
    const delta = durations.getUint32(12 + 8 * run)
    for (let left = durations.getUint32(8 + 8 * run); left > 0 && i < count; left--, i++) {
      starts[i] = time
      ticks[i] = delta
      time += delta
    }
  }
  if (i < count) throw new Unreadable(`durations (stts) of only ${i} of ${count} samples`)
  shift(starts, shifts)
  return { starts, ticks }
}

/** Offsets are signed in practice, whatever the table's version says. */
function shift(starts: Float64Array, shifts: DataView | undefined): void {
  if (!shifts) return
  const runs = entries(shifts, 4, 8, 'ctts')
  for (let run = 0, i = 0; run < runs && i < starts.length; run++) {
    const offset = shifts.getInt32(12 + 8 * run)
    for (let left = shifts.getUint32(8 + 8 * run); left > 0 && i < starts.length; left--, i++) starts[i]! += offset
  }
}

function placesFrom(sizes: Float64Array, chunks: { type: string; view: DataView } | undefined, runs?: DataView) {
  const offsets = new Float64Array(sizes.length)
  if (sizes.length === 0) return { offsets, entry: 1 }
  if (!chunks || !runs) throw new Unreadable('no table of offsets (stco, stsc)')
  const long = chunks.type === 'co64'
  const chunkCount = entries(chunks.view, 4, long ? 8 : 4, chunks.type)
  const runCount = entries(runs, 4, 12, 'stsc')
  let i = 0
  for (let run = 0; run < runCount && i < sizes.length; run++) {
    const first = runs.getUint32(8 + 12 * run) - 1
    const each = runs.getUint32(12 + 12 * run)
    const behind = run + 1 < runCount ? Math.min(runs.getUint32(20 + 12 * run) - 1, chunkCount) : chunkCount
    for (let chunk = first; chunk >= 0 && chunk < behind && each > 0 && i < sizes.length; chunk++) {
      let at = long ? Number(chunks.view.getBigUint64(8 + 8 * chunk)) : chunks.view.getUint32(8 + 4 * chunk)
      for (let left = each; left > 0 && i < sizes.length; left--, i++) {
        offsets[i] = at
        at += sizes[i]!
      }
    }
  }
  if (i < sizes.length) throw new Unreadable(`offsets (stco, stsc) of only ${i} of ${sizes.length} samples`)
  return { offsets, entry: runs.byteLength >= 20 ? runs.getUint32(16) : 1 }
}
