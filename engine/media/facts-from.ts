import type { Known, MediaFacts, Size, Told, Unread } from './facts.ts'
import { isUnread } from './reading/unreadable.ts'
import type { Decoder } from './streams/codec.ts'
import type { Header } from './streams/header.ts'
import type { FramePace } from './timeline.ts'

/** All that a container and its stream say, before it is decided what counts. */
export type FileFindings = {
  container: MediaFacts['container']
  codec: string
  rotation: MediaFacts['rotation']
  besides: string[]
  /** What the container says of the size as coded. */
  entry: Told<Size>
  configured: Decoder['configured'] | Unread
  stream: { header?: Header } | Unread
  /** The container's words on how large it is shown, the one that counts first; upright or not like the pixels. */
  display: Told<Size>[]
  /** What it says on that, too, though no player goes by it. */
  displayToo: Told<Size>[]
  /** The shape of a pixel, where the container gives one. */
  aspect?: Told<[number, number]>
  depthToo: Told<number>[]
  pace: Partial<FramePace> | Unread
  /** Where the pace was learned. */
  paceBy: string
  secondsToo: Told<number>[]
  framesToo: Told<number>[]
  fpsToo: Told<number>[]
}

const STREAM = 'sequence header in the stream'
const CONFIGURATION = 'codec configuration'

export function factsFrom(found: FileFindings): MediaFacts {
  const { container, codec, rotation, besides, stream, configured, pace } = found
  const inStream = isUnread(stream) ? undefined : stream.header
  const inConfiguration = isUnread(configured) ? undefined : configured.header
  const header = inStream ?? inConfiguration
  const why = isUnread(stream) ? stream.unread : 'not in the first picture'
  const told = <T>(of: (header: Header) => T | undefined): Told<T>[] => [
    ...say(STREAM, inStream && of(inStream)),
    ...say(CONFIGURATION, inConfiguration && of(inConfiguration)),
  ]
  const upright = (size: Size) => (rotation % 180 === 90 ? { width: size.height, height: size.width } : size)
  const turned = (sizes: Told<Size>[]) => sizes.map(({ by, value }) => ({ by, value: upright(value) }))
  const sizes = told(({ size }) => size)
  const depths = told(({ depth }) => depth)
  const says = isUnread(configured) ? undefined : configured.depth
  return {
    container,
    codec,
    rotation,
    besides,
    pixels: header ? known(turned([...sizes, found.entry])) : { unread: why },
    shown: header ? known(turned(shownSizes(found, header))) : { unread: why },
    depth: header
      ? known([...depths, ...(inConfiguration ? [] : say(CONFIGURATION, says)), ...found.depthToo])
      : { unread: why },
    ...paceFacts(found, header),
    ...(!isUnread(pace) && pace.variable && { variable: pace.variable }),
  }
}

function paceFacts({ pace, paceBy, secondsToo, framesToo, fpsToo }: FileFindings, header: Header | undefined) {
  const measured = <T>(value: T | undefined, otherwise: string, too: Told<T>[]): Known<T> => {
    if (isUnread(pace)) return { unread: pace.unread }
    return value === undefined ? { unread: otherwise } : known([{ by: paceBy, value }, ...too])
  }
  const { frames, seconds, fps } = isUnread(pace) ? ({} as Partial<FramePace>) : pace
  return {
    seconds: measured(seconds || undefined, 'the durations of the pictures are not stated', secondsToo),
    frames: measured(frames, 'the file has no index of its pictures and is too large to scan', framesToo),
    fps: measured(fps, 'the duration of a picture is not stated', [
      ...say('timing in the stream', header?.fps),
      ...fpsToo,
    ]),
  }
}

/** Boxes of the container go before the stream here: the formats say so, and players go by it. */
function shownSizes(
  { display, displayToo, aspect }: FileFindings,
  { size, aspect: shape, rendered }: Header,
): Told<Size>[] {
  const shaped = ([width, height]: [number, number]) => ({ ...size, width: Math.round((size.width * width) / height) })
  const told = [
    ...display,
    ...say(aspect?.by ?? '', aspect && shaped(aspect.value)),
    ...say('pixel aspect ratio in the stream', shape && shaped(shape)),
    ...say('render size in the stream', rendered),
  ]
  return [...(told.length > 0 ? told : [{ by: 'square pixels', value: size }]), ...displayToo]
}

function known<T>(told: Told<T>[]): Known<T> {
  const [first] = told
  return first ? { value: first.value, told } : { unread: 'not stated' }
}

export const say = <T>(by: string, value: T | undefined): Told<T>[] => (value === undefined ? [] : [{ by, value }])
