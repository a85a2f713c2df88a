import { describe, expect, it } from 'vitest'
import { answered, gap, lastTry, unanswered, verdictOf } from '../../fixtures/histories/handwritten.ts'
import type { Exchange } from '../../runner/exchange.ts'
import { accounts } from './index.ts'

const FOREIGN = 'accounts.foreign-job-is-404'
const SHARED = 'accounts.other-key-reads-it'
const RANDOM = 'accounts.random-id-is-404'
const NEAR = 'accounts.near-misses'
const ALIKE = 'accounts.foreign-like-unknown'

const HEX_ID = 'vid_9f86d081884c7d659a2f'
const COUNTED_ID = '41'
const job = (id: string, status = 'running') => ({ id, status, stage: 'generating' })

/** A read of a job, or of what is none, by another key or under another id. */
const read = (by: string, polled: string, status: number, body: unknown, told = {}) =>
  answered(status, { by, part: 'probe', case: 'a job at its first moment', polled, body, ...told })
const control = (by: string, status = 200) => answered(status, { by, part: 'control' })

/** A good request, the probes that break it in one place, and a good one again. */
function probed(by: string, probe: (told: { twin: number }) => Exchange[], id = HEX_ID, after = 200): Exchange[] {
  const twin = answered(200, { by: 'jobs', part: 'poll', job: 1, polled: id, body: job(id) })
  return [twin, ...probe({ twin: twin.n }), control(by, after)]
}

const foreign = (status: number, body: unknown = '', told = {}) =>
  probed(FOREIGN, (twin) => [read(FOREIGN, 'job-1', status, body, { key: 'B', ...twin, ...told })])

const visit = (status: number, told = {}) =>
  answered(status, { by: SHARED, part: 'poll', job: 1, polled: 'job-1', owner: 'A', key: 'A2', ...told })
const goodElsewhere = (status = 200) => answered(status, { by: SHARED, part: 'twin', case: 'GET /models', key: 'A2' })

const random = (status: number, body: unknown = '', after = 200) =>
  probed(RANDOM, (twin) => [read(RANDOM, 'vid_00', status, body, { case: 'the id vid_00', ...twin })], HEX_ID, after)

/** Answers to ids that resemble the given one. */
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
const looked = (what: string, polled: string, { status = 404, ...look }: Look = {}) =>
  answered(status, {
    by: ALIKE,
    part: 'observation',
    case: what,
    polled,
    key: 'B',
    body: { code: 'not_found' },
    ...look,
  })
const asForeign = (look: Look = {}) => looked("another account's job", HEX_ID, look)
const asUnknown = (look: Look = {}, id = 'vid_00') => looked('an id that no job has', id, look)
/** In the order in which they are read: unknown, foreign, unknown, foreign, unknown. */
const alike = (of: (id: string) => Look, unknown = of) =>
  ['vid_00', HEX_ID, 'vid_11', HEX_ID, 'vid_22'].map((id) =>
    id === HEX_ID ? asForeign(of(id)) : asUnknown(unknown(id), id),
  )

type Case = { passes: Exchange[]; fails: Exchange[]; expected: string | RegExp; received: string | RegExp }

