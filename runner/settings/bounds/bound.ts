export type Bound = {
  most: number
  unit: 'bytes' | 'ms' | 'times' | 'levels' | 'characters' | 'pieces'
  /** What is bounded, and why by so much. */
  reason: string
  /** What becomes of what lies beyond. */
  beyond: string
  /** The option by which a user moves it. */
  option?: string
  /** The test of this bound, if it has one of its own. */
  heldBy?: string
}

export const KIBIBYTE = 1024
export const MEBIBYTE = 1024 * KIBIBYTE
