import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, polled, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { echoAgrees } from './echo.ts'

const SENT = { model: 'aurora', prompt: 'a boat', duration: 2 }
const taken = (body: object, sent: object = {}, told: Parameters<typeof answered>[1] = {}) =>
  answered(202, {
    part: 'submission',
    posted: JSON.stringify({ ...SENT, ...sent }),
    body: { id: 'v1', ...body },
    ...told,
  })
const verdict = (...history: Exchange[]) => verdictOf(echoAgrees, history)

describe('what is repeated', () => {
  it.each<[string, object, object?]>([
    ['what was sent', { model: 'aurora', duration: 2 }],
    ['the stated defaults', { resolution: '480p', fps: 24, ratio: '16:9' }],
    ['the bit depth of 1080p', { model: 'aurora', bit_depth: 10 }, { resolution: '1080p' }],
    ['the same shape in other numbers', { model: 'aurora', ratio: '4:3' }, { ratio: '1024:768' }],
    ['it within an envelope', { data: { parameters: { model: 'aurora', duration: 2 } } }],
  ])('may be %s', (_, body, sent) => {
    expect(verdict(taken(body, sent))).toMatchObject({ verdict: 'pass' })
  })

  it.each<[object, object, string, string]>([
    [{ duration: 5, model: 'aurora' }, {}, 'duration 2', 'duration 5'],
    [{ fps: 24, ratio: '16:9' }, { fps: 23.976 }, 'fps 23.976', 'fps 24'],
    [{ bit_depth: 8, duration: 2 }, { resolution: '4k' }, 'bit_depth 10', 'bit_depth 8'],
    [{ ok: true, video: [{ model: 'aurora', duration: 60 }] }, {}, 'duration 2', 'duration 60'],
  ])('must not be %j where %j was sent beside the usual', (body, sent, expected, received) => {
    expect(verdict(taken(body, sent))).toMatchObject({ verdict: 'fail', expected, received })
  })

  it.each([
    ['a single name, which may mean anything', { duration: 9 }],
    ['other things under these names', { duration: '9 s', resolution: 'high', fps: null, ratio: 1.78, model: 7 }],
    ['names in different objects', { model: 'studio', timing: { duration: 9 } }],
  ])('is not seen in %s', (_, body) => {
    expect(verdict(taken(body))).toMatchObject({ verdict: 'skip' })
  })

  it('is not seen in what changes from poll to poll, nor in what stands alone beside it', () => {
    const submission = taken({})
    const polls = [4, 9, 15].map((duration) =>
      polled({ id: 'v1', timing: { duration, fps: 0.25 } }, { polled: 'v1', job: submission.n }),
    )
    expect(verdict(submission, ...polls)).toMatchObject({ verdict: 'skip' })
    const steady = polled({ id: 'v1', timing: { duration: 4, fps: 24 } }, { polled: 'v1', job: submission.n })
    expect(verdict(submission, steady, steady)).toMatchObject({ verdict: 'fail' })
  })
})
