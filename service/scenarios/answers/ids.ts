import { randomInt } from 'node:crypto'
import type { Dialect } from '../../dialects/dialect.ts'
import { adjust } from '../../interface/adjust.ts'
import { oneOf } from '../parameters.ts'
import type { Scenario } from '../scenario.ts'

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const word = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Exceeds 32 bits, but not a double's precision. */
const FIRST_NUMBER = 7_310_552_048_117

type Ids = Dialect['ids']

/** Each breaks clients that treat an id as something other than opaque text. */
const FORMS = {
  slash: { make: () => `reel/${word(6)}/${word(4)}` },
  percent: { make: () => `100%25-${word(6)}%2F${word(3)}` },
  space: { make: () => `take ${word(5)} of ${word(3)}` },
  long: { make: () => word(240) },
  short: { make: (sequence) => word(1) + sequence.toString(36) },
  number: { make: (sequence) => String(FIRST_NUMBER + sequence), inJson: Number },
  digits: { make: (sequence) => `00${FIRST_NUMBER}${String(sequence).padStart(7, '0')}` },
} as const satisfies Record<string, Ids>

/** Alternates, so that one service has ids of two lengths. */
const MIXED: Ids = { make: (sequence) => (sequence % 2 === 0 ? FORMS.long : FORMS.short).make(sequence) }

const ALL: Readonly<Record<string, Ids>> = { ...FORMS, mixed: MIXED }

export const idScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'ids',
    summary:
      'Conforming: unusual job ids, for example with a slash, percent sign or space, very long, very short, or numeric. Clients should treat ids as opaque.',
    parameters: [oneOf('form', 'form of the ids', Object.keys(ALL))],
    patch:
      ({ form }) =>
      (_, world) =>
        adjust(world, 'dialect', (dialect) => ({ ...dialect, ids: ALL[String(form)]! })),
  },
]
