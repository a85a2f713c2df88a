import type { InputVideoTrack } from 'mediabunny'
import { attempt, CutOff, isUnread, NotWhole, whyOf } from './errors.ts'
import { CODECS, type Known, type MediaFacts, type Reading, type Size, type Stated, type Unread } from './facts.ts'
import {
  type Codec,
  damageOf,
  depthInCodecString,
  type Header,
  headerInConfiguration,
  headerInPacket,
} from './headers.ts'
import type { MediabunnyFile, Picture } from './mediabunny-file.ts'
import type { FramePace } from './timeline.ts'

type Found = {
  pictures: Picture[] | Unread
  pace: Partial<FramePace> | Unread
  /** Source of the pace. */
  by: string
  /** Seconds according to a header; informative only. */
  header: number | undefined
  missing?: string | undefined
}

export async function describe(file: MediabunnyFile, track: InputVideoTrack, found: Found): Promise<Reading> {
  const name = (await track.getCodec()) ?? String(await track.getInternalCodecId())
  const codec = CODECS.find((each) => each === name)
  const config = () => (codec ? track.getDecoderConfig().catch(() => null) : null)
  const record = hasHeaders(codec) ? bytesOf((await config())?.description) : undefined
  const seen = codec ? await readPictures(file, found.pictures, codec, record) : {}
  const configured = codec && (await attempt(() => headerInConfiguration(codec, record)))
  const headers: Stated<Header>[] = [
    ...stated('sequence header in the stream', seen.header),
    ...stated('codec configuration', isUnread(configured) ? undefined : configured),
  ]
  const { container } = file
  const coded = { width: await track.getCodedWidth(), height: await track.getCodedHeight() }
  const sizes = [...headers.map(({ by, value }) => ({ by, value: value.size })), { by: 'container', value: coded }]
  const shown = await shownSize(track, container, coded, sizes[0]!.value, headers[0]?.value)
  const depths = [
    ...headers.map(({ by, value }) => ({ by, value: value.depth })),
    ...stated('codec configuration', configuredDepth(codec, record, (await config())?.codec)),
  ]
  const rotation = await track.getRotation()
  const upright = ({ by, value: { width, height } }: Stated<Size>): Stated<Size> =>
    rotation % 180 === 90 ? { by, value: { width: height, height: width } } : { by, value: { width, height } }
  const unsupported = codec ? undefined : { unread: `unsupported codec ${name}` }
  const facts: MediaFacts = {
    container,
    codec: name,
    rotation,
    besides: await file.besides(track),
    pixels: unsupported ?? known(sizes.map(upright)),
    shown: unsupported ?? known([upright(shown)]),
    depth: unsupported ?? known(depths),
    ...paceFacts(found),
  }
  return readingOf(facts, found.missing ?? seen.damage)
}

/** For other codecs mediabunny reads a picture to configure a decoder: cheaper after pictures were read anyway. */
const hasHeaders = (codec: Codec | undefined) => codec === 'avc' || codec === 'hevc'
const bytesOf = (description: unknown) => (description instanceof Uint8Array ? description : undefined)

type Seen = { header?: Header; damage?: string }

/** One more of the last pictures costs little up to this size. */
const SMALL = 8 * 1024
/** Pictures of more than this do not end with 1 KiB of zeros, unless their end was never written. */
const LARGE = 16 * 1024

