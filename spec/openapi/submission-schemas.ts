import type { OpenAPIV3_1 } from 'openapi-types'
import { BEGINS_LIKE_HTTPS, POSITIVE_NUMBERS_AS_RATIO, wordsInAnyLetterCase } from '../lenient-spelling.ts'
import { FIELDS, type Field, type FieldName } from '../words.ts'
import { type Citations, cited, schemaNamed } from './citing.ts'

type Schema = OpenAPIV3_1.SchemaObject

export const SUBMISSION = 'Submission'
const SETTINGS = 'VideoSettings'
const FROM_PROMPT = 'PromptSubmission'
const FROM_IMAGE = 'ImageSubmission'
const UNPROMISED = 'UnpromisedSubmission'

const POSITIVE_WHOLE_NUMBERS_AS_RATIO = '^[1-9][0-9]*:[1-9][0-9]*$'

const ABOUT: Record<FieldName, Citations> = {
  model: { clauses: ['submission.model-required', 'submission.model-listed', 'readings.listed-alias-accepted'] },
  prompt: {
    clauses: ['submission.ordinary-text-accepted', 'submission.string-spellings-accepted'],
    open: ['prompt.blank', 'prompt.very-long', 'prompt.control-characters', 'prompt.lone-surrogates'],
  },
  image_url: {
    clauses: ['submission.image-accepted', 'submission.image-is-public-https', 'submission.image-host-public'],
    open: ['image.unreachable', 'image.lenient-spelling'],
  },
  resolution: {
    clauses: ['submission.listed-words-accepted', 'submission.resolution-listed'],
    open: ['words.other-letter-case'],
  },
  duration: {
    clauses: [
      'submission.range-ends-accepted',
      'submission.duration-in-range',
      'submission.number-spellings-accepted',
      'submission.fractions-accepted',
    ],
    open: ['body.numbers-beyond-double'],
  },
  fps: { clauses: ['submission.range-ends-accepted', 'submission.fps-in-range', 'submission.fractions-accepted'] },
  ratio: {
    clauses: ['submission.ratio-form', 'submission.ordinary-ratios-accepted', 'submission.ratio-parts-positive'],
    open: ['ratio.lenient-spelling', 'ratio.extreme'],
  },
  bit_depth: {
    clauses: ['submission.listed-words-accepted', 'submission.bit-depth-listed'],
    open: ['bit-depth.default'],
  },
}

const SUBJECTS = ['model', 'prompt', 'image_url'] as const satisfies readonly FieldName[]
const settings = (Object.keys(FIELDS) as FieldName[]).filter((name) => !(SUBJECTS as readonly string[]).includes(name))

/**
 * The first two cover what clients can rely on. The third rejects only what the specification refuses, as far as a
 * schema can express it, so that open points stay open.
 */
export function submissionSchemas(): Record<string, Schema> {
  return {
    [SUBMISSION]: {
      title: 'Submission',
      ...cited('Body of POST /videos: a model, a prompt or an image, and optional settings.', {
        clauses: ['submission.prompt-or-image-required', 'submission.body-is-an-object', 'submission.types-checked'],
        open: ['prompt.with-image', 'body.extra-fields', 'body.duplicate-keys', 'body.null-for-optional'],
      }),
      anyOf: [FROM_PROMPT, FROM_IMAGE, UNPROMISED].map(schemaNamed),
    },
    [FROM_PROMPT]: from('prompt', 'Text-to-video.', ['submission.empty-prompt-refused']),
    [FROM_IMAGE]: from('image_url', 'Image-to-video.'),
    [SETTINGS]: {
      title: 'Video settings',
      ...cited('All settings are optional.', { clauses: ['submission.combinations-accepted'] }),
      type: 'object',
      properties: Object.fromEntries(settings.map((name) => [name, schemaNamed(typeNamed(name))])),
    },
    // Named, not inline: with a default beside it, openapi-typescript would make the property required.
    ...Object.fromEntries(
      settings.map((name) => [typeNamed(name), { ...promisedValues(FIELDS[name]), ...about(name) }]),
    ),
    [UNPROMISED]: unpromised(),
  }
}

