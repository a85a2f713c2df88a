import { BOUNDS } from '../../config/bounds/bounds.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { type Box, type Boxes, either } from './boxes.ts'
import type { Samples } from './samples.ts'

/** What samples of a track have where a fragment does not say. */
export type Defaults = { entry: number; ticks: number; size: number }

export async function defaultsOf(boxes: Boxes, moov: Box): Promise<Map<number, Defaults>> {
  const found = new Map<number, Defaults>()
  const mvex = await boxes.inside(moov, 'mvex')
  for (const box of mvex ? await boxes.children(mvex) : []) {
    if (box.type !== 'trex') continue
    const view = await boxes.content(box)
    const defaults = { entry: view.getUint32(8), ticks: view.getUint32(12), size: view.getUint32(16) }
    found.set(view.getUint32(4), defaults)
  }
  return found
}

/** Reads the fragments of one track one after another. */
export class FragmentReader {
  readonly #boxes: Boxes
  readonly #track: number
  readonly #defaults: Map<number, Defaults>
  /** When the next sample begins, where its fragment does not say. */
  #time: number
  #count = 0

  constructor(boxes: Boxes, track: number, defaults: Map<number, Defaults>, time: number) {
    this.#boxes = boxes
    this.#track = track
    this.#defaults = defaults
    this.#time = time
  }

  /** The samples of the track in one fragment. */
  async read(moof: Box): Promise<Samples[]> {
    const found: Samples[] = []
    let end = moof.at
    for (const traf of await this.#boxes.children(moof)) {
      if (traf.type !== 'traf') continue
      const parts = await this.#boxes.children(traf)
      const tfhd = parts.find(({ type }) => type === 'tfhd')
      if (!tfhd) throw new Unreadable('a fragment without a header (tfhd)')
      const header = headerFrom(await this.#boxes.content(tfhd), this.#defaults, moof.at, end)
      const tfdt = parts.find(({ type }) => type === 'tfdt')
      const wanted = header.track === this.#track
      if (wanted && tfdt) {
        const view = await this.#boxes.content(tfdt)
        this.#time = either(view, 4, view.getUint8(0) === 1)
      }
      end = header.base
      for (const trun of parts) {
        if (trun.type !== 'trun') continue
        const run = runFrom(await this.#boxes.content(trun), header, end)
        if (wanted) found.push(this.#timed(run, header.entry))
        end = run.end
      }
    }
    return found
  }

  #timed(run: Run, entry: number): Samples {
    this.#count += run.count
    if (this.#count > BOUNDS.samples.most) throw new Unreadable(`fragments of more than ${BOUNDS.samples.most} samples`)
    const sizes = Float64Array.from({ length: run.count }, (_, i) => run.size(i))
    const ticks = Float64Array.from({ length: run.count }, (_, i) => run.ticks(i))
    const offsets = new Float64Array(run.count)
    const starts = new Float64Array(run.count)
    let at = run.from
    for (let i = 0; i < run.count; i++) {
      offsets[i] = at
      at += sizes[i]!
      starts[i] = this.#time + run.shift(i)
      this.#time += ticks[i]!
    }
    return { sizes, ticks, offsets, starts, entry }
  }
}

type Header = Defaults & { track: number; base: number }

function headerFrom(view: DataView, all: Map<number, Defaults>, moof: number, end: number): Header {
  const flags = view.getUint32(0)
  const track = view.getUint32(4)
  const { entry, ticks, size } = all.get(track) ?? { entry: 1, ticks: 0, size: 0 }
  let at = 8
  const field = (flag: number, otherwise: number) => {
    if (!(flags & flag)) return otherwise
    at += 4
    return view.getUint32(at - 4)
  }
  let base = flags & 0x20000 ? moof : end
  if (flags & 1) {
    base = Number(view.getBigUint64(at))
    at += 8
  }
  return { track, base, entry: field(2, entry), ticks: field(8, ticks), size: field(16, size) }
}

type Run = {
  count: number
  from: number
  end: number
  size(i: number): number
  ticks(i: number): number
  shift(i: number): number
}

type Four = [number, number, number, number]
const RUN_FIELDS = [0x100, 0x200, 0x400, 0x800]

function runFrom(view: DataView, header: Header, end: number): Run {
  const flags = view.getUint32(0)
  const count = view.getUint32(4)
  const from = flags & 1 ? header.base + view.getInt32(8) : end
  const fields = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  const [ticksWide, sizeWide, flagsWide, shiftWide] = RUN_FIELDS.map((flag) => (flags & flag ? 4 : 0)) as Four
  const wide = ticksWide + sizeWide + flagsWide + shiftWide
  if (fields + count * wide > view.byteLength)
    throw new Unreadable(`a track run (trun) too short for its ${count} samples`)
  if (count > BOUNDS.samples.most) throw new Unreadable(`a track run (trun) of ${count} samples`)
  const at = (i: number, behind: number) => fields + i * wide + behind
  const size = (i: number) => (flags & 0x200 ? view.getUint32(at(i, ticksWide)) : header.size)
  let last = from
  for (let i = 0; i < count; i++) last += size(i)
  return {
    count,
    from,
    end: last,
    size,
    ticks: (i) => (flags & 0x100 ? view.getUint32(at(i, 0)) : header.ticks),
    shift: (i) => (flags & 0x800 ? view.getInt32(at(i, ticksWide + sizeWide + flagsWide)) : 0),
  }
}