/** Reads the first picture, one in the middle and the last ones: an incomplete file rarely lacks other parts. */
async function readPictures(
  file: MediabunnyFile,
  pictures: readonly Picture[] | Unread,
  codec: Codec,
  record: Uint8Array | undefined,
): Promise<Seen> {
  if (isUnread(pictures)) return {}
  const last = pictures.length - 1
  const sizeOf = (nth: number) => pictures[nth]?.packet.byteLength ?? Number.POSITIVE_INFINITY
  const places = [
    0,
    Math.floor(pictures.length / 2),
    ...[last - 2, last - 1].filter((nth) => sizeOf(nth) <= SMALL),
    last,
  ]
  const seen: Seen = {}
  if (places.every((nth) => sizeOf(nth) === 0)) return { damage: 'pictures of 0 bytes' }
  for (const nth of new Set(places.filter((each) => sizeOf(each) > 0 && pictures[each]))) {
    const found = await peekAt(file, pictures, nth)
    if ('damage' in found) return { ...seen, damage: found.damage }
    if (isUnread(found)) return seen
    const endsEmpty = nth === last && found.size > LARGE && found.tail.every((byte) => byte === 0)
    const damage = damageOf(codec, found, record) ?? (endsEmpty ? 'it ends with zeros' : undefined)
    if (damage !== undefined) return { ...seen, damage: `picture ${nth + 1} of ${pictures.length}: ${damage}` }
    const header = nth === 0 ? await attempt(() => headerInPacket(codec, found, record)) : undefined
    if (header && !isUnread(header)) seen.header = header
  }
  return seen
}

async function peekAt(file: MediabunnyFile, pictures: readonly Picture[], nth: number) {
  try {
    return await file.peek(pictures, nth)
  } catch (error) {
    if (error instanceof NotWhole || error instanceof CutOff) return { damage: error.message }
    return { unread: whyOf(error) }
  }
}

/** Displayed size before rotation. The container takes precedence over the stream. */
async function shownSize(
  track: InputVideoTrack,
  container: MediaFacts['container'],
  coded: Size,
  size: Size,
  header: Header | undefined,
): Promise<Stated<Size>> {
  const square = { width: await track.getSquarePixelWidth(), height: await track.getSquarePixelHeight() }
  const shaped = (across: number, down: number) => ({ ...size, width: Math.round((size.width * across) / down) })
  if (square.width !== coded.width || square.height !== coded.height) {
    const isDisplay = container === 'webm' || container === 'matroska'
    const value = isDisplay ? square : shaped(square.width * coded.height, square.height * coded.width)
    return { by: isDisplay ? 'display size' : 'pixel aspect ratio (pasp)', value }
  }
  if (header?.aspect) return { by: 'pixel aspect ratio in the stream', value: shaped(...header.aspect) }
  if (header?.rendered) return { by: 'render size in the stream', value: header.rendered }
  return { by: 'square pixels', value: size }
}

function configuredDepth(codec: Codec | undefined, record: Uint8Array | undefined, codecString: string | undefined) {
  if (codec === 'hevc' && record && record.length > 17) return (record[17]! & 7) + 8
  return depthInCodecString(codecString)
}

function paceFacts({ pace, by, header }: Found) {
  if (isUnread(pace)) return { seconds: pace, frames: pace, fps: pace }
  const measured = (value: number | undefined, otherwise: string, ...too: Stated<number>[]): Known<number> =>
    value ? known([{ by, value }, ...too]) : { unread: otherwise }
  return {
    seconds: measured(pace.seconds, 'the durations of the pictures are not stated', ...stated('header', header)),
    frames: measured(pace.frames, 'the file has no index of its pictures and is too large to scan'),
    fps: measured(pace.fps, 'the duration of a picture is not stated'),
    ...(pace.variable && { variable: pace.variable }),
  }
}

function known<T>(told: Stated<T>[]): Known<T> {
  const [first] = told
  return first ? { value: first.value, told } : { unread: 'not stated' }
}

const stated = <T>(by: string, value: T | undefined): Stated<T>[] => (value === undefined ? [] : [{ by, value }])

function readingOf(facts: MediaFacts, missing: string | undefined): Reading {
  if (missing !== undefined) return { kind: 'not whole', what: missing, facts }
  const all = [facts.pixels, facts.seconds, facts.frames, facts.fps, facts.depth]
  const unread = all.filter((each) => isUnread(each))
  if (unread.length < all.length) return { kind: 'video', facts }
  return { kind: 'unread', why: [...new Set(unread.map((each) => each.unread))].join('; ') }
}
