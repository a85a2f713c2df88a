import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CLIENTS } from '../fixtures/clients/all.ts'
import firstSight from '../fixtures/families/first-sight.json' with { type: 'json' }
import { FAMILY_FAULTS, NEIGHBOURS } from '../fixtures/families/index.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { STRANGERS } from '../fixtures/strangers/index.ts'
import { VARIANTS } from '../fixtures/variants/index.ts'

const told = readFileSync(new URL('how-good.md', import.meta.url), 'utf8').replace(/\s+/g, ' ')
const sights: Record<string, string> = firstSight

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const seen = FAMILY_FAULTS.filter(({ id }) => sights[id] === 'by its clause').length
const caught = FAMILY_FAULTS.filter(({ stillMissed }) => stillMissed === undefined).length

const clients = (kind: string) => CLIENTS.filter((client) => client.kind === kind && !('isNone' in client)).length

it.each([
  `(_faults_, ${FAULTS.length + FAMILY_FAULTS.length} of them)`,
  `(${VARIANTS.length + NEIGHBOURS.length} _variants_, in all dialects)`,
  `${NUMBERS[STRANGERS.length]} _strangers_`,
  `bring ${STRANGERS.flatMap(({ faults }) => faults).length} faults of their own`,
  `${FAMILY_FAULTS.length} faults, of which ${seen} were caught at first sight by their clause and ${caught} are now`,
  `and ${NEIGHBOURS.length} neighbours`,
  `${clients('wrong')} clients with one rule broken and ${clients('right')} that are right`,
  `${NUMBERS[clients('disputed')]!.replace('t', 'T')} of which a careful reader could say either`,
])('what is told of faults, variants and clients is what there is: %s', (figure) => {
  expect(told).toContain(figure)
})
