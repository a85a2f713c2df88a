import { whyOf } from '../reading/unreadable.ts'
import type { Box, Boxes } from './boxes.ts'
import { defaultsOf, FragmentReader } from './fragments.ts'
import { joined, type Samples } from './samples.ts'
import { samplesFrom } from './tables.ts'
import type { Top } from './top.ts'
import type { Track } from './track.ts'

export type Gathered = {
  samples: Samples
  /** Where they are listed. */
  by: 'sample table' | 'fragments'
  /** Why there may be more of them. */
  incomplete?: string
}

/** All samples of a track: those of its tables, and those of the fragments behind. */
export async function gather(boxes: Boxes, { fragments, why }: Top, moov: Box, track: Track): Promise<Gathered> {
  const listed = await samplesFrom(boxes, track.tables)
  if (fragments.length === 0)
    return { samples: listed, by: 'sample table', ...(why !== undefined && { incomplete: why }) }
  const time = listed.ticks.reduce((sum, ticks) => sum + ticks, 0)
  const reader = new FragmentReader(boxes, track.id, await defaultsOf(boxes, moov), time)
  const parts = [listed]
  let incomplete = why
  try {
    for (const fragment of fragments) parts.push(...(await reader.read(fragment)))
  } catch (error) {
    incomplete ??= whyOf(error)
  }
  const by = listed.sizes.length > 0 ? 'sample table' : 'fragments'
  return { samples: joined(parts), by, ...(incomplete !== undefined && { incomplete }) }
}
