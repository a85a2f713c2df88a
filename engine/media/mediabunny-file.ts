import {
  CustomSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  MATROSKA,
  Mp4InputFormat,
  WEBM,
} from 'mediabunny'
import { NotWhole, Unreadable } from './errors.ts'
import type { MediaFacts } from './facts.ts'
import type { Packet } from './headers.ts'
import type { Window } from './window.ts'

/** 60 s at 120 fps have 7,200. */
const MOST_PICTURES = 200_000
const AT_START = 24
const AT_END = 240
const METADATA = { metadataOnly: true, skipLiveWait: true }
const HEAD = 8 * 1024
const TAIL = 1024
const HIDDEN = new TextEncoder().encode('free')

/** Mediabunny requires a file type box at the beginning. */
class UncheckedMp4 extends Mp4InputFormat {
  async _canReadInput(): Promise<boolean> {
    return true
  }
}

/** `read` loads the bytes of the picture. */
export type Picture = { packet: EncodedPacket; read(): Promise<EncodedPacket | null> }

export class MediabunnyFile {
  readonly #input: Input
  readonly #window: Window
  readonly #size: number
  readonly #hidden: readonly number[]
  readonly container: MediaFacts['container']
  /** Size of the packet that is being peeked at: only its ends are fetched, the rest is zeros. */
  #peeked = { bytes: 0, tail: 0 }

  /** `hidden`: positions of the types of boxes that mediabunny must skip. */
  constructor(window: Window, size: number, container: MediaFacts['container'], hidden: readonly number[] = []) {
    this.#window = window
    this.#size = size
    this.#hidden = hidden
    this.container = container
    this.#input = new Input({
      formats: container === 'mp4' || container === 'mov' ? [new UncheckedMp4()] : [WEBM, MATROSKA],
      source: new CustomSource({
        getSize: () => size,
        read: (from, to) => this.#read(from, to),
        prefetchProfile: 'none',
        handleUnhandledError: () => undefined,
      }),
    })
  }

  /** The track that a player shows: of a known codec, enabled, the longest. */
  async mainTrack(): Promise<InputVideoTrack | undefined> {
    const tracks = await this.#input.getVideoTracks()
    if (tracks.length < 2) return tracks[0]
    const ranked: { track: InputVideoTrack; rank: number; seconds: number }[] = []
    for (const track of tracks) {
      const rank = ((await track.getCodec()) ? 2 : 0) + ((await track.getDisposition()).default ? 1 : 0)
      const seconds = (await track.getDurationFromMetadata({ skipLiveWait: true })) ?? 0
      ranked.push({ track, rank, seconds })
    }
    return ranked.sort((one, other) => other.rank - one.rank || other.seconds - one.seconds)[0]?.track
  }

  async track(id: number): Promise<InputVideoTrack | undefined> {
    return (await this.#input.getVideoTracks()).find((track) => track.id === id)
  }

  /** The other tracks, in words. */
  async besides(main?: InputVideoTrack): Promise<string[]> {
    const tracks = (await this.#input.getTracks()).filter((track) => track !== main)
    return tracks.map(({ type }) => ({ video: 'a second picture', audio: 'sound', subtitle: 'text' })[type])
  }

  async pictures(track: InputVideoTrack): Promise<Picture[]> {
    const sink = new EncodedPacketSink(track)
    const found = await picturesFrom(sink, (options) => sink.getFirstPacket(options), MOST_PICTURES + 1)
    if (found.length > MOST_PICTURES) throw new Unreadable(`more than ${MOST_PICTURES} pictures`)
    return found
  }

  /** A few pictures at both ends of a file that is too large to read. */
  async picturesAtEnds(track: InputVideoTrack): Promise<Picture[]> {
    const sink = new EncodedPacketSink(track)
    const first = await picturesFrom(sink, (options) => sink.getFirstPacket(options), AT_START)
    const end = await sink.getPacket(Number.POSITIVE_INFINITY, METADATA)
    if (!end) return first
    return [...first, ...(await picturesFrom(sink, (options) => sink.getPacket(end.timestamp - 1, options), AT_END))]
  }

  /** Reads the first 8 KiB of a packet, and of the last one the last KiB. Throws NotWhole if it is not in the file. */
  async peek(pictures: readonly Picture[], nth: number): Promise<Packet & { tail: Uint8Array }> {
    const { packet, read } = pictures[nth]!
    this.#peeked = { bytes: packet.byteLength, tail: nth === pictures.length - 1 ? TAIL : 0 }
    try {
      const found = await read()
      if (!found)
        throw new NotWhole(
          `picture ${nth + 1} of ${pictures.length} is beyond the end: the file has ${this.#size} bytes`,
        )
      return { head: found.data.subarray(0, HEAD), size: found.byteLength, tail: found.data.subarray(-TAIL) }
    } finally {
      this.#peeked = { bytes: 0, tail: 0 }
    }
  }

  async #read(from: number, to: number): Promise<Uint8Array> {
    // Its first bytes may have been read with the header of its box.
    const missed = this.#peeked.bytes - (to - from)
    const isPeek = to - from > HEAD + TAIL && missed >= 0 && missed < 32
    const bytes = isPeek ? await this.#ends(from, to) : await this.#window.exactly(from, to)
    for (const place of this.#hidden)
      HIDDEN.forEach((byte, i) => {
        if (place + i >= from && place + i < to) bytes[place + i - from] = byte
      })
    return bytes
  }

  async #ends(from: number, to: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(to - from)
    bytes.set(await this.#window.exactly(from, from + HEAD))
    const { tail } = this.#peeked
    bytes.set(await this.#window.exactly(to - tail, to), to - from - tail)
    return bytes
  }
}

type Options = { metadataOnly?: boolean; skipLiveWait?: boolean }

/** The pictures from `first` on, without their bytes. */
async function picturesFrom(
  sink: EncodedPacketSink,
  first: (options?: Options) => Promise<EncodedPacket | null>,
  most: number,
): Promise<Picture[]> {
  const found: Picture[] = []
  let next = first
  for (let packet = await next(METADATA); packet && found.length < most; packet = await next(METADATA)) {
    found.push({ packet, read: next })
    const before = packet
    next = (options) => sink.getNextPacket(before, options)
  }
  return found
}
