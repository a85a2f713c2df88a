import { describe, expect, it } from 'vitest'
import {
  acceptedSchema,
  errorSchema,
  isLawfulAcceptance,
  isLawfulSubmission,
  jobSchema,
  readingSchema,
  submissionSchema,
  validatorOf,
} from './schemas.ts'
import { FIELDS, RESOLUTIONS } from './words.ts'

const plain = { model: 'film-1', prompt: 'a lighthouse' }

describe('the schema of a submission', () => {
  it.each([
    [{}],
    [{ resolution: '4k', duration: 60, fps: 120, ratio: '21:9', bit_depth: 10 }],
    [{ duration: 2.5, fps: 23.976 }],
    [{ resolution: null, duration: null, fps: null, ratio: null, bit_depth: null, image_url: null }],
    [{ resolution: ' 4K\n', ratio: '016 : 9.0' }],
    [{ seed: 1 }],
    [{ prompt: '', image_url: 5 }],
    [{ prompt: undefined, image_url: 'https:host' }],
    [{ prompt: null, image_url: ' HT\tTPS://host' }],
    [{ ratio: '1:1000' }],
  ])('lets through what is lawful or open: %j', (fields) => {
    expect(isLawfulSubmission({ ...plain, ...fields })).toEqual({ ok: true })
  })

  it.each([
    [{ model: undefined }],
    [{ model: null }],
    [{ model: '' }],
    [{ model: 5 }],
    [{ prompt: undefined }],
    [{ prompt: null }],
    [{ prompt: '' }],
    [{ prompt: 5 }],
    [{ prompt: null, image_url: null }],
    [{ prompt: null, image_url: 'http://host/a.png' }],
    [{ prompt: null, image_url: '' }],
    [{ resolution: '8k' }],
    [{ resolution: 480 }],
    [{ duration: 0.9999999999999999 }],
    [{ duration: 60.00000000000001 }],
    [{ duration: '5' }],
    [{ fps: 121 }],
    [{ fps: Infinity }],
    [{ bit_depth: 9 }],
    [{ bit_depth: '8' }],
    [{ ratio: '16x9' }],
    [{ ratio: '0:9' }],
    [{ ratio: '16:-9' }],
    [{ ratio: '0.0:1' }],
  ])('stops what is refused: %j', (fields) => {
    expect(isLawfulSubmission({ ...plain, ...fields })).toMatchObject({ ok: false })
  })

  it.each([[[]], ['x'], [5], [null], [true]])('stops %j, which is no object', (body) => {
    expect(isLawfulSubmission(body)).toMatchObject({ ok: false })
  })

  it('names every field of the law and their defaults', () => {
    expect(Object.keys(submissionSchema.properties)).toEqual(Object.keys(FIELDS))
    expect(submissionSchema.properties).toMatchObject({
      resolution: { default: '480p' },
      duration: { default: 5, minimum: 1, maximum: 60 },
      fps: { default: 24, minimum: 1, maximum: 120 },
      ratio: { default: '16:9' },
      bit_depth: { enum: [8, 10, null] },
    })
  })

  it.each(RESOLUTIONS)('lets %s through in any letter case', (resolution) => {
    for (const spelled of [resolution, resolution.toUpperCase()]) {
      expect(isLawfulSubmission({ ...plain, resolution: spelled })).toEqual({ ok: true })
    }
  })
})

describe('the schemas of shapes that are not shown', () => {
  it.each([[{ id: 'x' }], [['x']], [{ data: { job: { no: 1 } } }], ['x'], [17]])('%j may carry an id', (answer) => {
    expect(isLawfulAcceptance(answer)).toEqual({ ok: true })
  })

  it.each([[{}], [[]], [''], [null], [true]])('%j cannot carry an id', (answer) => {
    expect(isLawfulAcceptance(answer)).toMatchObject({ ok: false })
  })

  it.each([[{}], [[]], ['x'], [null], [0]])('%j may be a reading, and an error', (answer) => {
    expect(validatorOf(readingSchema)(answer)).toEqual({ ok: true })
    expect(validatorOf(errorSchema)(answer)).toEqual({ ok: true })
  })

  it('are plain JSON, as the published ones are', () => {
    for (const schema of [submissionSchema, jobSchema, acceptedSchema, readingSchema, errorSchema]) {
      expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
    }
  })
})
