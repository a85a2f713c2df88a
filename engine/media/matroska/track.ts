import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { MediaFacts, Size } from '../facts.ts'
import type { Codec } from '../streams/codec.ts'
import { vp9Features } from '../streams/vp9.ts'
import type { Element, Elements } from './elements.ts'

export type Track = {
  number: number
  kind: number
  enabled: boolean
  /** Its name, where it is none of ours. */
  name: string
  codec?: Codec
  record?: Uint8Array
  /** What the record or the track says. */
  recordDepth?: number
  depth?: number
  /** Nanoseconds for each picture. */
  perPicture?: number
  pixels: Size
  display?: Size
  rotation: MediaFacts['rotation']
  /** What stands before each of its blocks and was left out of them. */
  prefix?: Uint8Array
  /** Why nobody can look into its blocks. */
  opaque?: string
}

export const PICTURE = 1
const KINDS: Record<number, string> = { 1: 'a second picture', 2: 'sound', 17: 'text', 33: 'data' }
export const wordFor = ({ kind }: Track): string => KINDS[kind] ?? 'data'

const CODECS: Record<string, Codec> = {
  'V_MPEG4/ISO/AVC': 'avc',
  'V_MPEGH/ISO/HEVC': 'hevc',
  V_VP9: 'vp9',
  V_AV1: 'av1',
}

const ID = {
  entry: 0xae,
  number: 0xd7,
  kind: 0x83,
  enabled: 0xb9,
  codec: 0x86,
  record: 0x63a2,
  perPicture: 0x23e383,
  video: 0xe0,
  encodings: 0x6d80,
} as const

export async function tracksFrom(elements: Elements, tracks: Element): Promise<Track[]> {
  const found: Track[] = []
  for (const entry of await elements.children(tracks))
    if (entry.id === ID.entry && found.length < BOUNDS.tracks.most) found.push(await trackFrom(elements, entry))
  return found
}

async function trackFrom(elements: Elements, entry: Element): Promise<Track> {
  const fields = await elements.children(entry)
  const of = (id: number) => fields.find((field) => field.id === id)
  const number = async (id: number, otherwise: number) => {
    const field = of(id)
    return field ? elements.number(field) : otherwise
  }
  const name = of(ID.codec) ? await elements.text(of(ID.codec)!) : ''
  const codec = CODECS[name]
  const record = of(ID.record) && (await elements.bytes(of(ID.record)!))
  const recordDepth = codec === 'vp9' && record ? vp9Features(record) : undefined
  const perPicture = await number(ID.perPicture, 0)
  const video = of(ID.video)
  const encodings = of(ID.encodings)
  return {
    number: await number(ID.number, 0),
    kind: await number(ID.kind, 0),
    enabled: (await number(ID.enabled, 1)) === 1,
    name,
    ...(codec && { codec }),
    ...(record && { record }),
    ...(recordDepth && { recordDepth }),
    ...(perPicture > 0 && { perPicture }),
    pixels: { width: 0, height: 0 },
    rotation: 0,
    ...(video && (await pictureFrom(elements, video))),
    ...(encodings && (await encodingFrom(elements, encodings))),
  }
}

async function pictureFrom(elements: Elements, video: Element) {
  const fields = await elements.children(video)
  const of = (id: number) => fields.find((field) => field.id === id)
  const number = async (id: number) => (of(id) ? elements.number(of(id)!) : 0)
  const pixels = { width: await number(0xb0), height: await number(0xba) }
  const [bottom, top, left, right] = [
    await number(0x54aa),
    await number(0x54bb),
    await number(0x54cc),
    await number(0x54dd),
  ]
  const shape = { width: await number(0x54b0), height: await number(0x54ba) }
  const display = displayOf(shape, await number(0x54b2), {
    width: pixels.width - left - right,
    height: pixels.height - top - bottom,
  })
  const colour = of(0x55b0)
  const depth = colour && (await fieldOf(elements, colour, 0x55b2, (field) => elements.number(field)))
  const projection = of(0x7670)
  const roll = projection && (await fieldOf(elements, projection, 0x7675, (field) => elements.float(field)))
  return {
    pixels,
    ...(display && { display }),
    ...(depth && { depth }),
    rotation: ([0, 90, 180, 270] as const)[((Math.round(-(roll ?? 0) / 90) % 4) + 4) % 4 || 0] ?? 0,
  }
}

/** In pixels, or else by its shape alone; undefined where nothing but pixels are said. */
function displayOf({ width, height }: Size, unit: number, cropped: Size): Size | undefined {
  const isCropped = cropped.width > 0 && cropped.height > 0
  const otherwise = isCropped ? cropped : undefined
  if (width <= 0 || height <= 0) return undefined
  if (unit === 0) return { width, height }
  return otherwise && { width: Math.round((otherwise.height * width) / height), height: otherwise.height }
}

async function fieldOf<T>(elements: Elements, parent: Element, id: number, read: (field: Element) => Promise<T>) {
  const field = (await elements.children(parent)).find((each) => each.id === id)
  return field && (await read(field))
}

const STRIPPED = 3

async function encodingFrom(elements: Elements, encodings: Element): Promise<Pick<Track, 'prefix' | 'opaque'>> {
  const [encoding, ...more] = await elements.children(encodings)
  if (!encoding) return {}
  const fields = await elements.children(encoding)
  if (fields.some(({ id }) => id === 0x5035)) return { opaque: 'the pictures are encrypted' }
  const compression = fields.find(({ id }) => id === 0x5034)
  if (!compression) return {}
  const algorithm = await fieldOf(elements, compression, 0x4254, (field) => elements.number(field))
  const settings = await fieldOf(elements, compression, 0x4255, (field) => elements.bytes(field))
  if (algorithm !== STRIPPED || more.length > 0) return { opaque: 'the blocks are compressed' }
  return settings ? { prefix: settings } : {}
}
