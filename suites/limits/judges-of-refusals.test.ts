import { describe, expect, it } from 'vitest'
import { lastTry } from '../../engine/judge/handwritten-for-tests.ts'
import { accused, book, control, judged, orderWith, submitted, takenOn } from './judges-for-tests.ts'

describe('a refusal', () => {
  const order = orderWith('resolution "4k"')

  it.each([
    [429, 'it returned 429 on every retry'],
    [402, 'the account may lack credits or permissions'],
    [503, 'and no control request succeeded in the meantime'],
  ])('with %i accuses nobody', (status, why) => {
    const refused = submitted(status, order)
    const history = [takenOn(), refused, control()]
    expect(accused(history)).toEqual([])
    for (const id of ['submission.listed-words-accepted', 'submission.combinations-accepted'])
      expect(judged(id, history)).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining(why),
        evidence: [refused.n],
      })
  })

  it('with 503 is one where it came each time, while a good request in between was answered', () => {
    const [first, second] = [submitted(503, order), submitted(503, order)]
    const last = submitted(503, order, { again: lastTry(takenOn(), first, second) })
    const verdict = judged('submission.listed-words-accepted', [takenOn(), first, second, last, control()])
    expect(verdict).toMatchObject({ verdict: 'fail', evidence: expect.arrayContaining([first.n, second.n, last.n]) })
  })

  it.each([429, 503])('with %i is none where the same was accepted when it was asked again', (status) => {
    const first = submitted(status, order)
    const again = submitted(202, order, { again: { attempts: [first.n] } })
    const history = [takenOn(), ...book.orders.map((each) => submitted(202, each)), first, again]
    for (const id of ['submission.listed-words-accepted', 'submission.combinations-accepted'])
      expect(judged(id, history)).toMatchObject({ verdict: 'pass' })
  })

  it.each([
    ['was not tried', () => [], 'afterwards no control request was sent'],
    ['met no room', () => [control(429)], 'afterwards the plainest submission returned 429'],
  ])('accuses nobody where the plainest submission afterwards %s', (_, afterwards, why) => {
    const history = [takenOn(), control(), submitted(400, order), ...afterwards()]
    expect(accused(history)).toEqual([])
    for (const id of ['submission.listed-words-accepted', 'submission.combinations-accepted'])
      expect(judged(id, history)).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining(why) })
  })

  it('does not count against a control that was sent before its answer came', () => {
    const refused = submitted(400, order)
    const meanwhile = { ...control(), sent: refused.sent + 1 }
    expect(accused([takenOn(), { ...refused, received: refused.sent + 2 }, meanwhile])).toEqual([])
  })
})
