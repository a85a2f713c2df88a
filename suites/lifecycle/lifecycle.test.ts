import { describe, expect, it } from 'vitest'
import type { Ended } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import {
  answered,
  idFound,
  lastTry,
  polled,
  see,
  unanswered,
  verdictOf,
} from '../../engine/judge/handwritten-for-tests.ts'
import { type Histories, testJudges } from '../judges-for-tests.ts'
import { endsInTime, everyPollIsAnswered, pollingReachesTheEnd } from './ending.ts'
import { lifecycle } from './index.ts'
import { finalStaysFinal, isWebAddress } from './record.ts'

const URL = 'https://videos.test/1.mp4'
const succeeded = () => polled({ id: 'job-1', status: 'succeeded', url: URL })
/** A submission, always with the same body, and the statuses of its polls. */
function lived(...statuses: string[]): Exchange[] {
  const submission = answered(202, { part: 'submission', posted: '{"model":"aurora","prompt":"a boat"}' })
  const job = { job: submission.n, polled: `job-${submission.n}` }
  return [submission, ...statuses.map((status) => polled({ status }, job))]
}

const other = (status: string, at: number) => polled({ id: 'job-2', status }, { job: 2, polled: 'job-2', at })

const CASES: Record<string, Histories> = {
  'jobs.poll-answers-an-object': {
    passes: [polled({ id: 'job-1', status: 'queued' })],
    fails: [idFound(), answered(404, { part: 'poll', job: 1, polled: 'job-1' }), answered(200, { part: 'control' })],
  },
  'jobs.id-is-the-one-polled': { passes: [polled({ id: 'job-1' })], fails: [polled({ id: 'job-2' })] },
  'jobs.status-is-a-listed-word': {
    passes: ['queued', 'running', 'succeeded', 'failed'].map((status) => polled({ status })),
    fails: [polled({ status: 'Queued' })],
  },
  'jobs.running-has-a-stage': {
    passes: [polled({ status: 'running', stage: 'enhancing' })],
    fails: [polled({ status: 'running' })],
  },
  'jobs.queued-stage-is-a-listed-word': {
    passes: [polled({ status: 'queued', stage: null })],
    fails: [polled({ status: 'queued', stage: 'waiting' })],
  },
  'jobs.succeeded-has-a-url': { passes: [succeeded()], fails: [polled({ status: 'succeeded', url: '/files/1.mp4' })] },
  'jobs.failed-has-an-error': {
    passes: [polled({ status: 'failed', error: { code: 'upstream', message: '', details: [] } })],
    fails: [polled({ status: 'failed', error: { code: 17, message: 'no' } })],
  },
  'jobs.final-stays-final': {
    passes: [succeeded(), succeeded()],
    fails: [succeeded(), polled({ status: 'running', stage: 'generating' })],
  },
  'jobs.final-keeps-its-result': {
    passes: [succeeded(), polled({ status: 'succeeded', url: `${URL}?signed=anew` })],
    fails: [succeeded(), polled({ status: 'succeeded' })],
  },
  'jobs.end-within-the-deadline': {
    passes: [polled({ status: 'queued' }), succeeded()],
    fails: [succeeded(), other('queued', 0), other('queued', 40_000)],
  },
  'jobs.polling-reaches-the-end': {
    passes: [...lived('queued', 'queued', 'succeeded'), ...lived('queued', 'failed')],
    fails: [...lived('queued', 'queued', 'succeeded'), ...lived(...Array.from({ length: 200 }, () => 'queued'))],
  },
}

/** The run used its time. */
const ended = { kind: 'ended', at: 60_000, how: 'deadline' } as const

