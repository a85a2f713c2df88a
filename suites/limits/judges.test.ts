import { describe, expect, it } from 'vitest'
import { configure } from '../../engine/config/configuration.ts'
import { FACTS, lastTry } from '../../engine/judge/handwritten-for-tests.ts'
import { combinationsOf } from './combinations.ts'
import {
  accepted,
  against,
  combinations,
  control,
  facts,
  failing,
  first,
  given,
  having,
  judged,
  judges,
  plainest,
  submitted,
} from './histories-for-tests.ts'

/** For each check, an accepted value or combination that a server refuses. */
const REFUSED: Record<string, string[]> = {
  'submission.range-ends-accepted': ['duration 60'],
  'submission.listed-words-accepted': ['resolution "4k"'],
  'submission.combinations-accepted': ['resolution "4k"', 'fps 120'],
  'submission.accepted-with-202/inside-ranges': ['the fields in another order'],
  'submission.number-spellings-accepted': ['duration 6e1'],
  'submission.string-spellings-accepted': ['resolution 2k with escapes'],
  'submission.ordinary-text-accepted': ['a prompt of one letter'],
  'submission.image-accepted': ['an image'],
  'submission.fractions-accepted': ['fps 23.976'],
  'submission.ordinary-ratios-accepted': ['ratio "9:16"'],
  'readings.listed-alias-accepted/combined': ['model studio'],
}

it('has a history for every check of the suite', () => {
  expect(Object.keys(REFUSED)).toEqual(judges.map((check) => check.id))
})

describe.each(Object.entries(REFUSED))('%s', (id, names) => {
  it('passes a server that accepts all submissions', () => {
    const history = [first(), ...accepted()]
    expect(judged(id, history)).toMatchObject({ verdict: 'pass' })
  })

  it('fails and names the refused value, and no other check fails', () => {
    const history = against(...names)
    const verdict = judged(id, history)
    expect(verdict).toMatchObject({
      verdict: 'fail',
      expected: '202',
      received: '400 {"code":"invalid_request"}',
      violations: [{ case: names.join(' and ') }],
    })
    const [refused, again] = history.slice(-2)
    expect(verdict).toMatchObject({ evidence: [again!.n, refused!.n] })
    expect(failing(history)).toEqual([id])
  })

  it('skips if no submission was accepted', () => {
    expect(judged(id, [first(400)])).toMatchObject({ verdict: 'skip', reason: 'no submission was accepted' })
  })
})

describe('several refused values', () => {
  const both = having('a prompt of one letter', 'ratio "9:16"')
  const apart = [submitted(400, having('a prompt of one letter')), submitted(400, having('ratio "9:16"'))]

  it('are named one by one although one submission contains them', () => {
    const history = [first(), submitted(400, both), ...apart, control()]
    expect(failing(history)).toEqual(['submission.ordinary-text-accepted', 'submission.ordinary-ratios-accepted'])
    expect(judged('submission.ordinary-text-accepted', history)).toMatchObject({
      violations: [{ case: 'a prompt of one letter' }],
    })
    expect(judged('submission.ordinary-ratios-accepted', history)).toMatchObject({
      violations: [{ case: 'ratio "9:16"' }],
    })
  })
})

describe('a refused combination of accepted values', () => {
  const pieces = ['resolution "4k"', 'duration 60', 'fps 120']
  const whole = submitted(400, having(...pieces))
  const alone = pieces.map((name) => submitted(202, having(name)))

  it('fails for a pair of values', () => {
    const pair = pieces.slice(0, 2)
    const history = [first(), ...alone, submitted(400, having(...pair)), control()]
    expect(failing(history)).toEqual(['submission.combinations-accepted'])
    expect(judged('submission.combinations-accepted', history)).toMatchObject({
      violations: [{ case: 'resolution "4k" and duration 60' }],
    })
  })

  it('fails for all of them if no pair was sent', () => {
    const history = [first(), ...alone, whole, control()]
    expect(failing(history)).toEqual(['submission.combinations-accepted'])
    expect(judged('submission.combinations-accepted', history)).toMatchObject({
      violations: [{ case: 'resolution "4k", duration 60 and fps 120' }],
    })
  })

  it('is inconclusive if no pair was sent and a value that is only implied may be the cause', () => {
    const both = having('fps 23.976', 'ratio "21:9"')
    const history = [first(), submitted(202, having('ratio "21:9"')), submitted(400, both), control()]
    expect(failing(history)).not.toContain('submission.combinations-accepted')
  })
})

