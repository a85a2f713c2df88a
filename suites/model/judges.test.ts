import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { model } from './index.ts'
import { STORY } from './story.ts'

const FACTS = { dialect: { idWay: ['id'] } }
const ID = 'vid_9f86d081884c7d659a2f'

const by = STORY.name
const submitted = (id: unknown, told = {}) =>
  answered(202, { by, part: 'submission', posted: '{"model":"swift"}', body: { id }, ...told })
const refused = (status: number, key: KeyName = 'A') =>
  answered(status, { by, part: 'submission', posted: '{"model":"studio"}', body: { code: 'invalid_request' }, key })
const poll = (job: Exchange, record: object, told = {}) =>
  answered(200, { by, part: 'poll', job: job.n, polled: ID, body: { id: ID, ...record }, ...told })
const vain = (job: Exchange, breaks: ClauseId, status: number, told = {}) =>
  answered(status, { by, part: 'probe', twin: 1, breaks, foreign: job.n, path: `/v1/videos/${ID}`, ...told })

const running = { status: 'running', stage: 'generating' }
const done = { status: 'succeeded', url: 'https://videos.test/1' }

type Case = { passes: Exchange[]; fails: Exchange[]; received: string | RegExp }

function story(rest: (job: Exchange) => Exchange[]): Exchange[] {
  const job = submitted(ID)
  return [job, ...rest(job)]
}

const gettingIn = (clause: ClauseId, status: number, told = {}): Case => ({
  passes: story((job) => [poll(job, running), vain(job, clause, status, told)]),
  fails: story((job) => [poll(job, running), vain(job, clause, 200, { body: running, ...told })]),
  received: /^200 \{"status":"running".*, after A submits \(202\) then A polls \(running\)$/,
})

const CASES: Record<string, Case> = {
  'jobs.final-stays-final': {
    passes: story((job) => [poll(job, running), poll(job, done), poll(job, done)]),
    fails: story((job) => [poll(job, done), poll(job, running)]),
    received: /^200 .*"running".*, after A submits \(202\) then A polls \(succeeded\)$/,
  },
  'jobs.final-keeps-its-result': {
    passes: story((job) => [poll(job, done), poll(job, { ...done, url: 'https://videos.test/2' })]),
    fails: story((job) => [poll(job, done), poll(job, { status: 'succeeded', url: null })]),
    received: /"url":null/,
  },
  'submission.accepted-with-202': {
    passes: [
      submitted('a'),
      refused(402),
      submitted('b'),
      refused(429),
      submitted('c'),
      refused(400, 'B'),
      submitted('d'),
    ],
    fails: [submitted('a'), refused(400), submitted('b')],
    received: /^400/,
  },
  'submission.ids-differ': {
    passes: [submitted('a'), submitted('b', { posted: '{}' })],
    fails: [submitted('a'), submitted('a', { posted: '{}' })],
    received: 'the id a, which an earlier job has',
  },
  'submission.identical-are-distinct': {
    passes: [submitted('a'), submitted('b')],
    fails: [submitted('a'), submitted('a')],
    received: 'the id a, which an earlier job has',
  },
  'accounts.other-account-sees-404': gettingIn('accounts.other-account-sees-404', 404, { key: 'B' }),
  'accounts.same-account-shares-jobs': {
    passes: story((job) => [poll(job, running, { key: 'A2', owner: 'A' }), poll(job, running)]),
    fails: story((job) => [
      poll(job, running, { key: 'A2', owner: 'A' }),
      answered(404, { by, part: 'poll', job: job.n, polled: ID, key: 'A2', owner: 'A' }),
    ]),
    received: /^404 .* after A submits \(202\) then A2 polls \(running\)$/,
  },
  'accounts.unknown-id': gettingIn('accounts.unknown-id', 404),
  'auth.header-required': gettingIn('auth.header-required', 401),
  'auth.unknown-key': gettingIn('auth.unknown-key', 401),
  'auth.revoked-key': gettingIn('auth.revoked-key', 401),
}

const check = (clause: string) => model.checks.find(({ id }) => id === `${clause}-in-any-order`)!

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES).map((clause) => check(clause)?.id)).toEqual(model.checks.map(({ id }) => id))
})

describe.each(Object.entries(CASES))('%s, in any order', (clause, { passes, fails, received }) => {
  it('passes what the law allows', () => {
    expect(verdictOf(check(clause), passes, { facts: FACTS })).toMatchObject({ verdict: 'pass' })
  })

  it('names what it does not allow, and the steps that lead to it', () => {
    const verdict = verdictOf(check(clause), fails, { facts: FACTS })
    expect(verdict).toMatchObject({ verdict: 'fail', received: expect.stringMatching(received) })
  })

  it('has nothing to say where no sequence came to it', () => {
    expect(verdictOf(check(clause), [], { facts: FACTS })).toMatchObject({ verdict: 'skip' })
  })
})

describe('a sequence', () => {
  const stays = check('jobs.final-stays-final')
  const foreign = check('accounts.other-account-sees-404')

  it('tells the steps of the job alone that they are about', () => {
    const [one, other] = [submitted(ID), submitted('vid_1')]
    const history = [one, other, poll(other, running), poll(one, done), poll(other, done), poll(one, running)]
    const verdict = verdictOf(stays, history, { facts: FACTS })
    expect(verdict).toMatchObject({ evidence: [one.n, history[3]!.n, history[5]!.n] })
  })

  it('ends with its first breach: what comes after may be due to it', () => {
    const job = submitted(ID)
    const history = [job, poll(job, done), vain(job, 'accounts.other-account-sees-404', 200), poll(job, running)]
    expect(verdictOf(foreign, history, { facts: FACTS })).toMatchObject({ verdict: 'fail' })
    expect(verdictOf(stays, history, { facts: FACTS }).verdict).not.toBe('fail')
  })

  it('gives reads that were under way at once no order', () => {
    const job = submitted(ID)
    const history = [
      job,
      poll(job, done, { sent: 1000, received: 1010 }),
      poll(job, running, { sent: 1005, received: 1020 }),
    ]
    expect(verdictOf(stays, history, { facts: FACTS }).verdict).not.toBe('fail')
  })

  it('does not take a job of a short id for the one that somebody else has', () => {
    const job = submitted('7')
    const seen = vain(job, 'accounts.other-account-sees-404', 200, { body: { id: '7', ...running }, key: 'B' })
    const facts = { facts: FACTS }
    expect(verdictOf(foreign, [job, { ...seen, purpose: { ...seen.purpose, polled: '7' } }], facts).verdict).not.toBe(
      'fail',
    )
  })

  it('holds another key of the account to what it was seen to do, and to no more', () => {
    const job = submitted(ID)
    const never = answered(404, { by, part: 'poll', job: job.n, polled: ID, key: 'A2', owner: 'A' })
    expect(verdictOf(check('accounts.same-account-shares-jobs'), [job, never], { facts: FACTS }).verdict).not.toBe(
      'fail',
    )
  })
})
