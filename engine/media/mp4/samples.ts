import { BOUNDS } from '../../config/bounds/bounds.ts'
import { Unreadable } from '../reading/unreadable.ts'
import type { Pictures } from '../timeline.ts'

/** The samples of one track in the order of the file, times in its ticks. */
export type Samples = {
  sizes: Float64Array
  offsets: Float64Array
  /** When each is shown, before any edit. */
  starts: Float64Array
  ticks: Float64Array
  /** Which of the sample entries the first one has, from 1 on. */
  entry: number
}

export function joined(parts: Samples[]): Samples {
  const count = parts.reduce((sum, { sizes }) => sum + sizes.length, 0)
  if (count > BOUNDS.samples.most) throw new Unreadable(`an index of ${count} samples`)
  const join = (field: 'sizes' | 'offsets' | 'starts' | 'ticks') => {
    const all = new Float64Array(count)
    let at = 0
    for (const part of parts) {
      all.set(part[field], at)
      at += part[field].length
    }
    return all
  }
  return {
    sizes: join('sizes'),
    offsets: join('offsets'),
    starts: join('starts'),
    ticks: join('ticks'),
    entry: parts.find(({ sizes }) => sizes.length > 0)?.entry ?? 1,
  }
}

export function picturesOf({ starts, ticks }: Samples, perSecond: number): Pictures {
  if (!(perSecond > 0)) throw new Unreadable('a media header without a timescale')
  let last = 0
  for (let i = 1; i < starts.length; i++) if (starts[i]! >= starts[last]!) last = i
  return { starts: starts.slice().sort(), last: ticks[last] ?? 0, perSecond }
}
