import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { around, type Behaviour } from '../../service/interface/behaviour.ts'
import { keptConnection } from '../auth/refusals.ts'
import { RANDOM_SEQUENCES } from '../model/sequences.ts'
import { accepted, clauseOf, exchangesOf, failed, runAgainst } from './run-for-tests.ts'

/** Accepts a key with any scheme, and nothing else. */
const anyScheme = (behaviour: Behaviour) =>
  around(
    behaviour,
    'credential',
    (next, incoming) => next(incoming) ?? /^\w+ (cl_\w+)$/.exec(incoming.headers.authorization ?? '')?.[1],
  )

describe('a submission with bad credentials', () => {
  it('is not repeated after one of its kind was accepted', async () => {
    const run = await runAgainst({ patch: anyScheme }, { only: ['auth.other-scheme'] })
    expect(failed(run)).toEqual(['auth.scheme-is-bearer'])
    // The job of discovery, the accepted one, and the same sent again to reproduce it.
    expect(accepted(run.arrived)).toHaveLength(3)
    const left = run.entries.filter((entry) => entry.kind === 'gap')
    expect(left.map((entry) => entry.case)).toEqual(
      ['Token', 'ApiKey', 'Digest'].map((scheme) => `the scheme ${scheme}, POST /videos`),
    )
  })

  it('creates a job without an owner, which is polled to completion and never judged', async () => {
    const breaksLaterJobs = (behaviour: Behaviour) => {
      anyScheme(behaviour)
      let first: string | undefined
      around(behaviour, 'jobRecord', (next, job, caller) => {
        first ??= job.id
        const record = next(job, caller)
        return job.id === first ? record : { ...record, id: 'another', url: undefined, stage: 'odd' }
      })
    }
    const run = await runAgainst({ patch: breaksLaterJobs }, { only: ['auth.scheme-is-bearer', 'lifecycle'] })
    expect(failed(run)).toEqual(['auth.scheme-is-bearer'])
    const [, stray] = run.report.jobs
    expect(stray!.states.at(-1)?.[1]).toBe('succeeded')
    const polls = exchangesOf(run).filter(({ purpose }) => purpose.job === stray!.submission)
    expect(new Set(polls.map(({ purpose }) => purpose.part))).toEqual(new Set(['observation']))
    expect(clauseOf(run, 'jobs.succeeded-has-a-url')?.verdict).toBe('pass')
  })
})

it('sends invalid requests on connections without a valid key, except to test that', async () => {
  const isTheQuestion = ({ purpose: { by, breaks, case: what } }: Exchange) =>
    [keptConnection.id, RANDOM_SEQUENCES.name].includes(by) ||
    breaks === 'auth.every-request-anew' ||
    what?.startsWith('of lane')
  const all = exchangesOf(await runAgainst({})).filter(
    (each) => each.purpose.part !== 'observation' && !isTheQuestion(each),
  )
  const connections = (refused: boolean) =>
    new Set(all.filter(({ answer }) => (answer?.status === 401) === refused).map(({ connection }) => connection))
  const [good, bad] = [connections(false), connections(true)]
  expect(Math.min(good.size, bad.size)).toBeGreaterThan(0)
  expect([...good].filter((connection) => bad.has(connection))).toEqual([])
})