describe('a refusal', () => {
  const combination = having('resolution "4k"')

  it.each([
    [429, 'it returned 429 on every retry'],
    [402, 'the account may lack credits or permissions'],
    [503, 'and no control request succeeded in the meantime'],
  ])('with %i fails no check', (status, why) => {
    const refused = submitted(status, combination)
    const history = [first(), refused, control()]
    expect(failing(history)).toEqual([])
    for (const id of ['submission.listed-words-accepted', 'submission.combinations-accepted'])
      expect(judged(id, history)).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining(why),
        evidence: [refused.n],
      })
  })

  it('with 503 counts if it is repeated while a valid request in between succeeds', () => {
    const [one, other] = [submitted(503, combination), submitted(503, combination)]
    const last = submitted(503, combination, { again: lastTry(first(), one, other) })
    const verdict = judged('submission.listed-words-accepted', [first(), one, other, last, control()])
    expect(verdict).toMatchObject({ verdict: 'fail', evidence: expect.arrayContaining([one.n, other.n, last.n]) })
  })

  it.each([429, 503])('with %i does not count if the retry is accepted', (status) => {
    const one = submitted(status, combination)
    const again = submitted(202, combination, { again: { attempts: [one.n] } })
    const history = [first(), ...accepted(), one, again]
    for (const id of ['submission.listed-words-accepted', 'submission.combinations-accepted'])
      expect(judged(id, history)).toMatchObject({ verdict: 'pass' })
  })

  it('with 429 does not count if the same combination is accepted another time', () => {
    const history = [first(), submitted(429, combinations.all[0]!), ...accepted()]
    expect(judged('submission.combinations-accepted', history)).toMatchObject({ verdict: 'pass' })
  })

  it.each([
    ['was not sent', () => [], 'afterwards no control request was sent'],
    ['returned 429', () => [control(429)], 'afterwards the plainest submission returned 429'],
  ])('fails no check if the control afterwards %s', (_, afterwards, why) => {
    const history = [first(), control(), submitted(400, combination), ...afterwards()]
    expect(failing(history)).toEqual([])
    for (const id of ['submission.listed-words-accepted', 'submission.combinations-accepted'])
      expect(judged(id, history)).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining(why) })
  })

  it('needs a control that is sent after it', () => {
    const refused = submitted(400, combination)
    const meanwhile = { ...control(), sent: refused.sent + 1 }
    expect(failing([first(), { ...refused, received: refused.sent + 2 }, meanwhile])).toEqual([])
  })
})

describe('limits of the user', () => {
  it('are named for values beyond them', () => {
    const configuration = configure({ seed: 1, ...given, maxResolution: '720p', maxDuration: 10 }, true)
    const small = { ...facts, configuration }
    const { all } = combinationsOf({ ...FACTS, ...small }, plainest)!
    const history = [first(), ...all.map((each) => submitted(202, each))]
    expect(judged('submission.range-ends-accepted', history, small)).toMatchObject({
      verdict: 'skip',
      reason: 'duration 60 exceeds the limits of the run',
    })
    expect(judged('submission.listed-words-accepted', history, small)).toMatchObject({ verdict: 'skip' })
    expect(judged('submission.combinations-accepted', history, small)).toMatchObject({ verdict: 'skip' })
    expect(judged('submission.number-spellings-accepted', history, small)).toMatchObject({ verdict: 'pass' })
  })
})