const typeNamed = (name: FieldName) => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

function from(subject: 'prompt' | 'image_url', lead: string, clauses: Citations['clauses'] = []): Schema {
  return {
    title: subject === 'prompt' ? 'Prompt only' : 'Image only',
    ...cited(lead, { clauses: [...clauses, 'submission.accepted-with-202'] }),
    allOf: [
      schemaNamed(SETTINGS),
      {
        type: 'object',
        properties: {
          model: { type: 'string', minLength: 1, ...about('model') },
          [subject]: {
            type: 'string',
            ...(subject === 'prompt' ? { minLength: 1 } : { format: 'uri', pattern: '^https://' }),
            ...about(subject),
          },
        },
        required: ['model', subject],
      },
    ],
  }
}

function promisedValues(field: Field): Schema {
  if ('least' in field) return { type: 'number', minimum: field.least, maximum: field.most, ...defaultOf(field) }
  if ('defaultAt' in field) return { type: 'number', enum: [...field.listed] }
  if ('listed' in field) return { type: 'string', enum: [...field.listed], ...defaultOf(field) }
  return { type: 'string', pattern: POSITIVE_WHOLE_NUMBERS_AS_RATIO, ...defaultOf(field as { default?: string }) }
}

function about(name: FieldName): { description: string } {
  return cited(inWords(FIELDS[name]), ABOUT[name])
}

function inWords(field: Field): string {
  if ('unit' in field && field.unit) return `In ${field.unit}.`
  if ('defaultAt' in field) {
    const stated = Object.entries(field.defaultAt).map(([resolution, depth]) => `${depth} at ${resolution}`)
    return `Bits per sample. Default: ${stated.join(' and ')}.`
  }
  if ('form' in field) return 'Aspect ratio in the form width:height.'
  if ('meaning' in field) return `${field.meaning[0]!.toUpperCase()}${field.meaning.slice(1)}.`
  return 'Resolution of the video.'
}

const NULL: Schema = { type: 'null' }
const GIVEN: Schema = { not: NULL }
const EMPTY: Schema = { const: '' }

function unpromised(): Schema {
  return {
    title: 'Submission that the specification does not cover',
    ...cited('A server may accept or refuse it. Do not send it, and do not rely on a refusal.', {
      open: [
        'prompt.with-image',
        'body.null-for-optional',
        'words.other-letter-case',
        'ratio.lenient-spelling',
        'image.lenient-spelling',
      ],
    }),
    type: 'object',
    properties: {
      model: { type: 'string', minLength: 1 },
      prompt: {},
      image_url: {},
      ...Object.fromEntries(settings.map((name) => [name, valuesNotRefused(FIELDS[name])])),
    },
    required: ['model'],
    anyOf: [
      {
        title: 'Prompt only',
        type: 'object',
        properties: { prompt: { type: 'string', minLength: 1 }, image_url: NULL },
        required: ['prompt'],
      },
      {
        title: 'Image only',
        type: 'object',
        properties: { prompt: NULL, image_url: { type: 'string', pattern: BEGINS_LIKE_HTTPS } },
        required: ['image_url'],
      },
      {
        title: 'Prompt and image',
        type: 'object',
        properties: { prompt: GIVEN, image_url: GIVEN },
        required: ['prompt', 'image_url'],
        not: { properties: { prompt: EMPTY, image_url: EMPTY } },
      },
    ],
  }
}

/** The specification leaves null, other letter cases and lenient spellings open. */
function valuesNotRefused(field: Field): Schema {
  if ('least' in field) return { type: ['number', 'null'], minimum: field.least, maximum: field.most }
  if ('defaultAt' in field) return { enum: [...field.listed, null] }
  const pattern = 'listed' in field ? wordsInAnyLetterCase(field.listed) : POSITIVE_NUMBERS_AS_RATIO
  return { type: ['string', 'null'], pattern }
}

function defaultOf(field: { default?: string | number }): { default?: string | number } {
  return field.default === undefined ? {} : { default: field.default }
}
