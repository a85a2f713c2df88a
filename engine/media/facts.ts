/** One source in a file, by a term that users can look up: `sequence header`, `sample table`. */
export type Stated<T> = { by: string; value: T }

/** The value that counts, and all sources. If they differ, the samples and the stream decide. */
export type Fact<T> = { value: T; told: Stated<T>[] }

/** Why the reader could not find a fact; never the server's fault. */
export type Unread = { unread: string }

export type Known<T> = Fact<T> | Unread

export const valueIn = <T>(fact: Known<T>): T | undefined => ('unread' in fact ? undefined : fact.value)

export type Size = { width: number; height: number }

const CONTAINERS = ['mp4', 'mov', 'webm', 'matroska'] as const
export const CODECS = ['avc', 'hevc', 'vp9', 'av1'] as const

export type MediaFacts = {
  container: (typeof CONTAINERS)[number]
  /** One of CODECS, or the name in the file. */
  codec: string
  /** Coded size, cropped and rotated as the file says. */
  pixels: Known<Size>
  /** Displayed size, which differs for non-square pixels. */
  shown: Known<Size>
  rotation: 0 | 90 | 180 | 270
  /** Displayed duration, edits applied. */
  seconds: Known<number>
  /** Number of displayed frames. */
  frames: Known<number>
  /** Average over the whole duration. */
  fps: Known<number>
  /** Most common rate, if the rate varies. */
  variable?: { commonFps: number; share: number }
  depth: Known<number>
  /** Other tracks: sound, text, a second picture. */
  besides: string[]
}

/** no video: something else, or empty · not whole: a part of the video is missing · unread: the reader gave up. */
export type Reading =
  | { kind: 'video'; facts: MediaFacts }
  | { kind: 'no video'; what: string }
  | { kind: 'not whole'; what: string; facts?: MediaFacts }
  | { kind: 'unread'; why: string }

/** A file with random access. */
export type MediaSource = {
  /** Undefined while unknown. */
  size(): number | undefined
  /** The bytes in [from, to), fewer at the end of the file. Throws OutOfReach if limits of the run do not allow it. */
  read(from: number, to: number): Promise<Uint8Array>
}

export class OutOfReach extends Error {
  override name = 'OutOfReach'
  /** The option that set the limit, if any. */
  readonly limit: string | undefined

  constructor(message: string, limit?: string) {
    super(message)
    this.limit = limit
  }
}
