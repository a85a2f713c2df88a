import { backwardsTroubles } from './backwards.ts'
import { busyTroubles } from './busy.ts'
import { connectionTroubles } from './connections.ts'
import { downloadTroubles } from './downloads.ts'
import { paceTroubles } from './pace.ts'
import type { Trouble } from './trouble.ts'
import { unknownFieldsTroubles } from './unknown-fields.ts'

/** What can come to single requests: each a scenario of its own, and a card of `chaos`. */
export const TROUBLES: readonly Trouble[] = [
  ...busyTroubles,
  ...connectionTroubles,
  ...downloadTroubles,
  ...paceTroubles,
  ...unknownFieldsTroubles,
  ...backwardsTroubles,
]
