import { BEGINS_LIKE_HTTPS, POSITIVE_NUMBERS_AS_RATIO, wordsInAnyLetterCase } from '../lenient-spelling.ts'
import { FIELDS, type Field, type FieldName } from '../words.ts'

const NULL = { type: 'null' }
const GIVEN = { not: NULL }

/**
 * Rejects only what the law has refused, and of that what a schema can say: null, extra fields and lenient spellings
 * are the server's own affair, and whether an alias is listed or a host public no schema knows.
 */
export const submissionSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Submission',
  description: 'What POST /videos takes.',
  type: 'object',
  properties: {
    model: { type: 'string', minLength: 1, description: FIELDS.model.meaning },
    prompt: { description: FIELDS.prompt.meaning },
    image_url: { description: FIELDS.image_url.meaning },
    ...Object.fromEntries(optionalFields().map((name) => [name, valuesOf(FIELDS[name])])),
  },
  required: ['model'],
  anyOf: [
    {
      title: 'A prompt alone',
      properties: { prompt: { type: 'string', minLength: 1 }, image_url: NULL },
      required: ['prompt'],
    },
    {
      title: 'An image alone',
      properties: { prompt: NULL, image_url: { type: 'string', pattern: BEGINS_LIKE_HTTPS } },
      required: ['image_url'],
    },
    {
      title: 'Both, of which the law says nothing',
      properties: { prompt: GIVEN, image_url: GIVEN },
      required: ['prompt', 'image_url'],
    },
  ],
}

function optionalFields(): FieldName[] {
  const others: readonly string[] = ['model', 'prompt', 'image_url']
  return (Object.keys(FIELDS) as FieldName[]).filter((name) => !others.includes(name))
}

function valuesOf(field: Field) {
  if ('least' in field) {
    const { least, most } = field
    return { type: ['number', 'null'], minimum: least, maximum: most, ...defaultOf(field), ...unitOf(field) }
  }
  if ('defaultAt' in field) return { enum: [...field.listed, null] }
  if ('listed' in field) {
    return { type: ['string', 'null'], pattern: wordsInAnyLetterCase(field.listed), ...defaultOf(field) }
  }
  if ('form' in field) return { type: ['string', 'null'], pattern: POSITIVE_NUMBERS_AS_RATIO, ...defaultOf(field) }
  return { type: ['string', 'null'], description: field.meaning }
}

function defaultOf(field: { default?: string | number }) {
  return field.default === undefined ? {} : { default: field.default }
}

function unitOf(field: { unit?: string }) {
  return field.unit === undefined ? {} : { description: `in ${field.unit}` }
}
