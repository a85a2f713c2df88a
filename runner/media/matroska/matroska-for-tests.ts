import { concat } from '../source-for-tests.ts'
import { VP9_INTER, vp9Key } from '../streams/stream-for-tests.ts'

const idBytes = (id: number) => {
  const bytes = [id >>> 24, (id >>> 16) & 255, (id >>> 8) & 255, id & 255]
  return bytes.slice(bytes.findIndex((byte) => byte > 0))
}

const UNKNOWN_SIZE = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]

export function element(id: number, ...parts: (Uint8Array | number[])[]): Uint8Array {
  const body = concat(parts)
  const { length } = body
  return concat([
    idBytes(id),
    [0x10 | (length >>> 24), (length >>> 16) & 255, (length >>> 8) & 255, length & 255],
    body,
  ])
}

/** The same, with nothing said of its size. */
export const openElement = (id: number, ...parts: (Uint8Array | number[])[]): Uint8Array =>
  concat([idBytes(id), UNKNOWN_SIZE, ...parts])

export const number = (id: number, value: number): Uint8Array =>
  element(id, [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])

export const float = (id: number, value: number): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(8))
  bytes.setFloat64(0, value)
  return element(id, new Uint8Array(bytes.buffer))
}

export const text = (id: number, value: string) =>
  element(
    id,
    [...value].map((letter) => letter.charCodeAt(0)),
  )

export const simpleBlock = (time: number, frame: Uint8Array | number[], flags = 0, track = 1) =>
  element(0xa3, [0x80 | track, (time >> 8) & 255, time & 255, flags], frame)

export const cluster = (time: number, ...blocks: Uint8Array[]) => element(0x1f43b675, number(0xe7, time), ...blocks)

/** A frame that begins a file, or one behind it. */
export const frame = (i: number) => (i === 0 ? vp9Key(320, 180) : VP9_INTER)

export type Made = {
  clusters?: Uint8Array[]
  video?: Uint8Array[]
  track?: Uint8Array[]
  codec?: string
  info?: Uint8Array[]
  open?: boolean
  docType?: string
  tracks?: Uint8Array[]
}

const videoEntry = ({ video = [], track = [], codec = 'V_VP9' }: Made) =>
  element(
    0xae,
    number(0xd7, 1),
    number(0x83, 1),
    text(0x86, codec),
    element(0xe0, number(0xb0, 320), number(0xba, 180), ...video),
    ...track,
  )

/** Twelve pictures of VP9 at 25 a second, in two clusters, or whatever is said instead. */
export function matroska(made: Made = {}): Uint8Array {
  const { open = false, info = [], docType = 'webm', tracks = [] } = made
  const blocks = (from: number) => [0, 1, 2, 3, 4, 5].map((i) => simpleBlock(40 * i, frame(from + i)))
  const clusters = made.clusters ?? [cluster(0, ...blocks(0)), cluster(240, ...blocks(6))]
  const head = element(0x1a45dfa3, text(0x4282, docType))
  const parts = [
    element(0x1549a966, number(0x2ad7b1, 1_000_000), ...info),
    element(0x1654ae6b, videoEntry(made), ...tracks),
  ]
  return concat([head, (open ? openElement : element)(0x18538067, ...parts, ...clusters)])
}
