import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { type Histories, testJudges } from '../judges-for-tests.ts'
import { model } from './index.ts'
import { RANDOM_SEQUENCES } from './sequences.ts'

const FACTS = { dialect: { idWay: ['id'] } }
const ID = 'vid_9f86d081884c7d659a2f'

const by = RANDOM_SEQUENCES.name
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

function sequence(rest: (job: Exchange) => Exchange[]): Exchange[] {
  const job = submitted(ID)
  return [job, ...rest(job)]
}

const gettingIn = (clause: ClauseId, status: number, told = {}): Histories => ({
  passes: sequence((job) => [poll(job, running), vain(job, clause, status, told)]),
  fails: sequence((job) => [poll(job, running), vain(job, clause, 200, { body: running, ...told })]),
})

const CASES: Record<string, Histories> = {
  'jobs.final-stays-final': {
    passes: sequence((job) => [poll(job, running), poll(job, done), poll(job, done)]),
    fails: sequence((job) => [poll(job, done), poll(job, running)]),
  },
  'jobs.final-keeps-its-result': {
    passes: sequence((job) => [poll(job, done), poll(job, { ...done, url: 'https://videos.test/2' })]),
    fails: sequence((job) => [poll(job, done), poll(job, { status: 'succeeded', url: null })]),
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
  },
  'submission.ids-differ': {
    passes: [submitted('a'), submitted('b', { posted: '{}' })],
    fails: [submitted('a'), submitted('a', { posted: '{}' })],
  },
  'submission.identical-are-distinct': {
    passes: [submitted('a'), submitted('b')],
    fails: [submitted('a'), submitted('a')],
  },
  'accounts.other-account-sees-404': gettingIn('accounts.other-account-sees-404', 404, { key: 'B' }),
  'accounts.same-account-shares-jobs': {
    passes: sequence((job) => [poll(job, running, { key: 'A2', owner: 'A' }), poll(job, running)]),
    fails: sequence((job) => [
      poll(job, running, { key: 'A2', owner: 'A' }),
      answered(404, { by, part: 'poll', job: job.n, polled: ID, key: 'A2', owner: 'A' }),
    ]),
  },
  'accounts.unknown-id': gettingIn('accounts.unknown-id', 404),
  'auth.header-required': gettingIn('auth.header-required', 401),
  'auth.unknown-key': gettingIn('auth.unknown-key', 401),
  'auth.revoked-key': gettingIn('auth.revoked-key', 401),
}

const check = (clause: string) => model.checks.find(({ id }) => id === `${clause}/sequences`)!

testJudges(model, Object.fromEntries(Object.entries(CASES).map(([clause, each]) => [`${clause}/sequences`, each])), {
  facts: FACTS,
})

describe('a sequence', () => {
  const stays = check('jobs.final-stays-final')
  const foreign = check('accounts.other-account-sees-404')

  it('ends with the first violation', () => {
    const job = submitted(ID)
    const history = [job, poll(job, done), vain(job, 'accounts.other-account-sees-404', 200), poll(job, running)]
    expect(verdictOf(foreign, history, { facts: FACTS })).toMatchObject({ verdict: 'fail' })
    expect(verdictOf(stays, history, { facts: FACTS }).verdict).not.toBe('fail')
  })
})