const CASES: Record<string, Case> = {
  [FOREIGN]: {
    passes: foreign(404),
    fails: foreign(200, job('job-1')),
    expected: /^404 \(unless GATECHECK_OTHER_ACCOUNT_KEY/,
    received: /^200 .*"id":"job-1"/,
  },
  [SHARED]: {
    passes: [visit(200), goodElsewhere()],
    fails: [visit(404), goodElsewhere()],
    expected: /^2xx \(unless GATECHECK_SAME_ACCOUNT_KEY/,
    received: '404 with an empty body',
  },
  [RANDOM]: {
    passes: random(404),
    fails: random(400),
    expected: '404',
    received: '400 with an empty body',
  },
  [NEAR]: {
    passes: near(HEX_ID, undefined, { id: null }),
    fails: near(HEX_ID, undefined, job(HEX_ID)),
    expected: 'no job',
    received: /^200 .*"running"/,
  },
  [ALIKE]: {
    passes: alike(() => ({})),
    fails: alike(
      () => ({ body: { code: 'not_found', message: 'Not yours.' } }),
      () => ({}),
    ),
    expected: /^as an unknown id: 404/,
    received: /which differs in body\.message$/,
  },
}

const check = (id: string) => accounts.checks.find((each) => each.id === id)!

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(accounts.checks.map(({ id }) => id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails, expected, received }) => {
  it('passes what keeps the law', () => {
    expect(verdictOf(check(id), passes)).toMatchObject({ verdict: 'pass' })
  })

  it('names what breaks it', () => {
    const like = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text))
    const verdict = verdictOf(check(id), fails)
    expect(verdict).toMatchObject({ verdict: 'fail', expected: like(expected), received: like(received) })
    const violation = fails.filter(({ purpose }) => purpose.by === id && purpose.part !== 'control').at(-1)!
    expect(verdict).toMatchObject({ evidence: expect.arrayContaining(id === SHARED ? [fails[0]!.n] : [violation.n]) })
  })

  it('says nothing of a run in which nothing was asked', () => {
    expect(verdictOf(check(id), [])).toMatchObject({ verdict: 'skip' })
  })
})

