import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, idFound, lastTry, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { type Histories, testJudges } from '../judges-for-tests.ts'
import { askedForJobs } from '../other-methods-for-tests.ts'
import { accounts } from './index.ts'
import { READ, type Which } from './look-alike.ts'
import { otherMethodsOfForeignJobs } from './reading.ts'
import { shownToNobodyElse } from './shown-to-others.ts'

const FOREIGN = 'accounts.other-account-sees-404'
const SHARED = 'accounts.same-account-shares-jobs'
const FOREIGN_AT_THE_END = 'accounts.other-account-sees-404/at-the-end'
const FOREIGN_ON_A_KEPT_CONNECTION = 'accounts.other-account-sees-404/kept-connection'
const SHARED_AT_THE_END = 'accounts.same-account-shares-jobs/at-the-end'
const RANDOM = 'accounts.unknown-id'
const NEAR = 'accounts.near-id-is-no-job'
const ALIKE = 'accounts.foreign-and-unknown-look-alike'

const check = (id: string) => accounts.checks.find((each) => each.id === id)!

const HEX_ID = 'vid_9f86d081884c7d659a2f'
const COUNTED_ID = '41'
const job = (id: string, status = 'running') => ({ id, status, stage: 'generating' })

/** A read of a job or an unknown id, by another key or under another id. */
const read = (by: string, polled: string, status: number, body: unknown, told = {}) =>
  answered(status, { by, part: 'probe', case: 'a job right after submission', polled, body, ...told })
const control = (by: string, status = 200) => answered(status, { by, part: 'control' })

/** A good request, the probes that break it in one place, and a good one again. */
function probed(by: string, probe: (told: { twin: number }) => Exchange[], id = HEX_ID, after = 200): Exchange[] {
  const twin = answered(200, { by: 'jobs', part: 'poll', job: 1, polled: id, body: job(id) })
  return [twin, ...probe({ twin: twin.n }), control(by, after)]
}

const foreign = (status: number, body: unknown = '', told = {}, by = FOREIGN) =>
  probed(by, (twin) => [read(by, 'job-1', status, body, { key: 'B', ...twin, ...told })])

const visit = (status: number, told = {}) =>
  answered(status, { by: SHARED, part: 'poll', job: 1, polled: 'job-1', owner: 'A', key: 'A2', ...told })
const goodElsewhere = (status = 200, told = {}) =>
  answered(status, { by: SHARED, part: 'twin', case: 'GET /models', key: 'A2', ...told })

const random = (status: number, body: unknown = '', after = 200) =>
  probed(RANDOM, (twin) => [read(RANDOM, 'vid_00', status, body, { case: 'the id vid_00', ...twin })], HEX_ID, after)

/** Responses to ids that resemble the given one. */
const near = (id: string, ...bodies: unknown[]) =>
  probed(
    NEAR,
    (twin) =>
      bodies.map((body) =>
        read(NEAR, `${id}x`, body === undefined ? 404 : 200, body ?? '', { case: 'the id with a letter', ...twin }),
      ),
    id,
  )

type Look = { body?: unknown; headers?: Record<string, string>; status?: number }
const looked = (which: Which, polled: string, { status = 404, ...look }: Look = {}) =>
  answered(status, {
    by: ALIKE,
    part: 'observation',
    mark: READ.of({ which, moment: 'under way' }),
    polled,
    key: 'B',
    body: { code: 'not_found' },
    ...look,
  })
const asForeign = (look: Look = {}) => looked('foreign', HEX_ID, look)
const asUnknown = (look: Look = {}, id = 'vid_00') => looked('unknown', id, look)
/** In the order of the reads: unknown, foreign, unknown, foreign, unknown. */
const alike = (of: (id: string) => Look, unknown = of) =>
  ['vid_00', HEX_ID, 'vid_11', HEX_ID, 'vid_22'].map((id) =>
    id === HEX_ID ? asForeign(of(id)) : asUnknown(unknown(id), id),
  )

