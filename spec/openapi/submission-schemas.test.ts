import { describe, expect, it } from 'vitest'
import { schemaNamed } from './citing.ts'
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
    [{ prompt: undefined, image_url: 'https://images.example/a.png' }],
  ])('lets through what is promised: %j', (fields) => {
    expect(submission({ ...plain, ...fields })).toEqual({ ok: true })
    expect(promised({ ...plain, ...fields })).toBe(true)
  })

  it.each([
    [{ resolution: null, duration: null, fps: null, ratio: null, bit_depth: null, image_url: null }],
    [{ resolution: ' 4K\n', ratio: '016 : 9.0' }],
    [{ prompt: '', image_url: 5 }],
    [{ prompt: null, image_url: ' HT\tTPS://host' }],
  ])('lets through what is open, and promises nothing of it: %j', (fields) => {
    expect(submission({ ...plain, ...fields })).toEqual({ ok: true })
    expect(promised({ ...plain, ...fields })).toBe(false)
  })

  it.each([
    [{ model: null }],
    [{ model: '' }],
    [{ prompt: undefined }],
    [{ prompt: '' }],
    [{ prompt: null, image_url: null }],
    [{ prompt: null, image_url: 'http://host/a.png' }],
    [{ resolution: '8k' }],
    [{ duration: 0.9999999999999999 }],
    [{ duration: 60.00000000000001 }],
    [{ fps: Infinity }],
    [{ bit_depth: 9 }],
    [{ ratio: '16x9' }],
    [{ ratio: '0.0:1' }],
  ])('stops what is refused: %j', (fields) => {
    expect(submission({ ...plain, ...fields })).toMatchObject({ ok: false })
  })
})
