import { describe, expect, it } from 'vitest'
import { judgeBody } from '../oracle.ts'
import { inWords } from './in-words-for-tests.ts'

const good = 'https://images.example.org/lighthouse.png'
const context = { aliases: ['film-1'], images: [good] }
const judged = (fields: object) => inWords(judgeBody({ model: 'film-1', ...fields }, context))

describe('a prompt and an image', () => {
  it.each([
    [{}],
    [{ prompt: null, image_url: null }],
    [{ resolution: '4k', duration: 5, fps: 24, ratio: '16:9', bit_depth: 10 }],
  ])('must not both be missing: %j', (fields) => {
    expect(judged(fields)).toBe('refuse (must): submission.prompt-or-image-required')
  })

  it.each([
    ['two good ones', 'x', good],
    ['an empty prompt beside a good image', '', good],
    ['a prompt beside a bad image', 'x', 'http://images.example.org/a.png'],
    ['a prompt of the wrong type', 5, good],
    ['an image of the wrong type', 'x', {}],
  ])('together are open: %s', (_, prompt, image_url) => {
    expect(judged({ prompt, image_url })).toBe('open: prompt.with-image')
  })

  it.each(['', 'http://images.example.org/a.png'])(
    'are that image alone where the prompt is empty: %j',
    (image_url) => {
      expect(judged({ prompt: '', image_url })).toBe(
        'refuse (must, or the job fails): submission.image-is-public-https',
      )
    },
  )

  it.each([[{ prompt: 'x', image_url: null }], [{ prompt: null, image_url: good }]])(
    'with null for one are open: %j',
    (fields) => {
      expect(judged(fields)).toBe('open: body.null-for-optional')
    },
  )

  it.each([
    [{ prompt: '', image_url: null }, 'refuse (must): submission.empty-prompt-refused'],
    [{ prompt: 5, image_url: null }, 'refuse (should): submission.types-checked'],
    [{ prompt: null, image_url: '' }, 'refuse (must, or the job fails): submission.image-is-public-https'],
  ])('with null for one and a bad other are refused: %j', (fields, expected) => {
    expect(judged(fields)).toBe(expected)
  })
})

describe('a prompt alone', () => {
  it.each(['a', '🎬', '👩‍🚀 on the moon', 'سفينة في البحر', 'one\ntwo\r\n\tthree', 'a\u2028b', '🎬'.repeat(1000)])(
    'is ordinary text: %j',
    (prompt) => {
      expect(judged({ prompt })).toContain('submission.ordinary-text-accepted')
      expect(judged({ prompt })).toContain('accept (must)')
    },
  )

  it('must not be empty', () => {
    expect(judged({ prompt: '' })).toBe('refuse (must): submission.empty-prompt-refused')
  })

  it.each([5, 0, true, false, [], ['a lighthouse'], {}])('should be a string: %j', (prompt) => {
    expect(judged({ prompt })).toBe('refuse (should): submission.types-checked')
  })

  it.each([
    ['prompt.blank', '\n\t\u00A0\u3000'],
    ['prompt.blank', '\uFEFF \u200D\u2060'],
    ['prompt.very-long', 'x'.repeat(1001)],
    ['prompt.control-characters', 'a\u0000b'],
    ['prompt.control-characters', 'a\u009Bb'],
    ['prompt.lone-surrogates', 'a\uDC00b'],
    ['prompt.very-long, prompt.lone-surrogates', `${'x'.repeat(1000)}\uD83C`],
  ])('is open by %s', (points, prompt) => {
    expect(judged({ prompt })).toBe(`open: ${points}`)
  })
})