describe("another account's job", () => {
  it.each([403, 401, 400, 410, 200])('is not answered %i, while the key is good elsewhere', (status) => {
    expect(verdictOf(check(FOREIGN), foreign(status))).toMatchObject({ verdict: 'fail' })
  })

  it.each([429, 502, 503, 504])('may be answered %i, which decides nothing', (status) => {
    expect(verdictOf(check(FOREIGN), foreign(status))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is not judged by a key that no longer reads anything', () => {
    const locked = probed(FOREIGN, (twin) => [read(FOREIGN, 'job-1', 403, '', { key: 'B', ...twin })], 'job-1', 403)
    expect(verdictOf(check(FOREIGN), locked)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is not judged by a key that never read anything', () => {
    const bad = answered(401, { by: FOREIGN, part: 'twin', case: 'GET /models', key: 'B' })
    const probe = read(FOREIGN, 'job-1', 401, '', { key: 'B', twin: bad.n })
    expect(verdictOf(check(FOREIGN), [bad, probe, control(FOREIGN)])).toMatchObject({ verdict: 'inconclusive' })
  })

  it('may be answered 503 once, if it is 404 when asked again', () => {
    const [twin, first, after] = foreign(503)
    const again = read(FOREIGN, 'job-1', 404, '', { key: 'B', twin: twin!.n, again: { attempts: [first!.n] } })
    expect(verdictOf(check(FOREIGN), [twin!, first!, again, after!])).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('is not answered 503 each time, while good requests are answered', () => {
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

  /** What the other account's key is shown at each visit; in the end, the job's own key is shown its video. */
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
    ['failed at each visit', [1, 2].map(() => ({ id: COUNTED_ID, status: 'failed', error: {} }))],
  ])('may be an own one: it is %s', (_, bodies) => {
    expect(visited(COUNTED_ID, bodies)).toMatchObject({
      verdict: expect.stringMatching(/skip|inconclusive/),
      reason: expect.stringContaining('it may be a job of this account that has the same id'),
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

  it('is an own one, whatever its form, if that account was given the very id', () => {
    for (const key of ['B', 'A']) {
      const verdict = visited(HEX_ID, [job(HEX_ID), final(HEX_ID, video('mine'))], [made(key, HEX_ID)])
      expect(verdict.verdict === 'fail').toBe(key === 'A')
    }
  })

  it('is no own one that is not found as one', () => {
    const own = [made('B', COUNTED_ID)]
    expect(visited(COUNTED_ID, ['<h1>a page</h1>'], own)).toMatchObject({ verdict: 'fail' })
  })

  it('is none where ids are too long to meet by chance', () => {
    expect(visited(HEX_ID, [job(HEX_ID), job(HEX_ID)])).toMatchObject({ verdict: 'fail', tried: 2 })
  })
})

describe("another key's job", () => {
  const verdict = (...exchanges: Exchange[]) => verdictOf(check(SHARED), exchanges)

  it.each([401, 403, 404, 500])('is not refused with %i to a key that is good elsewhere', (status) => {
    expect(verdict(visit(200), visit(status), goodElsewhere())).toMatchObject({ verdict: 'fail', tried: 2 })
  })

  it.each([401, 404])('may be refused with %i to a key that reads nothing else either', (status) => {
    expect(verdict(visit(status), goodElsewhere(401))).toMatchObject({ verdict: 'inconclusive' })
    expect(verdict(visit(status))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('may meet 429, a gateway or no answer', () => {
    expect(verdict(visit(200), visit(429), goodElsewhere())).toMatchObject({ verdict: 'inconclusive' })
    expect(verdict(visit(200), visit(503), goodElsewhere())).toMatchObject({ verdict: 'inconclusive' })
    const lost = unanswered('reset', { by: SHARED, part: 'poll', job: 1, polled: 'job-1', owner: 'A', key: 'A2' })
    expect(verdict(lost, goodElsewhere())).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is accused of, whatever else met a gateway', () => {
    expect(verdict(visit(503), visit(404), goodElsewhere())).toMatchObject({ verdict: 'fail' })
  })

  it('is none where the submission never led to a job that its own key could read', () => {
    const facts = { isKnown: () => false }
    const verdict = verdictOf(check(SHARED), [visit(404), goodElsewhere()], { facts })
    expect(verdict).toMatchObject({ verdict: 'skip' })
  })

  it('is not what the key that submitted it reads', () => {
    const own = answered(404, { by: SHARED, part: 'poll', job: 1, polled: 'job-1' })
    expect(verdict(own, goodElsewhere())).toMatchObject({ verdict: 'skip' })
  })
})

describe('a random id', () => {
  it('leads to no job, whosever it is', () => {
    expect(verdictOf(check(RANDOM), random(200, job('vid_00')))).toMatchObject({ verdict: 'fail' })
  })

  it.each([429, 503])('may meet %i', (status) => {
    expect(verdictOf(check(RANDOM), random(status))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('says nothing where the good request fails after it, too', () => {
    expect(verdictOf(check(RANDOM), random(500, '', 500))).toMatchObject({ verdict: 'inconclusive' })
    expect(verdictOf(check(RANDOM), random(404, '', 500))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('says nothing where no job could be had', () => {
    const gaps = [gap(RANDOM, 'GET /videos/{id}', 'no job could be had')]
    expect(verdictOf(check(RANDOM), [], { gaps })).toMatchObject({
      verdict: 'skip',
      reason: 'GET /videos/{id}: no job could be had',
    })
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

  it('may be answered 400, 404 or 500, which other clauses judge', () => {
    const refused = probed(NEAR, (twin) => [400, 404, 500].map((each) => read(NEAR, 'x', each, '', twin)))
    expect(verdict(refused)).toMatchObject({ verdict: 'pass', tried: 3 })
  })

  it('may be a real one where ids count: then it is another job, and the reader may well own it', () => {
    expect(verdict(near(COUNTED_ID, undefined, undefined, undefined, job('42')))).toMatchObject({ verdict: 'pass' })
    expect(['skip', 'inconclusive']).toContain(verdict(near(COUNTED_ID, job('42'), job('40'), job('31'))).verdict)
  })

  it('is not answered with the very job that it resembles, though ids count', () => {
    expect(verdict(near(COUNTED_ID, job('42'), job(COUNTED_ID)))).toMatchObject({ verdict: 'fail', tried: 1 })
    expect(verdict(near(COUNTED_ID, { ...job(COUNTED_ID), id: 41 }))).toMatchObject({ verdict: 'fail' })
  })
})

describe('the answer to a foreign id', () => {
  const verdict = (exchanges: Exchange[]) => verdictOf(check(ALIKE), exchanges)

  it.each<[what: string, of: (id: string) => Look]>([
    ['repeats the id', (id) => ({ body: { code: 'not_found', message: `no job ${id}`, path: `/v1/videos/${id}` } })],
    ['is a text', (id) => ({ body: `<h1>${id} not found</h1>` })],
    ['is empty', () => ({ body: '' })],
  ])('may be any, if it is the same: it %s', (_, of) => {
    expect(verdict(alike(of))).toMatchObject({ verdict: 'pass', tried: 2 })
  })

  it('may hold what differs between unknown ids, too', () => {
    let time = 0
    const stamped = () => ({
      body: { code: 'not_found', trace: `t${++time}` },
      headers: { Date: `${time}`, 'X-Request-Id': `${time}` },
    })
    expect(verdict(alike(stamped))).toMatchObject({ verdict: 'pass' })
  })

  it('may differ by chance once', () => {
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
    const received = expect.stringContaining(`which differs in ${place}`)
    const history = alike(
      () => look,
      () => ({}),
    )
    expect(verdict(history)).toMatchObject({ verdict: 'fail', received })
  })

  it.each<[what: string, look: Look]>([
    ['a number', { body: { code: 'not_found', status: 404 } }],
    ['a text', { body: '<h1>404 Not Found</h1>' }],
  ])('may hold %s in which the digit occurs that is the whole id', (_, look) => {
    const ids = ['51164899654671', '4', '47785988998785', '4', '52243835488944']
    const history = ids.map((id) => looked(id === '4' ? "another account's job" : 'an id that no job has', id, look))
    expect(verdict(history)).toMatchObject({ verdict: 'pass' })
  })

  it('may repeat an id that is a number as one', () => {
    const history = ['511648', '41', '477859', '41', '522438'].map((id) =>
      looked(id === '41' ? "another account's job" : 'an id that no job has', id, { body: { id: Number(id) } }),
    )
    expect(verdict(history)).toMatchObject({ verdict: 'pass' })
  })

  it('may tell it apart after its end alone', () => {
    const atItsEnd = (exchanges: Exchange[]) =>
      exchanges.map((each) => {
        const purpose = { ...each.purpose, case: `${each.purpose.case}, after its end` }
        return { ...each, purpose }
      })
    const gone = { body: { code: 'not_found', message: 'No longer there.' } }
    const same = alike(() => ({}))
    const apart = alike(
      () => gone,
      () => ({}),
    )
    expect(verdict([...same, ...atItsEnd(alike(() => gone))])).toMatchObject({ verdict: 'pass', tried: 4 })
    expect(verdict([...same, ...atItsEnd(apart)])).toMatchObject({
      verdict: 'fail',
      violations: [{ case: "another account's job, after its end" }],
    })
  })

  it('is not compared unless all of them are 404, which other clauses judge', () => {
    const forbidden = alike(
      () => ({ status: 403 }),
      () => ({}),
    )
    expect(verdict(forbidden)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is not compared where one of them met 429, or no answer came', () => {
    const history = alike(() => ({}))
    const reason = expect.stringContaining('429')
    expect(verdict([...history, asUnknown({ status: 429 })])).toMatchObject({ verdict: 'inconclusive', reason })
    const lost = unanswered('timeout', { by: ALIKE, part: 'observation', case: "another account's job", polled: 'x' })
    expect(verdict([...history, lost])).toMatchObject({ verdict: 'inconclusive', evidence: [lost.n] })
  })

  it('is not compared by one read alone', () => {
    expect(verdict([asUnknown(), asForeign({ body: '' }), asUnknown()])).toMatchObject({ verdict: 'skip' })
  })
})
