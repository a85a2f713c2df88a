import { describe, expect, it } from 'vitest'
import { FIELDS, RESOLUTIONS } from '../words.ts'
import { schemaNamed } from './citing.ts'
import { openapiDocument } from './document.ts'
import { SUBMISSION } from './submission-schemas.ts'
import { fits } from './validator.ts'

const plain = { model: 'film-1', prompt: 'a lighthouse' }
const SCHEMA = schemaNamed(SUBMISSION)
const submission = (body: unknown) => fits(SCHEMA, body)
const promised = (body: unknown) =>
  [schemaNamed('PromptSubmission'), schemaNamed('ImageSubmission')].some((schema) => fits(schema, body).ok)

describe('the schema of a submission', () => {
  it.each([
    [{}],
    [{ resolution: '4k', duration: 60, fps: 120, ratio: '21:9', bit_depth: 10 }],
    [{ duration: 2.5, fps: 23.976 }],
    [{ seed: 1 }],
    [{ prompt: undefined, image_url: 'https://images.example/a.png' }],
  ])('lets through what is promised: %j', (fields) => {
    expect(submission({ ...plain, ...fields })).toEqual({ ok: true })
    expect(promised({ ...plain, ...fields })).toBe(true)
  })

  it.each([
    [{ resolution: null, duration: null, fps: null, ratio: null, bit_depth: null, image_url: null }],
    [{ resolution: ' 4K\n', ratio: '016 : 9.0' }],
    [{ resolution: '\u0085720P\u001C' }],
    [{ prompt: '', image_url: 5 }],
    [{ prompt: undefined, image_url: 'https:host' }],
    [{ prompt: null, image_url: ' HT\tTPS://host' }],
  ])('lets through what is open, and promises nothing of it: %j', (fields) => {
    expect(submission({ ...plain, ...fields })).toEqual({ ok: true })
    expect(promised({ ...plain, ...fields })).toBe(false)
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
    expect(submission({ ...plain, ...fields })).toMatchObject({ ok: false })
  })

  it.each([[[]], ['x'], [5], [null], [true]])('stops %j, which is no object', (body) => {
    expect(submission(body)).toMatchObject({ ok: false })
  })

  it('names every field of the law and their defaults', () => {
    const { schemas = {} } = openapiDocument().components
    expect(Object.keys(schemas.UnpromisedSubmission?.properties ?? {})).toEqual(Object.keys(FIELDS))
    expect(schemas).toMatchObject({
      Resolution: { default: '480p', enum: [...RESOLUTIONS] },
      Duration: { default: 5, minimum: 1, maximum: 60 },
      Fps: { default: 24, minimum: 1, maximum: 120 },
      Ratio: { default: '16:9' },
      BitDepth: { enum: [8, 10] },
    })
  })
})
