/** One place in a file that says something, in words that a person can look up: `sequence header`, `sample table`. */
export type Told<T> = { by: string; value: T }

/** What counts, and every place that says it: where they differ, the samples and the stream decide. */
export type Fact<T> = { value: T; told: Told<T>[] }

/** What our reader could not tell, and why; never the server's fault. */
export type Unread = { unread: string }

export type Known<T> = Fact<T> | Unread

/** What counts, where it could be read. */
export const valueIn = <T>(fact: Known<T>): T | undefined => ('unread' in fact ? undefined : fact.value)

export type Size = { width: number; height: number }

const CONTAINERS = ['mp4', 'mov', 'webm', 'matroska'] as const
export const CODECS = ['avc', 'hevc', 'vp9', 'av1'] as const

export type MediaFacts = {
  container: (typeof CONTAINERS)[number]
  /** One of CODECS, or the name that the file gives it. */
  codec: string
  /** The picture as it is coded, cropped as the stream says, upright: turned where the file turns it. */
  pixels: Known<Size>
  /** The same as a player shows it, where pixels are not square. */
  shown: Known<Size>
  rotation: 0 | 90 | 180 | 270
  /** How long the pictures are shown, edits applied. */
  seconds: Known<number>
  /** How many pictures are shown. */
  frames: Known<number>
  /** Pictures a second over the whole. */
  fps: Known<number>
  /** The pace that most pictures keep, where not all keep the same. */
  variable?: { commonFps: number; share: number }
  depth: Known<number>
  /** What else is in the file: sound, text, a second picture. */
  besides: string[]
}

/**
 * video: as far as it was read · no video: something else, or nothing · not whole: a video of which a part is missing ·
 * unread: whatever it is, the reader came to no end.
 */
export type Reading =
  | { kind: 'video'; facts: MediaFacts }
  | { kind: 'no video'; what: string }
  | { kind: 'not whole'; what: string; facts?: MediaFacts }
  | { kind: 'unread'; why: string }

/** A file that can be read from any place on. */
export type MediaSource = {
  /** Undefined where nobody has said it yet. */
  size(): number | undefined
  /**
   * The bytes from one place up to another, fewer only where the file ends. Throws OutOfReach where they cannot be had
   * within the bounds of the run.
   */
  read(from: number, to: number): Promise<Uint8Array>
}

export class OutOfReach extends Error {
  override name = 'OutOfReach'
  /** The option that bounds what may be read, where it was one. */
  readonly limit: string | undefined

  constructor(message: string, limit?: string) {
    super(message)
    this.limit = limit
  }
}
