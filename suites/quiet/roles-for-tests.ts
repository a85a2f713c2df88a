import type { Role } from './lives.ts'

export const FAST: Role = { trio: 1, kind: 'fast' }
export const SLOW: Role = { trio: 1, kind: 'slow' }
export const RESTED = { trio: 1, kind: 'rested', cause: 'time', after: 0 } satisfies Role
