import { backwardsTroubles } from './backwards.ts'
import { busyTroubles } from './busy.ts'
import { connectionTroubles } from './connections.ts'
import { downloadTroubles } from './downloads.ts'
import { paceTroubles } from './pace.ts'
import type { Trouble } from './trouble.ts'
import { unknownFieldsTroubles } from './unknown-fields.ts'

/** Problems of single requests: each is a scenario and a card of `chaos`. */
export const TROUBLES: readonly Trouble[] = [
  ...busyTroubles,
  ...connectionTroubles,
  ...downloadTroubles,
  ...paceTroubles,
  ...unknownFieldsTroubles,
  ...backwardsTroubles,
]