testJudges(lifecycle, CASES, { facts: { ended } })

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

  it('is not judged by a truncated body', () => {
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

const answeredVerdict = (...history: Exchange[]) => verdictOf(everyPollIsAnswered, history)
const poll = { part: 'poll', job: 1, polled: 'job-1' } as const
const control = (status = 200) => answered(status, { part: 'control' })
const kept = () => polled({ id: 'job-1', status: 'queued' })

describe('a poll', () => {
  it.each(['[]', 'null', '', '"queued"', '{"id":'])('does not return %j', (body) => {
    expect(answeredVerdict(polled(body))).toMatchObject({ verdict: 'fail', expected: '2xx with a JSON object' })
  })

  it('that is refused counts once a later good request succeeds', () => {
    const refused = answered(404, poll)
    expect(answeredVerdict(kept(), refused, control())).toMatchObject({
      verdict: 'fail',
      evidence: [refused.n],
      tried: 2,
    })
  })

  it('is not judged if it is refused because the key expired', () => {
    const refused = answered(401, poll)
    const later = answered(401, poll)
    expect(answeredVerdict(kept(), refused, control(401), later)).toMatchObject({
      verdict: 'inconclusive',
      reason: '401 with an empty body, and control requests no longer succeeded either',
      evidence: [refused.n, later.n],
    })
  })

  it('that was reset counts by the last attempt only', () => {
    const first = unanswered('reset', poll)
    const between = control()
    const second = unanswered('reset', { ...poll, again: { attempts: [first.n], control: between.n } })
    expect(answeredVerdict(first, between, second, control())).toMatchObject({ verdict: 'skip' })
    const last = unanswered('reset', { ...poll, again: lastTry(between, first, second) })
    expect(answeredVerdict(idFound(), first, between, second, last, control())).toMatchObject({
      verdict: 'fail',
      received: 'the connection was closed before a response (3 times, while a control request in between succeeded)',
      evidence: [last.n],
    })
  })

  it.each<[string, Exchange]>([
    ['a 429', answered(429, poll)],
    ['a reset that was not tried again', unanswered('reset', poll)],
    ["the refusal of another account's key", answered(404, { ...poll, key: 'B', owner: 'A' })],
    ['the refusal of a key that no account has', answered(401, { ...poll, key: 'U' })],
    ['the refusal of a job that nobody is known to own', answered(404, { ...poll, part: 'observation' })],
  ])('is not judged by %s', (_, exchange) => {
    expect(answeredVerdict(exchange, control())).toMatchObject({ verdict: 'skip' })
  })

  it.each<[string, Exchange]>([
    ['a body of which only the beginning was read', polled('{"id":', { truncated: true })],
    ['a body that is nested too deep', polled(`{"id":"job-1","more":${'['.repeat(12_000)}${']'.repeat(12_000)}}`)],
  ])('has no verdict by %s', (_, exchange) => {
    expect(answeredVerdict(exchange, control())).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe('a first poll', () => {
  const tried = (status: number, id: string) =>
    answered(status, { part: 'introduction', job: 1, polled: id, body: status === 200 ? { id } : '' })

  it('that returns 404 before 200 is a violation', () => {
    const missing = tried(404, 'job-1')
    expect(answeredVerdict(missing, tried(404, 'aurora'), tried(200, 'job-1'))).toMatchObject({
      verdict: 'fail',
      received: '404 with an empty body',
      violations: [{ evidence: [missing.n] }],
    })
  })
})

describe('a poll in recorded traffic', () => {
  const facts = { keys: ['K1', 'K2'], known: [], observed: { leftOut: [] } }
  const seen = (...history: Exchange[]) => verdictOf(everyPollIsAnswered, history, { facts })
  const read = (status: number, told = {}) => answered(status, { ...poll, key: 'K1', body: { id: 'job-1' }, ...told })
  const models = (key: string, status = 200) => answered(status, { part: 'twin', key })

  it('that is refused counts if the same key was accepted before and after it', () => {
    expect(seen(read(200), read(401), models('K1'))).toMatchObject({ verdict: 'fail' })
    expect(seen(read(200), read(401), models('K2'))).not.toMatchObject({ verdict: 'fail' })
  })
})

const queued = (job: number, at = 0) => polled({ status: 'queued' }, { job, at })
const failed = (job: number) => polled({ status: 'failed' }, { job })

it('is inconclusive if no job finished: the deadline may be too short', () => {
  const answeredVerdict = verdictOf(endsInTime, [queued(1, 0), queued(1, 4000)])
  expect(answeredVerdict).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no job finished before the run ended: 2 polls in 4 s left a job unfinished',
  })
})

const ending = (how: Ended['how'], seconds: number) =>
  verdictOf(endsInTime, [failed(1), queued(2, 0), queued(2, seconds * 1000)], {
    facts: { ended: { kind: 'ended', at: 60_000, how } },
  })

it('names a job that outlasts the run while another finished', () => {
  expect(ending('deadline', 30)).toMatchObject({
    verdict: 'fail',
    expected: 'a final status within 60 s',
    received: '2 polls in 30 s left a job unfinished',
  })
})

it.each(['whole', 'interrupted', 'cut short'] as const)('is inconclusive for a run that ended otherwise: %s', (how) => {
  expect(ending(how, 60)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the run ended before its deadline: 2 polls in 60 s left a job unfinished',
  })
})

describe('a job that is given up', () => {
  /** This many polls, the last of which shows the final status, if given. */
  const life = (prompt: string, polls: number, end?: string): Exchange[] => {
    const submission = answered(202, { part: 'submission', posted: JSON.stringify({ prompt }) })
    const status = (poll: number) => (end && poll === polls - 1 ? end : 'queued')
    const of = { job: submission.n, polled: `job-${submission.n}` }
    return [submission, ...Array.from({ length: polls }, (_, poll) => polled({ status: status(poll) }, of))]
  }
  const answeredVerdict = (...lives: Exchange[][]) => verdictOf(pollingReachesTheEnd, lives.flat())

  it('had at least 200 polls, however few the compared job needed', () => {
    expect(answeredVerdict(life('a boat', 1, 'succeeded'), life('a boat', 199))).toMatchObject({
      verdict: 'pass',
      tried: 1,
    })
    expect(answeredVerdict(life('a boat', 1, 'succeeded'), life('a boat', 200))).toMatchObject({
      verdict: 'fail',
      tried: 2,
    })
  })

  it('had twenty times the polls of the slowest job with the same body', () => {
    const twins = [life('a boat', 2, 'succeeded'), life('a boat', 11, 'failed')]
    expect(answeredVerdict(...twins, life('a boat', 219))).toMatchObject({ verdict: 'pass' })
    expect(answeredVerdict(...twins, life('a boat', 220))).toMatchObject({
      verdict: 'fail',
      received: 'none after 220 polls',
    })
  })
})

const OWN = 'https://server.test/files/1'
const queuedAt = { status: 'queued' }
const running = { status: 'running', stage: 'generating' }
const endedAt = (url = OWN) => ({ status: 'succeeded', url })
const life = (job: number, ...records: object[]) => records.map((record) => polled(record, { job }))

type Case = { history: Exchange[]; choice: string }

const CHOICES: Record<string, Case> = {
  'jobs.first-status': { history: life(1, queuedAt, running), choice: 'queued' },
  'jobs.order-of-states': {
    history: life(1, queuedAt, queuedAt, running, endedAt(), endedAt()),
    choice: 'queued → running (generating)',
  },
  'jobs.polls-to-the-end': { history: life(1, queuedAt, queuedAt, endedAt(), endedAt()), choice: '3 polls' },
  'jobs.url-anew-on-each-read': { history: life(1, endedAt(), endedAt()), choice: 'the same url on each poll' },
  'jobs.stage-while-queued': { history: life(1, queuedAt), choice: 'a queued job has no stage' },
  'jobs.fields-where-not-required': {
    history: life(1, { ...running, url: null }, { ...endedAt(), stage: 'enhancing' }),
    choice: 'running: url null, succeeded: stage',
  },
  'jobs.extra-fields': {
    history: life(1, { id: 'job-1', ...queuedAt, progress: 0, eta: 9 }),
    choice: 'queued: eta progress',
  },
  'jobs.url-host': { history: life(1, endedAt()), choice: "the server's own host, with https" },
  'polls.limited': { history: life(1, queuedAt), choice: 'poll responses have no Retry-After' },
}

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CHOICES)).toEqual(lifecycle.checks.filter(isObservation).map((check) => check.id))
})

