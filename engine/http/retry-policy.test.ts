import { describe, expect, it } from 'vitest'
import type { Exchange } from '../history/entry/exchange.ts'
import { unanswered } from '../history/handwritten-for-tests.ts'
import { mostRetries, RateLimited } from './retry-policy.ts'

const first = { isLowered: false, hasAnswers: true }
const lowered = { isLowered: true, hasAnswers: true }

type About = {
  method?: string
  path?: string
  part?: string
  attempts?: number[]
  status?: number
  code?: string
  retryAfter?: string
}

function answer({
  method = 'GET',
  path = '/v1/models',
  part = 'probe',
  attempts = [],
  status = 429,
  code = 'slow',
  retryAfter,
}: About) {
  return {
    request: { method, path, headers: [['Authorization', 'Bearer {{A}}']] },
    purpose: { by: 'a check', part },
    again: { attempts },
    answer: {
      status,
      headers: retryAfter === undefined ? [] : [['Retry-After', retryAfter]],
      body: JSON.stringify({ error: { code } }),
    },
  } as unknown as Exchange
}

const submission = { method: 'POST', path: '/v1/videos' }

describe('a 429', () => {
  it.each<[string, number | undefined, About, typeof first, isBusy?: boolean]>([
    ['stops all requests for as long as it says', 2, { retryAfter: '2' }, first],
    ['stops them for the poll interval if it says nothing', 3, {}, first],
    ['to a submission alone may be about capacity', undefined, { ...submission, retryAfter: '2' }, first],
    [
      'to a submission that names another limit stops them while no job is unfinished',
      2,
      { ...submission, retryAfter: '2' },
      first,
      false,
    ],
    [
      'to a submission that names no limit does not',
      undefined,
      { ...submission, code: 'Wait!', retryAfter: '2' },
      first,
      false,
    ],
    ['to a poll alone may limit how often a job is polled', undefined, { part: 'poll', retryAfter: '2' }, first],
    ['to a poll stops them after another request got a 429', 2, { part: 'poll', retryAfter: '2' }, lowered],
    ['to a submission stops them after another request got a 429', 2, { ...submission, retryAfter: '2' }, lowered],
    ['that names the capacity does not stop them', undefined, { ...submission, code: 'capacity_exceeded' }, lowered],
  ])('%s', (_, seconds, about, rate, isBusy = true) => {
    const exchange = answer(about)
    const isSubmission = exchange.request.method === 'POST'
    expect(new RateLimited().secondsAfter(exchange, {}, { rate, isSubmission, isBusy, pollIntervalMs: 3000 })).toBe(
      seconds,
    )
  })
})

describe('a lost probe', () => {
  const probe = unanswered('reset', { part: 'probe' })

  it('is retried three times, or once if retries of others failed', () => {
    expect([mostRetries(probe), mostRetries(probe, 3), mostRetries(probe, 4)]).toEqual([3, 3, 1])
  })

  it('does not change how often other requests are retried', () => {
    expect(mostRetries(unanswered('reset', { part: 'twin' }), 9)).toBe(3)
  })
})
