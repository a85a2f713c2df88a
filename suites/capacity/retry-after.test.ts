import { describe, expect, it } from 'vitest'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { retryAfter, saysWhen } from './retry-after.ts'

const wholeSeconds = retryAfter.find(({ id }) => id === 'capacity.retry-after-whole')!

const refused = (headers: Record<string, string>) =>
  answered(429, { posted: '{}', body: { code: 'capacity_exceeded' }, headers: { ...headers } })
const saying = (value: string) => refused({ 'Retry-After': value })
const verdicts = (value: string) => [saysWhen, wholeSeconds].map((check) => verdictOf(check, [saying(value)]).verdict)

describe('Retry-After', () => {
  it.each(['0', '1', '7', '120', '86400', '007', '  5', '5 \t', '99999999999999999999'])(
    'is a whole number of seconds: %j',
    (value) => {
      expect(verdicts(value)).toEqual(['pass', 'pass'])
    },
  )

  it.each(['0.5', '1.5', '3.0', '0.347', '2.', ' 1.25 '])('is a number of seconds but not whole: %j', (value) => {
    expect(verdicts(value)).toEqual(['pass', 'fail'])
  })

  it.each([
    // §7 requires a number of seconds, so the HTTP date form does not conform.
    'Fri, 31 Dec 2027 23:59:59 GMT',
    '2027-12-31T23:59:59Z',
    '',
    'soon',
    'Infinity',
    '-1',
    '+5',
    '1e3',
    '5s',
    'PT5S',
    '5, 10',
    '\u0665',
  ])('is no number of seconds: %j', (value) => {
    expect(verdictOf(saysWhen, [saying(value)])).toMatchObject({ verdict: 'fail', received: `Retry-After: ${value}` })
    expect(verdictOf(wholeSeconds, [saying(value)])).toMatchObject({ verdict: 'skip' })
  })

  const DATE = 'Thu, 01 Jan 2026 00:00:00 GMT'

  it.each(['1767225600', '1767225605', '1767225605.25', '1767225605000'])(
    'is a timestamp and not a number of seconds: %j',
    (value) => {
      const verdict = verdictOf(saysWhen, [refused({ 'Retry-After': value, Date: DATE })])
      expect(verdict).toMatchObject({ verdict: 'fail', received: expect.stringContaining('since 1970') })
    },
  )

  it.each([
    ['99999999999', DATE],
    ['1767225605', 'Thu, 01 Jan 2015 00:00:00 GMT'],
    ['5', 'Thu, 01 Jan 1970 00:00:03 GMT'],
  ])('is a number of seconds, however large: %j at %s', (value, at) => {
    expect(verdictOf(saysWhen, [refused({ 'Retry-After': value, Date: at })])).toMatchObject({ verdict: 'pass' })
  })

  it.each(['X-RateLimit-Reset-After', 'RateLimit-Reset', 'X-Retry-After', 'Retry-After-Ms'])(
    'is not replaced by %s',
    (name) => {
      const received = expect.stringMatching(/^429 .*without Retry-After$/)
      expect(verdictOf(saysWhen, [refused({ [name]: '5' })])).toMatchObject({ verdict: 'fail', received })
    },
  )
})
