import { describe, expect, it } from 'vitest'
import type { Ended } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isExperiment } from '../../engine/judge/check.ts'
import { answered, lastTry, polled, unanswered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { type Histories, testJudges } from '../judges-for-tests.ts'
import { acceptance, identicalAreDistinct, idsDiffer } from './accepted.ts'
import { echoAgrees } from './echo.ts'
import { goodBodiesAreTakenOn } from './good-bodies.ts'
import { images } from './images.ts'
import { submission } from './index.ts'
import { howRefused } from './refusals.ts'

const post = { method: 'POST', path: '/v1/videos', posted: '{"model":"aurora","prompt":"a boat"}' }
const takenOn = (status: number, body: unknown = { id: 'v1' }, posted = post.posted) =>
  answered(status, { ...post, by: 'introduction', part: 'submission', posted, body })

/** A bad body, its control, and a good request after it. */
function refused(by: string, status: number, body: unknown = { code: 'invalid_request' }): Exchange[] {
  const twin = takenOn(202)
  return [
    twin,
    answered(status, { ...post, by, case: 'a bad body', wrong: ['body'], twin: twin.n, body }),
    answered(200, { by, part: 'control', twin: twin.n }),
  ]
}

function identified(status: number): Exchange[] {
  const accepted = takenOn(202)
  return [
    accepted,
    answered(status, { by: 'introduction', part: 'introduction', job: accepted.n, polled: 'v1', body: { id: 'v1' } }),
  ]
}

/** A bad image that was accepted, and the end of its job. */
function failing(by: string, status: 'failed' | 'succeeded'): Exchange[] {
  const [twin, probe, control] = refused(by, 202, { id: 'v2' })
  return [twin!, probe!, polled({ id: 'v2', status }, { job: probe!.n, polled: 'v2' }), control!]
}

const ANOTHER = '{"model":"aurora","prompt":"a ship"}'

const OTHER_ALIAS = '{"model":"borealis","prompt":"a boat"}'

const RULES: Record<string, Histories> = {
  'submission.accepted-with-202/status': { passes: [takenOn(202)], fails: [takenOn(201)] },
  'submission.answer-carries-the-id': { passes: identified(200), fails: identified(404) },
  'submission.refused-with-4xx': {
    passes: refused('submission.x-tried', 422),
    fails: refused('submission.x-tried', 500),
  },
  'codes.invalid-request': {
    passes: refused('submission.x-tried', 400),
    fails: refused('submission.x-tried', 400, { code: 'not_found' }),
  },
  'submission.ids-differ': {
    passes: [takenOn(202), takenOn(202, { id: 'v2' }, ANOTHER)],
    fails: [takenOn(202), takenOn(202, { id: 'v1' }, ANOTHER)],
  },
  'submission.identical-are-distinct': {
    passes: [takenOn(202), takenOn(202, { id: 'v2' })],
    fails: [takenOn(202), takenOn(202, { id: 'v1' })],
  },
  'submission.accepted-with-202': { passes: [takenOn(202), takenOn(202)], fails: [takenOn(400), takenOn(202)] },
  'readings.listed-alias-accepted': {
    passes: [takenOn(202, { id: 'v1' }, OTHER_ALIAS)],
    fails: [takenOn(400, {}, OTHER_ALIAS), takenOn(202, { id: 'v1' }, OTHER_ALIAS)],
  },
  'submission.echo-agrees': {
    passes: [takenOn(202, { id: 'v1', model: 'aurora', fps: 24 })],
    fails: [takenOn(202, { id: 'v1', model: 'aurora', fps: 30 })],
  },
}

const isOfImages = ({ id }: { id: string }) => images.some((each) => each.id === id)
const experiments = submission.checks.filter(isExperiment)
const CASES: Record<string, Histories> = {
  ...RULES,
  ...Object.fromEntries(experiments.map(({ id }) => [id, { passes: refused(id, 400), fails: refused(id, 202) }])),
  ...Object.fromEntries(
    images.map(({ id }) => [id, { passes: failing(id, 'failed'), fails: failing(id, 'succeeded') }]),
  ),
}
const dialect = { idWay: ['id'], alias: 'aurora', models: { form: 'a list', aliases: ['aurora', 'borealis'] } }

testJudges(submission, CASES, { facts: { dialect } })

describe.each(experiments.filter((check) => !isOfImages(check)).map((check) => [check.id, check] as const))(
  'a refusal in %s',
  (id, check) => {
    it('with 429 is inconclusive: it may concern capacity', () => {
      expect(verdictOf(check, refused(id, 429))).toMatchObject({ verdict: 'inconclusive' })
    })

    it('counts only while good requests succeed', () => {
      const [twin, probe] = refused(id, 400)
      const after = answered(401, { by: id, part: 'control', twin: twin!.n })
      expect(verdictOf(check, [twin!, probe!, after])).toMatchObject({ verdict: 'inconclusive' })
    })
  },
)

describe('an invalid body without a response', () => {
  const [twin, , control] = refused('submission.x-tried', 400)
  const about = { ...post, by: 'submission.x-tried', part: 'probe', wrong: ['body'], twin: twin!.n } as const
  const lost = unanswered('reset', about)
  const verdict = (...history: Exchange[]) => verdictOf(howRefused[0]!, history)

  it('violates the clause on refusals if it is repeated while a good request succeeds', () => {
    const again = { ...unanswered('reset', about), again: lastTry(control!, lost) }
    expect(verdict(twin!, lost, again, takenOn(202))).toMatchObject({ verdict: 'fail', cases: 1 })
  })

  it('is inconclusive if it is not repeated', () => {
    expect(verdict(twin!, lost, takenOn(202))).toMatchObject({ verdict: 'skip' })
  })
})

const by = images[0]!.id
const twin = answered(202, { posted: '{}', part: 'submission', body: { id: 'v1' } })
const probe = (status: number, what = 'image_url "an image" alone') =>
  answered(status, { by, part: 'probe', posted: '{}', case: what, twin: twin.n, body: { id: 'v2' } })
const shows = (submission: Exchange, status: string) =>
  polled({ id: 'v2', status }, { job: submission.n, polled: 'v2' })
const control = (status = 200) => answered(status, { by, part: 'control' })
const verdict = (...history: Exchange[]) => verdictOf(images[0]!, [twin, ...history])

describe('a bad image', () => {
  it('may be refused, or become a job that fails', () => {
    const taken = probe(202)
    expect(verdict(probe(400), taken, shows(taken, 'queued'), shows(taken, 'failed'), control())).toMatchObject({
      verdict: 'pass',
      tried: 2,
    })
  })

  it('must not become a job that succeeds, whatever happens to the others', () => {
    const taken = probe(202)
    const end = shows(taken, 'succeeded')
    expect(verdict(probe(400), probe(429), taken, end, control())).toMatchObject({
      verdict: 'fail',
      received: '202, and the job succeeded',
      violations: [{ case: 'image_url "an image" alone', evidence: [taken.n, end.n] }],
    })
  })

  it('is not judged by a job that has not ended', () => {
    const taken = probe(202)
    expect(verdict(taken, shows(taken, 'running'), control())).toMatchObject({
      verdict: 'inconclusive',
      reason: 'image_url "an image" alone: its job did not finish',
    })
  })

  it.each(['succeeded', 'failed'])('is not judged by a 202 that already says %s', (status) => {
    const taken = probe(202)
    const told = { ...taken, answer: { ...taken.answer!, body: JSON.stringify({ id: 'v2', status }) } }
    expect(verdict(told, control())).toMatchObject({ verdict: 'inconclusive' })
  })

  it.each([402, 403])('refused with %i is inconclusive: credits or permissions may be missing', (status) => {
    expect(verdict(probe(status), control()).verdict).not.toBe('pass')
  })
})

const [status, word] = howRefused
const bad = { by: 'submission.x-tried', part: 'probe', wrong: ['body'], posted: '{}' } as const
const refusedAs = (code: number, body: unknown = { error: { code: 'invalid_request' } }, told = {}) =>
  answered(code, { ...bad, body, ...told })
const laterControl = (code = 200) => answered(code, { by: bad.by, part: 'control' })

describe('the status of a refused body', () => {
  it.each([400, 405, 409, 413, 415, 422, 499])('may be %i', (code) => {
    expect(verdictOf(status!, [refusedAs(code), laterControl()])).toMatchObject({ verdict: 'pass' })
  })

  it.each([302, 401, 404, 500, 501])('should not be %i', (code) => {
    expect(verdictOf(status!, [refusedAs(400), refusedAs(code), laterControl()])).toMatchObject({
      verdict: 'fail',
      tried: 2,
    })
  })

  it('should not be 503 repeatedly while good requests succeed', () => {
    const first = refusedAs(503)
    const again = lastTry(laterControl(), first)
    expect(verdictOf(status!, [first, refusedAs(503, '', { again }), laterControl()])).toMatchObject({
      verdict: 'fail',
      tried: 1,
    })
  })
})

describe('the error code for a refused body', () => {
  it('is invalid_request, whatever the status', () => {
    for (const code of [400, 401, 404, 422, 500]) {
      expect(verdictOf(word!, [refusedAs(code), laterControl()])).toMatchObject({ verdict: 'pass' })
      expect(verdictOf(word!, [refusedAs(code, { code: 'capacity_exceeded' }), laterControl()])).toMatchObject({
        verdict: 'fail',
      })
    }
  })
})

describe.each(howRefused.map((check) => [check.id, check] as const))('%s', (_, check) => {
  const wrong = { code: 'not_found' }

  it.each<[string, Exchange]>([
    ['no credits', refusedAs(402, wrong)],
    ['no room', refusedAs(429, wrong)],
    ['a gateway', refusedAs(503, wrong)],
    ['a bad key', refusedAs(401, wrong, { by: 'auth.header-required', wrong: [] })],
  ])('is not about %s', (_, exchange) => {
    expect(verdictOf(check, [exchange, laterControl()])).toMatchObject({ verdict: 'skip' })
  })
})

const BOAT = '{"prompt":"a boat"}'
const SHIP = '{"prompt":"a ship"}'
const taken = (posted: string, id: unknown, told: Parameters<typeof answered>[1] = {}) =>
  answered(202, { part: 'submission', posted, body: { id }, ...told })
const facts = { dialect: { idWay: ['id'] } }
const differ = (...history: Exchange[]) => verdictOf(idsDiffer, history, { facts })
const distinct = (...history: Exchange[]) => verdictOf(identicalAreDistinct, history, { facts })

describe('an id', () => {
  it('is compared as text, with that of every other submission', () => {
    const [first, second, third] = [taken(BOAT, 17), taken(SHIP, '18'), taken('{}', '17')]
    expect(differ(first, second, third)).toMatchObject({
      verdict: 'fail',
      received: 'the id 17 for two submissions',
      violations: [{ evidence: [first.n, third.n] }],
      tried: 3,
    })
  })

  it('is one for both keys of an account', () => {
    expect(differ(taken(BOAT, 'x'), taken(SHIP, 'x', { key: 'A2' }))).toMatchObject({ verdict: 'fail' })
    expect(distinct(taken(BOAT, 'x'), taken(BOAT, 'x', { key: 'A2' }))).toMatchObject({ verdict: 'fail' })
  })

  it('may be given once in each account', () => {
    expect(differ(taken(BOAT, 1), taken(SHIP, 1, { key: 'B' }))).toMatchObject({ verdict: 'skip' })
    expect(distinct(taken(BOAT, 1), taken(BOAT, 1, { key: 'B' }))).toMatchObject({ verdict: 'skip' })
  })
})

describe('duplicate ids in recorded traffic', () => {
  const OBSERVED = { keys: ['K1', 'K2'], known: [], observed: { leftOut: [] }, dialect: { idWay: ['id'] } }
  const taken = (id: string, key: string, prompt: string) =>
    answered(202, { part: 'submission', key, posted: JSON.stringify({ prompt }), body: { id } })
  const verdict = (...history: Exchange[]) => verdictOf(idsDiffer, history, { facts: OBSERVED })

  it('are violations if chance is implausible', () => {
    const id = 'vid_9f86d081884c7d659a2f'
    expect(verdict(taken(id, 'K1', 'a'), taken(id, 'K1', 'b'))).toMatchObject({ verdict: 'fail' })
  })

  it('are inconclusive if a server with counters may have restarted', () => {
    expect(verdict(taken('1', 'K1', 'a'), taken('1', 'K1', 'b'))).toMatchObject({ verdict: 'inconclusive' })
  })
})

const SENT = { model: 'aurora', prompt: 'a boat', duration: 2 }
const echoing = (body: object, sent: object = {}, told: Parameters<typeof answered>[1] = {}) =>
  answered(202, {
    part: 'submission',
    posted: JSON.stringify({ ...SENT, ...sent }),
    body: { id: 'v1', ...body },
    ...told,
  })
const echoVerdict = (...history: Exchange[]) => verdictOf(echoAgrees, history)

describe('an echo', () => {
  it.each<[string, object, object?]>([
    ['what was sent', { model: 'aurora', duration: 2 }],
    ['the stated defaults', { resolution: '480p', fps: 24, ratio: '16:9' }],
    ['the bit depth of 1080p', { model: 'aurora', bit_depth: 10 }, { resolution: '1080p' }],
    ['the same shape in other numbers', { model: 'aurora', ratio: '4:3' }, { ratio: '1024:768' }],
    ['it within an envelope', { data: { parameters: { model: 'aurora', duration: 2 } } }],
  ])('may be %s', (_, body, sent) => {
    expect(echoVerdict(echoing(body, sent))).toMatchObject({ verdict: 'pass' })
  })

  it.each<[object, object, string, string]>([
    [{ duration: 5, model: 'aurora' }, {}, 'duration 2', 'duration 5'],
    [{ fps: 24, ratio: '16:9' }, { fps: 23.976 }, 'fps 23.976', 'fps 24'],
    [{ bit_depth: 8, duration: 2 }, { resolution: '4k' }, 'bit_depth 10', 'bit_depth 8'],
    [{ ok: true, video: [{ model: 'aurora', duration: 60 }] }, {}, 'duration 2', 'duration 60'],
  ])('must not be %j where %j was sent beside the usual', (body, sent, expected, received) => {
    expect(echoVerdict(echoing(body, sent))).toMatchObject({ verdict: 'fail', expected, received })
  })

  it.each([
    ['a single name, which may mean anything', { duration: 9 }],
    ['other things under these names', { duration: '9 s', resolution: 'high', fps: null, ratio: 1.78, model: 7 }],
    ['names in different objects', { model: 'studio', timing: { duration: 9 } }],
  ])('is not seen in %s', (_, body) => {
    expect(echoVerdict(echoing(body))).toMatchObject({ verdict: 'skip' })
  })

  it('is neither a value that changes between polls nor a single field outside the record', () => {
    const submission = echoing({})
    const polls = [4, 9, 15].map((duration) =>
      polled({ id: 'v1', timing: { duration, fps: 0.25 } }, { polled: 'v1', job: submission.n }),
    )
    expect(echoVerdict(submission, ...polls)).toMatchObject({ verdict: 'skip' })
    const steady = polled({ id: 'v1', timing: { duration: 4, fps: 24 } }, { polled: 'v1', job: submission.n })
    expect(echoVerdict(submission, steady, steady)).toMatchObject({ verdict: 'fail' })
  })
})

const [check] = goodBodiesAreTakenOn
const withDialect = { dialect: { idWay: ['id'], alias: 'swift', models: { form: 'a list', aliases: ['swift'] } } }
const aliasVerdict = (...exchanges: Exchange[]) => verdictOf(check!, exchanges, { facts: withDialect })

const PLAIN = '{"model":"swift","prompt":"a boat"}'
const FULL = '{"model":"swift","prompt":"a boat","fps":24}'
const sent = (status: number, posted = PLAIN, told = {}) =>
  answered(status, { by: 'introduction', part: 'submission', method: 'POST', path: '/v1/videos', posted, ...told })

describe('a good body', () => {
  it('fails if it is refused twice while another is accepted', () => {
    expect(aliasVerdict(sent(422), sent(202, FULL), sent(422), sent(202, FULL))).toMatchObject({
      verdict: 'fail',
      received: expect.stringMatching(/^422/),
    })
  })

  it('fails as intermittent if the same body is accepted another time', () => {
    expect(aliasVerdict(sent(202), sent(401), sent(202))).toMatchObject({
      verdict: 'fail',
      received: expect.stringContaining('(intermittent: 1 of 3 times)'),
    })
  })

  it.each<[string, Exchange[]]>([
    ['refused once, and never sent again', [sent(422), sent(202, FULL)]],
    ['refused for want of room', [sent(429), sent(202)]],
    ['refused to another key, which may have other aliases', [sent(422, PLAIN, { key: 'B' }), sent(202)]],
    ['one of an alias that is not listed', [sent(422, '{"model":"x"}'), sent(202, '{"model":"x"}'), sent(202)]],
  ])('is not judged where it was %s', (_, exchanges) => {
    expect(aliasVerdict(...exchanges)).toMatchObject({ verdict: 'pass' })
  })
})

const [with202, withId] = acceptance
const taken3 = (body: unknown = { id: 'v1' }, told = {}) =>
  answered(202, { part: 'submission', posted: '{}', body, ...told })
const lookedFor = (submission: Exchange, status: number, id = 'v1') =>
  answered(status, { part: 'introduction', job: submission.n, polled: id, body: { id } })
const ended = (how: Ended['how']) => ({ facts: { ended: { kind: 'ended', at: 0, how } as const } })

describe('the id of a job', () => {
  it('is missing if GET finds none of the possible values', () => {
    const submission = taken3({ id: 'v1', name: 'v2' })
    const reads = [lookedFor(submission, 404), lookedFor(submission, 404, 'v2')]
    expect(verdictOf(withId!, [submission, ...reads])).toMatchObject({
      verdict: 'fail',
      received: 'JSON without a value that GET /videos/{id} accepts as an id',
      evidence: [...reads.map(({ n }) => n), submission.n],
    })
  })

  it.each([500, 429, 401, 400])('is not missing if one of them returned %i', (status) => {
    const submission = taken3()
    const reads = [lookedFor(submission, 404), lookedFor(submission, status, 'v2')]
    expect(verdictOf(withId!, [submission, ...reads])).toMatchObject({ verdict: 'inconclusive' })
  })

  it.each<[string, object]>([
    ['there are more than are asked for', { id: 'v1', of: Array.from({ length: 40 }, (_, nth) => `job-${nth}`) }],
    ['one is longer than is asked for', { id: 'v1', job: 'v'.repeat(6001) }],
  ])('is not missed where %s', (_, body) => {
    const submission = taken3(body)
    const reads = [lookedFor(submission, 404), lookedFor(submission, 404, 'job-0')]
    expect(verdictOf(withId!, [submission, ...reads])).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is missing in non-JSON, and in JSON without values', () => {
    expect(verdictOf(withId!, [taken3('accepted')], ended('whole'))).toMatchObject({
      verdict: 'fail',
      received: '202 accepted',
    })
    expect(verdictOf(withId!, [taken3({})], ended('whole'))).toMatchObject({ verdict: 'fail' })
  })
})

describe('the status of a submission that is accepted', () => {
  it.each([200, 201, 204])('is not %i', (status) => {
    expect(verdictOf(with202!, [taken3(), answered(status, { part: 'submission', posted: '{}' })])).toMatchObject({
      verdict: 'fail',
      tried: 2,
    })
  })
})
