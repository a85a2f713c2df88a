import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, polled, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { type Histories, testJudges } from '../judges-for-tests.ts'
import { capacity } from './index.ts'

const BODY = '{"model":"aurora","prompt":"a boat"}'
type Told = NonNullable<Parameters<typeof answered>[1]>

const submitted = (status: number, code: string | undefined, retryAfter?: string, told: Told = {}) =>
  answered(status, {
    by: 'introduction',
    part: 'submission',
    posted: BODY,
    body: code === undefined ? '' : { error: { code, message: 'Not now.' } },
    headers: {
      ...(code !== undefined && { 'Content-Type': 'application/json' }),
      ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
    },
    ...told,
  })

/** A submission with this many 429 responses, and then another status if given. */
function waitedFor(times: number, status?: number): Exchange[] {
  const tries: Exchange[] = []
  const again = () => (tries.length === 0 ? {} : { again: { attempts: tries.map(({ n }) => n) } })
  for (let nth = 0; nth < times; nth++) tries.push(submitted(429, 'capacity_exceeded', '1', again()))
  if (status !== undefined) tries.push(submitted(status, undefined, undefined, again()))
  return tries
}

/** A submission accepted at once, and its finished job. */
function acceptedAtOnce(): Exchange[] {
  const job = submitted(202, undefined)
  return [job, polled({ status: 'succeeded' }, { job: job.n })]
}

function helped(times: number): Exchange[] {
  const tries = waitedFor(times, 202)
  return [...tries, polled({ status: 'succeeded' }, { job: tries.at(-1)!.n })]
}

const CASES: Record<string, Histories> = {
  'capacity.retry-after-present': {
    passes: [submitted(429, 'capacity_exceeded', '7'), submitted(429, undefined, '7')],
    fails: [submitted(429, 'capacity_exceeded')],
  },
  'capacity.other-limits-say-when': {
    passes: [submitted(429, 'rate_limited', '7')],
    fails: [submitted(429, 'rate_limited', 'Fri, 31 Dec 2027 23:59:59 GMT')],
  },
  'capacity.retry-after-whole': {
    passes: [submitted(429, 'capacity_exceeded', '7')],
    fails: [submitted(429, 'capacity_exceeded', '0.5')],
  },
  'capacity.refused-with-429': {
    passes: [submitted(429, 'capacity_exceeded', '7')],
    fails: [submitted(503, 'capacity_exceeded', '7')],
  },
  'capacity.waiting-helps': {
    passes: [...acceptedAtOnce(), ...helped(5)],
    fails: [...acceptedAtOnce(), ...waitedFor(5)],
  },
}

const check = (id: string) => capacity.checks.find((each) => each.id === id)!
const JUDGES = capacity.checks.filter((each) => !isObservation(each)).map(({ id }) => id)
const verdictsOf = (...exchanges: Exchange[]) =>
  Object.fromEntries(JUDGES.map((id) => [id, verdictOf(check(id), exchanges).verdict]))
const failing = (...exchanges: Exchange[]) => JUDGES.filter((id) => verdictsOf(...exchanges)[id] === 'fail')

testJudges(capacity, CASES)

describe('no check fails', () => {
  it.each<[what: string, exchange: Exchange]>([
    ['for a read that is limited without Retry-After', answered(429, { body: { code: 'rate_limited' } })],
    ['for a poll that is limited without Retry-After', answered(429, { part: 'poll', job: 1, polled: 'job-1' })],
    ['for a bad body that is refused with the wrong word', submitted(400, 'capacity_exceeded', '1', { part: 'probe' })],
    ['for a job that was accepted, whatever its record says', submitted(202, 'capacity_exceeded')],
    ['for a gateway that is busy in its own words', submitted(503, 'overloaded')],
    ['for no wait at all', submitted(429, 'capacity_exceeded', '0')],
  ])('%s', (_, exchange) => {
    expect(failing(exchange)).toEqual([])
  })
})

describe('a 429 of another limit', () => {
  it.each(['rate_limited', 'RATE_LIMIT', 'too_many_requests', 'throttled', 'quota_exceeded', 'invalid_request'])(
    'needs Retry-After by a should clause if its code is %s',
    (code) => {
      expect(failing(submitted(429, code))).toEqual(['capacity.other-limits-say-when'])
    },
  )

  it.each<[what: string, told: Told]>([
    ['no body', { body: '' }],
    ['a page', { body: '<h1>Too many requests</h1>', headers: { 'Content-Type': 'text/html' } }],
    ['the word of capacity in an address', { body: { type: 'https://server.test/errors#capacity_exceeded' } }],
  ])('is not assumed for %s', (_, told) => {
    expect(failing(submitted(429, undefined, undefined, told))).toEqual(['capacity.retry-after-present'])
  })
})