describe.each(Object.entries(CHOICES))('%s', (id, { history, choice }) => {
  const check = lifecycle.checks.find((each) => each.id === id)!

  it('names the choice of the server', () => {
    expect(see(check, history)).toMatchObject({ choice })
  })

  it('names none if no poll of an own job was answered', () => {
    const poll = { part: 'poll', job: 1, polled: 'job-1' } as const
    const history = [
      answered(200),
      answered(200, { body: endedAt() }),
      polled(queuedAt, { key: 'U' }),
      polled(queuedAt, { part: 'probe', key: 'B' }),
      polled(queuedAt, { part: 'observation' }),
      answered(404, { ...poll, key: 'B', owner: 'A' }),
      answered(503, poll),
    ]
    expect(see(check, history)).toBeUndefined()
  })
})

it('compares the orders of statuses without the final one', () => {
  const check = lifecycle.checks.find(({ id }) => id === 'jobs.order-of-states')!
  const failed = { status: 'failed', error: { code: 'x', message: 'y' } }
  const seen = see(check, [
    ...life(1, queuedAt, running, endedAt()),
    ...life(2, queuedAt, running, failed),
    ...life(3, failed),
  ])
  expect(seen).toMatchObject({ choice: 'queued → running (generating)' })
  expect(seen).not.toHaveProperty('inconsistent')
})

const url = 'https://videos.test/1.mp4'
const done = (clock = {}) => polled({ status: 'succeeded', url }, clock)
const runningAgain = (clock = {}) => polled({ status: 'running', stage: 'enhancing' }, clock)

describe('finality', () => {
  it('ignores the order of two parallel reads', () => {
    const end = done({ sent: 1, received: 4 })
    const beside = runningAgain({ sent: 2, received: 5 })
    expect(verdictOf(finalStaysFinal, [end, beside])).toMatchObject({
      verdict: 'skip',
      reason: 'no job was polled again after it finished',
    })
    expect(verdictOf(finalStaysFinal, [beside, end])).toMatchObject({ verdict: 'skip' })
  })

  it('counts a read that was sent after the final status was received', () => {
    const answeredVerdict = verdictOf(finalStaysFinal, [
      done({ sent: 1, received: 4 }),
      runningAgain({ sent: 5, received: 6 }),
    ])
    expect(answeredVerdict).toMatchObject({ verdict: 'fail', received: 'status "running"' })
  })
})
