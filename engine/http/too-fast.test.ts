import { describe, expect, it } from 'vitest'
import type { Exchange } from '../history/entry/exchange.ts'
import { TooFast } from './too-fast.ts'

const known = {
  pace: { isLowered: false, hasAnswers: true },
  keyring: { isGood: () => true },
  unsaid: 3,
}
const lowered = { ...known, pace: { isLowered: true, hasAnswers: true } }

type About = {
  method?: string
  path?: string
  part?: string
  attempts?: number[]
  status?: number
  code?: string
  told?: string
}

function answer({
  method = 'GET',
  path = '/v1/models',
  part = 'probe',
  attempts = [],
  status = 429,
  code = 'slow',
  told,
}: About) {
  return {
    request: { method, path, headers: [['Authorization', 'Bearer {{A}}']] },
    purpose: { by: 'a check', part },
    again: { attempts },
    answer: {
      status,
      headers: told === undefined ? [] : [['Retry-After', told]],
      body: JSON.stringify({ error: { code } }),
    },
  } as unknown as Exchange
}

const submission = { method: 'POST', path: '/v1/videos' }

describe('a 429', () => {
  const secondsAfter = (about: About, when: typeof known = known, options = {}) =>
    new TooFast().secondsAfter(answer(about), options, when)

  it.each<[string, number | undefined, About, typeof known]>([
    ['holds back all requests for as long as it says', 2, { told: '2' }, known],
    ['holds them back for the poll interval where it says nothing', 3, {}, known],
    ['to a submission alone may be a lack of room', undefined, { ...submission, told: '2' }, known],
    ['to a poll alone may limit how often a job is polled', undefined, { part: 'poll', told: '2' }, known],
    ['to a poll holds them back once others were refused', 2, { part: 'poll', told: '2' }, lowered],
    ['to a submission holds them back once others were refused', 2, { ...submission, told: '2' }, lowered],
    ['that names the capacity does not', undefined, { ...submission, code: 'capacity_exceeded' }, lowered],
  ])('%s', (_, seconds, about, when) => {
    expect(secondsAfter(about, when)).toBe(seconds)
  })
})
