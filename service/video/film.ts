export type Film = {
  /** Pixels, even. */
  width: number
  height: number
  seconds: number
  fps: number
  bitDepth: 8 | 10
  /** Distinguishes its picture from those of other films. */
  name: string
  /** Text in the picture. */
  caption: string
}
