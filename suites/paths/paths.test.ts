import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isExperiment, isObservation } from '../../engine/judge/check.ts'
import { answered, see } from '../../engine/judge/handwritten-for-tests.ts'
import { type Histories, testJudges } from '../judges-for-tests.ts'
import { paths } from './index.ts'

function probed(by: string, status: number): Exchange[] {
  const twin = answered(200, { by: 'introduction' })
  return [
    twin,
    answered(status, { by, case: 'a path that is not there', twin: twin.n, body: { error: { code: 'not_found' } } }),
    answered(200, { by, part: 'control', twin: twin.n }),
  ]
}

/** A wrong path that returns a job. */
const jobFound = (by: string) => {
  const [twin, , control] = probed(by, 200)
  const told = { by, case: 'a path that is not there', twin: twin!.n }
  return [twin!, answered(200, { ...told, body: { id: 'job-1', status: 'queued' } }), { ...control!, sent: 1e6 }]
}

const CASES: Record<string, Histories> = Object.fromEntries(
  paths.checks.filter(isExperiment).map(({ id }) => {
    const fails = id === 'paths.unknown-path/jobs' ? jobFound(id) : probed(id, 200)
    return [id, { passes: probed(id, 404), fails }]
  }),
)

testJudges(paths, CASES)

const CHOICES: Record<string, { status: number; another: number }> = {
  'paths.unknown-without-key': { status: 401, another: 404 },
  'paths.wrong-method': { status: 404, another: 405 },
  'paths.head': { status: 200, another: 404 },
  'paths.other-version': { status: 404, another: 410 },
  'paths.trailing-slash': { status: 308, another: 200 },
  'paths.encoded-slash': { status: 404, another: 200 },
}

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CHOICES)).toEqual(paths.checks.filter(isObservation).map((check) => check.id))
})

describe.each(Object.entries(CHOICES))('%s', (by, { status, another }) => {
  const check = paths.checks.find((each) => each.id === by)!
  const tried = (answer: number) => answered(answer, { by, part: 'observation' })

  it('names the choice of the server, regardless of other requests', () => {
    expect(see(check, [answered(500), tried(status)])).toMatchObject({ choice: `returns ${status}` })
  })

  it('reports an inconsistent server', () => {
    const seen = see(check, [tried(status), tried(another)])
    expect(seen).toMatchObject({
      values: [String(status), String(another)].sort(),
      inconsistent: '2 behaviours in this run',
    })
  })
})
