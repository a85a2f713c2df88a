import { describe, expect, it } from 'vitest'
import { isObservation } from '../../runner/judging/check.ts'
import { answered, see, unanswered } from '../../runner/judging/handwritten-for-tests.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { limits } from './index.ts'
import { OPEN_BODIES } from './open-bodies.ts'

/** Each open body, and an open point of another body that must not be taken for it. */
const CASES: Record<string, { open: OpenPointId; what: string; other: OpenPointId }> = {
  'limits.body.content-type': {
    open: 'body.content-type',
    what: 'Content-Type text/plain',
    other: 'body.extra-fields',
  },
  'limits.body.extra-fields': {
    open: 'body.extra-fields',
    what: 'a field that nobody knows',
    other: 'body.duplicate-keys',
  },
  'limits.body.duplicate-keys': { open: 'body.duplicate-keys', what: 'the prompt twice', other: 'body.extra-fields' },
  'limits.body.byte-order-mark': {
    open: 'body.byte-order-mark',
    what: 'a byte order mark before the body',
    other: 'body.content-type',
  },
  'limits.body.null-for-optional': {
    open: 'body.null-for-optional',
    what: 'ratio null',
    other: 'ratio.lenient-spelling',
  },
  'limits.body.numbers-beyond-double': {
    open: 'body.numbers-beyond-double',
    what: 'fps 24.00000000000000000001',
    other: 'body.extra-fields',
  },
  'limits.prompt.with-image': { open: 'prompt.with-image', what: 'a prompt and an image', other: 'image.unreachable' },
  'limits.prompt.blank': { open: 'prompt.blank', what: 'a prompt of spaces', other: 'prompt.very-long' },
  'limits.prompt.very-long': {
    open: 'prompt.very-long',
    what: 'a prompt of 20,000 characters',
    other: 'prompt.blank',
  },
  'limits.prompt.control-characters': {
    open: 'prompt.control-characters',
    what: 'a prompt with NUL',
    other: 'prompt.lone-surrogates',
  },
  'limits.prompt.lone-surrogates': {
    open: 'prompt.lone-surrogates',
    what: 'a prompt with half of a surrogate pair',
    other: 'prompt.control-characters',
  },
  'limits.words.other-letter-case': {
    open: 'words.other-letter-case',
    what: 'resolution "480P"',
    other: 'ratio.lenient-spelling',
  },
  'limits.ratio.lenient-spelling': {
    open: 'ratio.lenient-spelling',
    what: 'ratio "016:09"',
    other: 'ratio.extreme',
  },
  'limits.ratio.extreme': { open: 'ratio.extreme', what: 'ratio "10:1"', other: 'ratio.lenient-spelling' },
  'limits.image.unreachable': {
    open: 'image.unreachable',
    what: 'an image that cannot be fetched',
    other: 'image.lenient-spelling',
  },
  'limits.image.lenient-spelling': {
    open: 'image.lenient-spelling',
    what: 'an image address with a space before it',
    other: 'image.unreachable',
  },
}

const tried = (open: OpenPointId, what: string) =>
  ({ by: OPEN_BODIES.name, part: 'observation', open, case: what, posted: '{}' }) as const

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CASES)).toEqual(limits.checks.filter(isObservation).map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (id, { open, what, other }) => {
  const check = limits.checks.find((each) => each.id === id)!
  const purpose = tried(open, what)

  it('is about the open point that it names', () => {
    expect(check).toMatchObject({ open })
  })

  it('names the choice of the server', () => {
    const accepted = answered(202, purpose)
    expect(see(check, [accepted])).toEqual({
      choice: `${what}: accepted`,
      values: ['accepted'],
      evidence: [accepted.n],
    })
    expect(see(check, [answered(422, purpose)])).toMatchObject({ choice: `${what}: refused with 422` })
  })

  it('names several choices, and says that they are', () => {
    const history = [answered(400, purpose), answered(202, purpose), answered(400, purpose)]
    expect(see(check, history)).toEqual({
      choice: `${what}: refused with 400 or ${what}: accepted`,
      values: ['400', 'accepted'],
      evidence: [history[0], history[2], history[1]].map((each) => each!.n),
      inconsistent: '2 different choices in one run',
    })
  })

  it('names none where there was no room, no money or no answer, or something else was asked', () => {
    const silent = [429, 402, 403, 503].map((status) => answered(status, purpose))
    const elsewhere = answered(202, tried(other, 'another body'))
    expect(see(check, [...silent, unanswered('reset', purpose), elsewhere, answered(202)])).toBeUndefined()
  })
})