const HIDDEN = 'accounts.near-id-is-no-job/hidden-ids'

const made = (id: string, key = 'A') =>
  answered(202, { by: 'jobs', part: 'submission', key, posted: '{}', body: { id } })
const capacity = (body: unknown, key = 'B', told = {}) =>
  answered(200, { by: 'readings', part: 'twin', path: '/v1/capacity', key, body, ...told })

const CASES: Record<string, Histories> = {
  ...Object.fromEntries(
    otherMethodsOfForeignJobs.map(({ id }) => [
      id,
      { passes: askedForJobs(id, 'HEAD', 404, 404), fails: askedForJobs(id, 'HEAD', 200, 404) },
    ]),
  ),
  'accounts.other-account-sees-404/every-response': {
    // Ids that are common words appear in other responses by chance.
    passes: [made(HEX_ID), made('succeeded'), capacity({ free: 2, last: 'succeeded' })],
    fails: [made(HEX_ID), capacity({ unfinished: [HEX_ID] })],
  },
  'accounts.near-id-is-no-job/hidden-ids': {
    passes: near(HEX_ID, undefined).map((each) => ({ ...each, purpose: { ...each.purpose, by: HIDDEN } })),
    fails: near(HEX_ID, job(HEX_ID)).map((each) => ({ ...each, purpose: { ...each.purpose, by: HIDDEN } })),
  },
  [FOREIGN]: { passes: foreign(404), fails: foreign(200, job('job-1')) },
  [SHARED]: { passes: [visit(200), goodElsewhere()], fails: [idFound(), visit(404), goodElsewhere()] },
  [RANDOM]: { passes: random(404), fails: random(400) },
  [NEAR]: { passes: near(HEX_ID, undefined, { id: null }), fails: near(HEX_ID, undefined, job(HEX_ID)) },
  [ALIKE]: {
    passes: alike(() => ({})),
    fails: alike(
      () => ({ body: { code: 'not_found', message: 'Not yours.' } }),
      () => ({}),
    ),
  },
  [FOREIGN_ON_A_KEPT_CONNECTION]: {
    passes: foreign(404, '', {}, FOREIGN_ON_A_KEPT_CONNECTION),
    fails: foreign(200, job('job-1'), {}, FOREIGN_ON_A_KEPT_CONNECTION),
  },
  [FOREIGN_AT_THE_END]: {
    passes: foreign(404, '', {}, FOREIGN_AT_THE_END),
    fails: foreign(200, job('job-1'), {}, FOREIGN_AT_THE_END),
  },
  [SHARED_AT_THE_END]: {
    passes: [visit(200, { by: SHARED_AT_THE_END }), goodElsewhere(200, { by: SHARED_AT_THE_END })],
    fails: [idFound(), visit(404, { by: SHARED_AT_THE_END }), goodElsewhere(200, { by: SHARED_AT_THE_END })],
  },
}

testJudges(accounts, CASES, { facts: { dialect: { idWay: ['id'], idType: 'string' } } })

