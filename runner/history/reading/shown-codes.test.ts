import { describe, expect, it } from 'vitest'
import { answered } from '../handwritten-for-tests.ts'
import { shownCodes } from './shown-codes.ts'

describe('a code word is shown', () => {
  it.each([
    ['alone', 'not_found', []],
    ['in a field', { error: 'not_found' }, ['error']],
    ['in an envelope', { ok: false, error: { code: 'not_found' } }, ['error', 'code']],
    ['in a list', { errors: [{ code: 'not_found' }] }, ['errors', '0', 'code']],
    ['as the type of a problem', { type: 'https://errors.test/not_found', title: 'Gone' }, ['type']],
    ['as a fragment', { type: 'https://errors.test/#not_found' }, ['type']],
    ['as a name', { problems: [{ not_found: 404 }] }, ['problems', '0', 'not_found']],
    ['as a URN', { type: 'urn:error:not_found' }, ['type']],
  ])('%s', (_, value, way) => {
    expect(shownCodes(answered(404, { body: JSON.stringify(value) }))).toEqual([{ code: 'not_found', way }])
  })

  it.each([
    ['in a sentence', { message: 'the job was not_found' }],
    ['as the beginning of another word', { code: 'not_found_here' }],
    ['in another letter case', { code: 'NOT_FOUND' }],
    ['as the name of a flag', { not_found: true, unauthorized: false, invalid_request: null }],
    ['at the end of a path', { instance: '/v1/videos/not_found' }],
  ])('but not %s', (_, body) => {
    expect(shownCodes(answered(404, { body }))).toEqual([])
  })

  it('but not in a text that is not JSON', () => {
    expect(shownCodes(answered(404, { body: 'not_found' }))).toEqual([])
  })
})
