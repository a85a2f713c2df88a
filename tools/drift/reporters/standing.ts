import type { DriftChange, DriftVerdict } from '../report.ts'

/** In report order: the importance of a change, shown by sign and word as well as by colour. */
export const STANDINGS = {
  breaking: { sign: '✘', tone: 'bad', style: 'bad', word: 'breaking' },
  elsewhere: {
    sign: '!',
    tone: 'warn',
    style: 'doubtful',
    word: 'breaking, but not for your client',
  },
  compatible: { sign: '+', tone: 'news', style: 'good', word: 'compatible' },
  accepted: { sign: '~', tone: 'waived', style: 'faint', word: 'accepted' },
  noise: { sign: '≈', tone: 'none', style: 'faint', word: 'noise' },
} as const
export type StandingName = keyof typeof STANDINGS

export function standingOf({ kind, accepted, reliedOn }: DriftChange): StandingName {
  if (kind === 'noise') return 'noise'
  if (accepted !== undefined) return 'accepted'
  return kind === 'breaking' && reliedOn === false ? 'elsewhere' : kind
}

/** Verdict of a check as sign and letter, distinguishable without colour. */
export const VERDICTS = {
  breaking: { sign: '✘', letter: 'B', tone: 'bad', word: 'breaking' },
  unknown: { sign: '?', letter: '?', tone: 'doubtful', word: 'no verdict' },
  compatible: { sign: '+', letter: 'C', tone: 'news', word: 'compatible' },
  same: { sign: '✔', letter: '=', tone: 'good', word: 'same' },
} as const satisfies Record<DriftVerdict, { sign: string; letter: string; tone: string; word: string }>