describe('the response to a foreign id', () => {
  const verdict = (exchanges: Exchange[]) => verdictOf(check(ALIKE), exchanges)

  it.each<[what: string, of: (id: string) => Look]>([
    ['repeats the id', (id) => ({ body: { code: 'not_found', message: `no job ${id}`, path: `/v1/videos/${id}` } })],
    ['is a text', (id) => ({ body: `<h1>${id} not found</h1>` })],
    ['is empty', () => ({ body: '' })],
  ])('may be any, if it is the same: it %s', (_, of) => {
    expect(verdict(alike(of))).toMatchObject({ verdict: 'pass', tried: 2 })
  })

  it('may differ where responses to unknown ids differ, too', () => {
    let time = 0
    const stamped = () => ({
      body: { code: 'not_found', trace: `t${++time}` },
      headers: { Date: `${time}`, 'X-Request-Id': `${time}` },
    })
    expect(verdict(alike(stamped))).toMatchObject({ verdict: 'pass' })
  })

  it('may differ once', () => {
    const [one, two, three, four, five] = alike(() => ({}))
    const odd = asForeign({ body: { code: 'not_found', retry: true } })
    expect(verdict([one!, odd, three!, four!, five!])).toMatchObject({ verdict: 'pass' })
    expect(verdict([one!, two!, three!, odd, five!])).toMatchObject({ verdict: 'pass' })
  })

  it.each<[what: string, look: Look, place: string]>([
    ['a header', { headers: { 'X-Owner': 'another account' } }, 'headers.x-owner'],
    ['a field', { body: { code: 'not_found', exists: true } }, 'body.exists'],
    ['another word', { body: { code: 'forbidden' } }, 'body.code'],
    ['a text', { body: 'not yours' }, 'body'],
  ])('tells it apart by %s each time', (_, look, place) => {
    const received = expect.stringContaining(`different in ${place}`)
    const history = alike(
      () => look,
      () => ({}),
    )
    expect(verdict(history)).toMatchObject({ verdict: 'fail', received })
  })

  it('is not compared unless all of them are 404, which other clauses judge', () => {
    const forbidden = alike(
      () => ({ status: 403 }),
      () => ({}),
    )
    expect(verdict(forbidden)).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe("another account's job", () => {
  it.each([403, 401, 400, 410, 200])('is not answered %i, while the key is good elsewhere', (status) => {
    expect(verdictOf(check(FOREIGN), foreign(status))).toMatchObject({ verdict: 'fail' })
  })

  it('is not judged by a key that no longer reads anything', () => {
    const locked = probed(FOREIGN, (twin) => [read(FOREIGN, 'job-1', 403, '', { key: 'B', ...twin })], 'job-1', 403)
    expect(verdictOf(check(FOREIGN), locked)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('does not return 503 each time while good requests succeed', () => {
    const [twin, first] = foreign(503)
    const again = lastTry(control(FOREIGN), first!)
    const last = read(FOREIGN, 'job-1', 503, '', { key: 'B', twin: twin!.n, again })
    expect(verdictOf(check(FOREIGN), [twin!, first!, last, control(FOREIGN)])).toMatchObject({ verdict: 'fail' })
  })
})

/** Each account may count its jobs from one: what a foreign id leads to may be the reader's own. */
describe("another account's job with an id that is counted", () => {
  const facts = { dialect: { idWay: ['id'], idType: 'string' as const } }
  const made = (key: string, id: string) =>
    answered(202, { by: 'jobs', part: 'submission', key, posted: '{}', body: { id } })
  const video = (name: string) => `https://videos.test/${name}.mp4`
  const final = (id: string, url: string) => ({ id, status: 'succeeded', url })

  /** Responses to the other account's key at each visit; at the end, the owner's poll shows the video. */
  function visited(id: string, bodies: unknown[], own: Exchange[] = []) {
    const submission = made('A', id)
    const visits = probed(FOREIGN, (twin) =>
      bodies.map((body) =>
        read(FOREIGN, id, body === undefined ? 404 : 200, body ?? '', { key: 'B', foreign: submission.n, ...twin }),
      ),
    )
    const end = answered(200, { part: 'poll', job: submission.n, polled: id, body: final(id, video('theirs')) })
    return verdictOf(check(FOREIGN), [submission, ...own, ...visits, end], { facts })
  }

  it.each<[what: string, bodies: unknown[]]>([
    ['under way at each visit', [job(COUNTED_ID), job(COUNTED_ID), job(COUNTED_ID)]],
    ['ended at each visit, with a video of its own', [1, 2].map(() => final(COUNTED_ID, video('mine')))],
  ])('may be an own one: it is %s', (_, bodies) => {
    expect(visited(COUNTED_ID, bodies)).toMatchObject({
      verdict: expect.stringMatching(/skip|inconclusive/),
      reason: expect.stringContaining('it may be a job of this account with the same id'),
    })
  })

  it.each<[what: string, bodies: unknown[]]>([
    ['it was not there before', [undefined, job(COUNTED_ID)]],
    ['it ends as the other one ends', [job(COUNTED_ID), final(COUNTED_ID, video('mine'))]],
    ["it shows the other one's video, however signed", [final(COUNTED_ID, `${video('theirs')}?signed=anew`)]],
    ['it is no job at all', ['<h1>a page</h1>']],
  ])('is none: %s', (_, bodies) => {
    expect(visited(COUNTED_ID, bodies)).toMatchObject({ verdict: 'fail' })
  })
})

const facts = { dialect: { idWay: ['id'], idType: 'string' as const } }
const verdict = (...exchanges: Exchange[]) => verdictOf(shownToNobodyElse, exchanges, { facts })

it('fails where another account reads the id of a job', () => {
  const listed = capacity({ free: 2, unfinished: [{ job: HEX_ID }] })
  expect(verdict(made(HEX_ID), listed)).toMatchObject({
    verdict: 'fail',
    expected: /unless GATECHECK_OTHER_ACCOUNT_KEY/,
    received: `200 with ${HEX_ID}, the id of another account's job`,
    evidence: [listed.n],
  })
  expect(verdict(made(HEX_ID, 'B'), capacity({ last: HEX_ID }, 'A2'))).toMatchObject({ verdict: 'fail' })
})

it('passes where each account reads of its own jobs', () => {
  expect(
    verdict(made(HEX_ID), capacity({ free: 2 }), capacity({ jobs: [HEX_ID] }, 'A'), capacity({ jobs: [HEX_ID] }, 'A2')),
  ).toMatchObject({ verdict: 'pass' })
})

it('passes a server that echoes an id from the request', () => {
  const read = (path: string) => capacity({ message: `There is nothing at ${HEX_ID}.` }, 'B', { path })
  expect(
    verdict(
      made(HEX_ID),
      capacity({ free: 2 }),
      read(`/v1/videos/${HEX_ID}`),
      read(`/v1/videos/${HEX_ID.toUpperCase()}`),
      read(`/v1/usage?of=%76${HEX_ID.slice(1)}`),
    ),
  ).toMatchObject({ verdict: 'pass' })
})

describe('a random id', () => {
  it.each([429, 503])('may meet %i', (status) => {
    expect(verdictOf(check(RANDOM), random(status))).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe('an id that resembles a real one', () => {
  const verdict = (exchanges: Exchange[]) => verdictOf(check(NEAR), exchanges)

  it.each<[what: string, body: unknown]>([
    ['the job under its own id', job(HEX_ID)],
    ['the job under the wrong id', job(`${HEX_ID}x`)],
    ['the job without an id', { status: 'succeeded' }],
  ])('is not answered with %s', (_, body) => {
    expect(verdict(near(HEX_ID, undefined, body))).toMatchObject({ verdict: 'fail' })
  })

  it.each([['a page'], [[]], [{ status: 'unknown' }], [{ error: { code: 'not_found' } }]])(
    'may be answered 200 with what is no job, as far as this goes: %j',
    (body) => {
      expect(verdict(near(HEX_ID, body))).toMatchObject({ verdict: 'pass' })
    },
  )

  it('may be another job of the reader if ids are counters', () => {
    expect(verdict(near(COUNTED_ID, undefined, undefined, undefined, job('42')))).toMatchObject({ verdict: 'pass' })
    expect(['skip', 'inconclusive']).toContain(verdict(near(COUNTED_ID, job('42'), job('40'), job('31'))).verdict)
  })

  it('does not return the job that it resembles, even if ids are counters', () => {
    expect(verdict(near(COUNTED_ID, job('42'), job(COUNTED_ID)))).toMatchObject({ verdict: 'fail', tried: 1 })
    expect(verdict(near(COUNTED_ID, { ...job(COUNTED_ID), id: 41 }))).toMatchObject({ verdict: 'fail' })
  })
})
