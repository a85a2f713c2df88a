import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, polled, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { capacity } from './index.ts'

const BODY = '{"model":"aurora","prompt":"a boat"}'
type Told = NonNullable<Parameters<typeof answered>[1]>

/** A submission that meets a 429, or whatever else. */
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

/** The same submission again and again, as often as 429 came; then another answer, if any. */
function waitedFor(times: number, status?: number): Exchange[] {
  const tries: Exchange[] = []
  const again = () => (tries.length === 0 ? {} : { again: { attempts: tries.map(({ n }) => n) } })
  for (let nth = 0; nth < times; nth++) tries.push(submitted(429, 'capacity_exceeded', '1', again()))
  if (status !== undefined) tries.push(submitted(status, undefined, undefined, again()))
  return tries
}

/** Room at last, and the job that was made of it. */
/** One that found room at once, and has ended. */
function hadRoom(): Exchange[] {
  const job = submitted(202, undefined)
  return [job, polled({ status: 'succeeded' }, { job: job.n })]
}

function helped(times: number): Exchange[] {
  const tries = waitedFor(times, 202)
  return [...tries, polled({ status: 'succeeded' }, { job: tries.at(-1)!.n })]
}

type Case = { passes: Exchange[]; fails: Exchange[] }

const CASES: Record<string, Case> = {
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
  'capacity.waiting-helps': { passes: [...hadRoom(), ...helped(5)], fails: waitedFor(5) },
}

const check = (id: string) => capacity.checks.find((each) => each.id === id)!
const JUDGES = capacity.checks.filter((each) => !isObservation(each)).map(({ id }) => id)
const verdictsOf = (...exchanges: Exchange[]) =>
  Object.fromEntries(JUDGES.map((id) => [id, verdictOf(check(id), exchanges).verdict]))
const accusing = (...exchanges: Exchange[]) => JUDGES.filter((id) => verdictsOf(...exchanges)[id] === 'fail')

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(JUDGES)
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  it('passes a conforming server', () => {
    expect(verdictOf(check(id), passes)).toMatchObject({ verdict: 'pass' })
  })

  it('fails a violation after conforming responses', () => {
    const verdict = verdictOf(check(id), [...passes, ...fails])
    expect(verdict).toMatchObject({ verdict: 'fail', evidence: fails.map(({ n }) => n) })
  })
})

describe('nobody is accused', () => {
  it.each<[what: string, exchange: Exchange]>([
    ['of a read that is limited without Retry-After', answered(429, { body: { code: 'rate_limited' } })],
    ['of a poll that is limited without Retry-After', answered(429, { part: 'poll', job: 1, polled: 'job-1' })],
    ['of a bad body that is refused with the wrong word', submitted(400, 'capacity_exceeded', '1', { part: 'probe' })],
    ['of a job that was taken on, whatever its record says', submitted(202, 'capacity_exceeded')],
    ['of a gateway that is busy in its own words', submitted(503, 'overloaded')],
    ['of no wait at all', submitted(429, 'capacity_exceeded', '0')],
  ])('%s', (_, exchange) => {
    expect(accusing(exchange)).toEqual([])
  })
})

describe('a 429 of another limit', () => {
  it.each(['rate_limited', 'RATE_LIMIT', 'too_many_requests', 'throttled', 'quota_exceeded', 'invalid_request'])(
    'is warned of, no more, where it says %s and not when to come back',
    (code) => {
      expect(accusing(submitted(429, code))).toEqual(['capacity.other-limits-say-when'])
    },
  )

  it.each<[what: string, told: Told]>([
    ['no body', { body: '' }],
    ['a page', { body: '<h1>Too many requests</h1>', headers: { 'Content-Type': 'text/html' } }],
    ['the word of capacity in an address', { body: { type: 'https://server.test/errors#capacity_exceeded' } }],
  ])('is none where it shows %s: every such 429 says when', (_, told) => {
    expect(accusing(submitted(429, undefined, undefined, told))).toEqual(['capacity.retry-after-present'])
  })
})
