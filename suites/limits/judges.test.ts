import { describe, expect, it } from 'vitest'
import { accused, against, book, control, judged, judges, orderWith, submitted, takenOn } from './judges-for-tests.ts'

/** What each check has to name: something that the law accepts and that is refused. */
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

it('has a history for every judge of the suite', () => {
  expect(Object.keys(REFUSED)).toEqual(judges.map((check) => check.id))
})

describe.each(Object.entries(REFUSED))('%s', (id, names) => {
  it('passes a server that accepts all orders', () => {
    const history = [takenOn(), ...book.orders.map((order) => submitted(202, order))]
    expect(judged(id, history)).toMatchObject({ verdict: 'pass' })
  })

  it('names what is refused, and nobody else does', () => {
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
    expect(accused(history)).toEqual([id])
  })

  it('says nothing where no submission was accepted', () => {
    expect(judged(id, [takenOn(400)])).toMatchObject({ verdict: 'skip', reason: 'no submission was accepted' })
  })
})

describe('several things that are refused', () => {
  const both = orderWith('a prompt of one letter', 'ratio "9:16"')
  const apart = [submitted(400, orderWith('a prompt of one letter')), submitted(400, orderWith('ratio "9:16"'))]

  it('are blamed one by one, though they stand in one order', () => {
    const history = [takenOn(), submitted(400, both), ...apart, control()]
    expect(accused(history)).toEqual(['submission.ordinary-text-accepted', 'submission.ordinary-ratios-accepted'])
    expect(judged('submission.ordinary-text-accepted', history)).toMatchObject({
      violations: [{ case: 'a prompt of one letter' }],
    })
    expect(judged('submission.ordinary-ratios-accepted', history)).toMatchObject({
      violations: [{ case: 'ratio "9:16"' }],
    })
  })
})

describe('an order whose pieces were all accepted one by one', () => {
  const pieces = ['resolution "4k"', 'duration 60', 'fps 120']
  const whole = submitted(400, orderWith(...pieces))
  const alone = pieces.map((name) => submitted(202, orderWith(name)))

  it('is refused for a pair of them, where there are two', () => {
    const pair = pieces.slice(0, 2)
    const history = [takenOn(), ...alone, submitted(400, orderWith(...pair)), control()]
    expect(accused(history)).toEqual(['submission.combinations-accepted'])
    expect(judged('submission.combinations-accepted', history)).toMatchObject({
      violations: [{ case: 'resolution "4k" and duration 60' }],
    })
  })

  it('accuses nobody, where it was not tried with two of them', () => {
    const history = [takenOn(), ...alone, whole, control()]
    expect(accused(history)).toEqual([])
    expect(judged('submission.combinations-accepted', history)).toMatchObject({
      verdict: 'inconclusive',
      reason: '400 {"code":"invalid_request"}, and the refused value could not be isolated',
      evidence: [whole.n],
    })
  })
})
