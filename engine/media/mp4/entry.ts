import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Size } from '../facts.ts'
import type { Codec } from '../streams/codec.ts'
import { vpDepth } from '../streams/vp9.ts'
import { type Box, type Boxes, printable } from './boxes.ts'
import { fourLetters } from './track.ts'

/** What a sample entry says of pictures. */
export type Entry = {
  /** Its four letters, where it is none of ours. */
  name: string
  codec?: Codec
  encrypted: boolean
  size: Size
  record?: Uint8Array
  /** What the record alone says. */
  depth?: number
  aspect?: [number, number]
  cleanAperture?: Size
}

const OURS: Record<string, Codec> = {
  avc1: 'avc',
  avc2: 'avc',
  avc3: 'avc',
  avc4: 'avc',
  dva1: 'avc',
  dvav: 'avc',
  hvc1: 'hevc',
  hev1: 'hevc',
  hvc2: 'hevc',
  hev2: 'hevc',
  dvh1: 'hevc',
  dvhe: 'hevc',
  vp09: 'vp9',
  av01: 'av1',
  dav1: 'av1',
}
const RECORDS: Record<Codec, string> = { avc: 'avcC', hevc: 'hvcC', vp9: 'vpcC', av1: 'av1C' }

/** Bytes of a visual sample entry before its boxes. */
const FIELDS = 78

export async function entriesOf(boxes: Boxes, stsd: Box): Promise<Box[]> {
  return (await boxes.children({ body: stsd.body + 8, end: stsd.end })).slice(0, BOUNDS.sampleEntries.most)
}

export async function entryFrom(boxes: Boxes, box: Box): Promise<Entry> {
  const view = await boxes.window.view(box.body, box.body + FIELDS)
  const inside = await boxes.children({ body: box.body + FIELDS, end: box.end })
  const child = (type: string) => inside.find((each) => each.type === type)
  const original = child('sinf') && (await boxes.inside(child('sinf')!, 'frma'))
  const format = original ? fourLetters(await boxes.content(original), 0) : box.type
  const codec = OURS[format]
  const configuration = codec && child(RECORDS[codec])
  const record = configuration && (await boxes.bytes(configuration))
  const depth = codec === 'vp9' && record ? vpDepth(record.subarray(4)) : undefined
  const pasp = child('pasp') && (await boxes.content(child('pasp')!))
  const clap = child('clap') && (await boxes.content(child('clap')!))
  const aspect: [number, number] | undefined = pasp && [pasp.getUint32(0), pasp.getUint32(4)]
  const clean = clap && {
    width: Math.round(clap.getUint32(0) / clap.getUint32(4)),
    height: Math.round(clap.getUint32(8) / clap.getUint32(12)),
  }
  return {
    name: printable(format),
    ...(codec && { codec }),
    encrypted: box.type === 'encv',
    size: { width: view.getUint16(24), height: view.getUint16(26) },
    ...(record && { record }),
    ...(depth && { depth }),
    ...(aspect && aspect[0] > 0 && aspect[1] > 0 && { aspect }),
    ...(clean && clean.width > 0 && clean.height > 0 && { cleanAperture: clean }),
  }
}
