import fc from 'fast-check'
import { judgeBodyText } from '../../../spec/oracle.ts'
import { FIELDS, type FieldName } from '../../../spec/words.ts'
import type { Material } from './bad-bodies.ts'
import { type Fields, otherFieldsWithout } from './valid-values.ts'

const PROMPTS = [
  'A paper boat.',
  'x',
  'She said "cut",\nand the light went out.',
  'قارب من ورق 🚣 一只纸船',
  'Über die Straße – «très bien»',
  'A long take. '.repeat(40).trim(),
]

/** Text as JSON.stringify writes it, or with other valid JSON: escapes, white space, other forms of whole numbers. */
const writings: readonly ((fields: Fields) => string)[] = [
  (fields) => JSON.stringify(fields),
  (fields) => JSON.stringify(fields, null, 2),
  (fields) => JSON.stringify(Object.fromEntries(Object.entries(fields).reverse())),
  (fields) => JSON.stringify(fields).replace(/[^\u0020-\u007e]/g, escaped),
  (fields) => JSON.stringify(fields).replace(/":(\d+)(?=[,}])/g, '":$1.0'),
]

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** If the limits allow no body, this ends the search with an error. */
const MOST_IDLE_ROUNDS = 100

/** Used in turn, so that the cost of a body does not depend on other random values. */
export const DURATIONS_IN_TURN = [FIELDS.duration.least, 2, 3, undefined, FIELDS.duration.most] as const

export function* goodBodies(
  { accepted, aliases, imageUrl }: Material,
  seed: number,
  isAllowed: (fields: Fields) => boolean = () => true,
  durations: readonly (number | undefined)[] = DURATIONS_IN_TURN,
): Generator<string, never> {
  const one = fc.record({
    model: fc.constantFrom(...aliases),
    prompt: fc.constantFrom(...PROMPTS),
    image: fc.nat({ max: 3 }),
    otherFields: otherFieldsWithout('duration'),
    write: fc.constantFrom(...writings),
  })
  let yielded = 0
  for (let round = 0, idle = 0; idle < MOST_IDLE_ROUNDS; round++, idle++) {
    for (const drawn of fc.sample(one, { seed: seed + round, numRuns: 16 })) {
      const { model, prompt, image, otherFields, write } = drawn
      const duration = durations[yielded % durations.length]
      const input: Partial<Record<FieldName, string>> =
        imageUrl !== undefined && image === 0 ? { image_url: imageUrl } : { prompt }
      const fields = {
        ...accepted,
        ...(input.image_url && { prompt: undefined }),
        model,
        ...input,
        ...otherFields,
        duration,
      }
      const text = write(JSON.parse(JSON.stringify(fields)) as Fields)
      const { verdict, level } = judgeBodyText(text, { aliases, ...(imageUrl && { images: [imageUrl] }) })
      if (verdict === 'accept' && level === 'must' && isAllowed(fields)) {
        yielded++
        idle = 0
        yield text
      }
    }
  }
  throw new Error('no body is allowed')
}
