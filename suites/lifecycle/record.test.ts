import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { polled, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { lifecycle } from './index.ts'
import { isWebAddress } from './record.ts'

const verdict = (id: string, ...history: Exchange[]) =>
  verdictOf(lifecycle.checks.find((check) => check.id === id)!, history)

describe('the record of a job', () => {
  it.each([
    ['a number', 17, '17'],
    ['a number beyond 2^53', '9007199254740993', '9007199254740993'],
    ['a word of digits with zeros before them', '0017', '0017'],
  ])('may show its id as %s', (_, id, asked) => {
    expect(verdict('jobs.id-is-the-one-polled', polled({ id }, { polled: asked }))).toMatchObject({ verdict: 'pass' })
  })

  it('keeps every digit of a number beyond 2^53', () => {
    const record = '{"id": 9007199254740993}'
    expect(verdict('jobs.id-is-the-one-polled', polled(record, { polled: '9007199254740993' }))).toMatchObject({
      verdict: 'pass',
    })
    expect(verdict('jobs.id-is-the-one-polled', polled(record, { polled: '9007199254740992' }))).toMatchObject({
      verdict: 'fail',
    })
  })

  it.each([null, undefined, ['job-1'], { id: 'job-1' }, 'JOB-1', ''])('shows another id than job-1 with %j', (id) => {
    expect(verdict('jobs.id-is-the-one-polled', polled({ id }))).toMatchObject({
      verdict: 'fail',
      expected: '"id": "job-1"',
    })
  })

  it('is never judged by a body of which only the beginning is known', () => {
    expect(verdict('jobs.status-is-a-listed-word', polled({ status: 'odd' }, { truncated: true }))).toMatchObject({
      verdict: 'skip',
    })
  })
})

describe('a web address', () => {
  it.each(['https://a.test/v.mp4', 'http://127.0.0.1:8080/', 'https://[::1]/v', 'https://münchen.test/ö'])(
    'is %s',
    (text) => expect(isWebAddress(text)).toBe(true),
  )

  it.each(['/v.mp4', 'ftp://a.test/v', 'https:/a.test', 's3://bucket/v', '', null])('is not %j', (value) =>
    expect(isWebAddress(value)).toBe(false),
  )
})
