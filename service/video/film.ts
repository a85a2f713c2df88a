/** What a file shows and how, before anybody writes it. */
export type Film = {
  /** Pixels, even. */
  width: number
  height: number
  seconds: number
  fps: number
  bitDepth: 8 | 10
  /** Tells its picture apart from those of other films. */
  name: string
  /** What stands in the picture, in large letters and digits. */
  caption: string
}
