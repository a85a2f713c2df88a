import type { Role } from './marks.ts'

export const FAST: Role = { trio: 1, pace: 'fast' }
export const SLOW: Role = { trio: 1, pace: 'slow' }
export const RESTED = { trio: 1, pace: 'rested', cause: 'time', after: 0 } satisfies Role
