import { FIELDS, type FieldName } from '../../../../spec/words.ts'

export type Body = Record<string, unknown>

export const IMAGE = 'https://images.example.com/boat.png'

const PROMPT = 'A paper boat.'

/** Bodies with the required fields. */
export function bodiesOfAll(model: string) {
  const bodies: unknown[] = [
    { prompt: PROMPT },
    { model: null, prompt: PROMPT },
    { model },
    { model, prompt: '' },
    { model, prompt: null },
    [],
    'a text',
    7,
    null,
  ]
  return bodies.map((body) => ({ body, pointer: '', value: body }))
}

/** An accepted body with each value that shows the limits of a field. */
export function bodiesAbout(name: FieldName, twin: Body) {
  return valuesOf(name).map((value) => ({ body: { ...twin, [name]: value }, pointer: `/${name}`, value }))
}

function valuesOf(name: FieldName): unknown[] {
  const field = FIELDS[name]
  if ('least' in field) {
    const { least, most } = field
    return [least, most, least + 0.5, most - 0.5, least - 1, most + 1, -least, most * 10, '5', true, []]
  }
  if ('defaultAt' in field) return [...field.listed, ...[1, 9, 12, 16], '8', true]
  if ('listed' in field) return [...field.listed, '240p', '8k', 'hd', '', 480, true]
  if ('form' in field) return ['16:9', '9:16', '1:1', '4:3', '21:9', '16x9', 'wide', '16', '', 1.5, true, []]
  if (name === 'image_url') return ['ftp://images.example.com/boat.png', 'boat.png', '', 7, true]
  return ['A paper boat.', 'Ein Boot,\nzwei Boote', 7, true, []]
}
