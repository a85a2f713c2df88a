import { describe, expect, it } from 'vitest'
import { inWords } from './oracle/in-words-for-tests.ts'
import { judgeBody, judgeBodyText } from './oracle.ts'

const context = { aliases: ['film-1', 'Film-2'] }
const plain = { model: 'film-1', prompt: 'a lighthouse' }

const judged = (value: unknown) => inWords(judgeBody(value, context))
const judgedText = (text: string) => inWords(judgeBodyText(text, context))

describe('a body', () => {
  it('with a model and a prompt only is accepted', () => {
    expect(judgeBody(plain, context)).toMatchObject({ verdict: 'accept', level: 'must', orJobFails: false })
  })

  it('with every field at a stated value is accepted', () => {
    const full = { ...plain, resolution: '4k', duration: 60, fps: 120, ratio: '16:9', bit_depth: 10 }
    expect(judgeBody(full, context)).toMatchObject({ verdict: 'accept', level: 'must' })
  })

  it.each([[[]], [[plain]], ['text'], [5], [null], [true], [undefined]])('%j is not an object', (value) => {
    expect(judged(value)).toBe('refuse (must): submission.body-is-an-object')
  })

  it.each([
    ['an unknown field', { seed: 1 }],
    ['a field in another letter case', { FPS: 500 }],
    ['__proto__', JSON.parse('{"__proto__":{"fps":500}}')],
  ])('with %s is open', (_, extra) => {
    expect(judged({ ...plain, ...extra })).toBe('open: body.extra-fields')
    expect(judgedText(JSON.stringify({ ...plain, ...extra }))).toBe('open: body.extra-fields')
  })

  it.each(['resolution', 'duration', 'fps', 'ratio', 'bit_depth'])('with null for %s is open', (field) => {
    expect(judged({ ...plain, [field]: null })).toBe('open: body.null-for-optional')
  })

  it.each(['resolution', 'duration', 'fps', 'ratio', 'bit_depth'])(
    'with a wrong type for %s should be refused',
    (field) => {
      const wrong = [true, [], {}, [5], field === 'resolution' || field === 'ratio' ? 480 : '5']
      for (const value of wrong) {
        expect(judged({ ...plain, [field]: value })).toBe('refuse (should): submission.types-checked')
      }
    },
  )
})

describe('a model', () => {
  it.each([
    [undefined, 'refuse (must): submission.model-required'],
    [null, 'refuse (must): submission.model-required'],
    ['film', 'refuse (must): submission.model-listed'],
    ['FILM-1', 'open: words.other-letter-case'],
    [' film-1\n', 'open: words.other-letter-case'],
    [5, 'refuse (should): submission.types-checked'],
  ])('%j: %s', (model, expected) => {
    expect(judged({ ...plain, model })).toBe(expected)
  })

  it('is not listed if no model is listed', () => {
    expect(inWords(judgeBody(plain, { aliases: [] }))).toBe('refuse (must): submission.model-listed')
  })
})

describe('a resolution', () => {
  it.each(['480p', '720p', '1080p', '2k', '4k'])('%j is accepted', (resolution) => {
    expect(judged({ ...plain, resolution })).toContain('accept (must)')
  })

  it.each(['4K', '720P', ' 480p', '2k\n', '\t1080P '])('%j is open', (resolution) => {
    expect(judged({ ...plain, resolution })).toBe('open: words.other-letter-case')
  })

  it.each(['', '480', '480 p', '8k', '1440p', '4k4k', '480p,720p', 'hd', '3840x2160', '０４k'])(
    '%j is refused',
    (resolution) => {
      expect(judged({ ...plain, resolution })).toBe('refuse (must): submission.resolution-listed')
    },
  )
})
