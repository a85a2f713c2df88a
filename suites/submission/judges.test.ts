import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isExperiment } from '../../engine/judge/check.ts'
import { answered, polled, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { images } from './images.ts'
import { submission } from './index.ts'

const post = { method: 'POST', path: '/v1/videos', posted: '{"model":"aurora","prompt":"a boat"}' }
const takenOn = (status: number, body: unknown = { id: 'v1' }, posted = post.posted) =>
  answered(status, { ...post, by: 'introduction', part: 'submission', posted, body })

/** A bad body, the good one that it is compared with, and a good request after it. */
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

/** A bad image that was taken on, and how its job ended. */
function failing(by: string, status: 'failed' | 'succeeded'): Exchange[] {
  const [twin, probe, control] = refused(by, 202, { id: 'v2' })
  return [twin!, probe!, polled({ id: 'v2', status }, { job: probe!.n, polled: 'v2' }), control!]
}

const ANOTHER = '{"model":"aurora","prompt":"a ship"}'

const OTHER_ALIAS = '{"model":"borealis","prompt":"a boat"}'

type Case = { passes: Exchange[]; fails: Exchange[] }

const RULES: Record<string, Case> = {
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
const CASES: Record<string, Case> = {
  ...RULES,
  ...Object.fromEntries(experiments.map(({ id }) => [id, { passes: refused(id, 400), fails: refused(id, 202) }])),
  ...Object.fromEntries(
    images.map(({ id }) => [id, { passes: failing(id, 'failed'), fails: failing(id, 'succeeded') }]),
  ),
}
const dialect = { idWay: ['id'], alias: 'aurora', models: { form: 'a list', aliases: ['aurora', 'borealis'] } }
const facts = { dialect }

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES).sort()).toEqual(submission.checks.map((check) => check.id).sort())
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  const check = submission.checks.find((each) => each.id === id)!

  it('passes a conforming server', () => {
    expect(verdictOf(check, passes, { facts })).toMatchObject({ verdict: 'pass' })
  })

  it('fails a violation', () => {
    expect(verdictOf(check, fails, { facts })).toMatchObject({ verdict: 'fail' })
  })
})

describe.each(experiments.filter((check) => !isOfImages(check)).map((check) => [check.id, check] as const))(
  'a refusal in %s',
  (id, check) => {
    it('with 429 may be about room, and says nothing', () => {
      expect(verdictOf(check, refused(id, 429))).toMatchObject({ verdict: 'inconclusive' })
    })

    it('counts only while good requests succeed', () => {
      const [twin, probe] = refused(id, 400)
      const after = answered(401, { by: id, part: 'control', twin: twin!.n })
      expect(verdictOf(check, [twin!, probe!, after])).toMatchObject({ verdict: 'inconclusive' })
    })
  },
)
