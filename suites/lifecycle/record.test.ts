import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { polled, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
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
    expect(verdict('jobs.record-shows-its-id', polled({ id }, { polled: asked }))).toMatchObject({ verdict: 'pass' })
  })

  it('keeps every digit of a number beyond 2^53', () => {
    const record = '{"id": 9007199254740993}'
    expect(verdict('jobs.record-shows-its-id', polled(record, { polled: '9007199254740993' }))).toMatchObject({
      verdict: 'pass',
    })
    expect(verdict('jobs.record-shows-its-id', polled(record, { polled: '9007199254740992' }))).toMatchObject({
      verdict: 'fail',
    })
  })

  it.each([null, undefined, ['job-1'], { id: 'job-1' }, 'JOB-1', ''])('shows another id than job-1 with %j', (id) => {
    expect(verdict('jobs.record-shows-its-id', polled({ id }))).toMatchObject({
      verdict: 'fail',
      expected: 'id "job-1"',
    })
  })

  it.each([null, 'done', ' queued', 2, undefined])('has no status that is %j', (status) => {
    expect(verdict('jobs.status-word', polled({ status }))).toMatchObject({ verdict: 'fail' })
  })

  it('may say more than is asked for', () => {
    const record = { id: 'job-1', status: 'queued', stage: 'generating', url: null, error: null, progress: 0.1 }
    for (const { id } of lifecycle.checks.filter((check) => !('open' in check) && check.id.includes('stage'))) {
      expect(verdict(id, polled(record)).verdict).not.toBe('fail')
    }
  })

  it('is never judged by a body of which only the beginning is known', () => {
    expect(verdict('jobs.status-word', polled({ status: 'odd' }, { truncated: true }))).toMatchObject({
      verdict: 'skip',
    })
  })
})

describe('a web address', () => {
  it.each([
    'https://a.test/v.mp4',
    'HTTPS://A.TEST/v.mp4',
    'http://127.0.0.1:8080/',
    'https://[::1]/v',
    'https://a.test?x=1',
    'https://münchen.test/ö',
  ])('is %s', (text) => expect(isWebAddress(text)).toBe(true))

  it.each([
    '/v.mp4',
    '//a.test/v',
    'ftp://a.test/v',
    'https:/a.test',
    'https:///v',
    's3://bucket/v',
    'https://',
    '',
    null,
    7,
    { href: 'https://a.test' },
  ])('is not %j', (value) => expect(isWebAddress(value)).toBe(false))
})
