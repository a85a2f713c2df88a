import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, gap, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { paths } from './index.ts'

function probed(by: string, status: number): Exchange[] {
  const twin = answered(200, { by: 'introduction' })
  return [
    twin,
    answered(status, { by, case: 'a path that is not there', twin: twin.n, body: { error: { code: 'not_found' } } }),
    answered(200, { by, part: 'control', twin: twin.n }),
  ]
}

const case404 = (by: string) => ({ passes: probed(by, 404), fails: probed(by, 200) })

/** A path that leads to a job, where there is to be none. */
const jobFound = (by: string) => {
  const [twin, , control] = probed(by, 200)
  const told = { by, case: 'a path that is not there', twin: twin!.n }
  return [twin!, answered(200, { ...told, body: { id: 'job-1', status: 'queued' } }), { ...control!, sent: 1e6 }]
}

const CASES: Record<string, { passes: Exchange[]; fails: Exchange[] }> = {
  'paths.version-once': case404('paths.version-once'),
  'paths.version-present': case404('paths.version-present'),
  'paths.unknown-path': case404('paths.unknown-path'),
  'paths.unknown-path/nested': { ...case404('paths.unknown-path/nested') },
  'paths.unknown-path/jobs': {
    passes: probed('paths.unknown-path/jobs', 404),
    fails: jobFound('paths.unknown-path/jobs'),
  },
  'paths.odd-id': case404('paths.odd-id'),
  'paths.odd-id/traversal': { ...case404('paths.odd-id/traversal') },
  'paths.version-once/slashes': { ...case404('paths.version-once/slashes') },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(paths.checks.filter((check) => !isObservation(check)).map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  const check = paths.checks.find((each) => each.id === id)!

  it('passes 404', () => {
    expect(verdictOf(check, passes)).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('names an answer as if the path were there', () => {
    const verdict = verdictOf(check, fails)
    expect(verdict).toMatchObject({ verdict: 'fail' })
    expect(verdict).toMatchObject({
      violations: [{ case: 'a path that is not there', evidence: [fails[0]!.n, fails[1]!.n] }],
    })
  })

  it('has no verdict where a path could not be tried', () => {
    const verdict = verdictOf(check, passes, { gaps: [gap(id, 'POST /videos', 'no job could be created')] })
    expect(verdict).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('POST /videos: no job could be created'),
    })
  })
})
