export type Bound = {
  most: number
  unit: 'bytes' | 'ms' | 'times' | 'levels' | 'characters' | 'pieces'
  /** What is limited, and why by this much. */
  reason: string
  /** What happens beyond the limit. */
  beyond: string
  /** The option that changes it. */
  option?: string
}

export const KIBIBYTE = 1024
export const MEBIBYTE = 1024 * KIBIBYTE
