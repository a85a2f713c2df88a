import { describe, expect, it } from 'vitest'
import { configure } from '../../engine/config/configuration.ts'
import { LIMITS } from '../../engine/config/limits.ts'
import { experiment } from '../../engine/judge/check.ts'
import { pass } from '../../engine/judge/verdict.ts'
import { around, type Behaviour } from '../../service/interface/behaviour.ts'
import type { World } from '../../service/interface/world.ts'
import { FINAL_STATUSES } from '../../spec/words.ts'
import { accepted, exchangesOf, runAgainst } from './run-for-tests.ts'

describe('the budget', () => {
  it.each([1, 7, 60])('sends no more than the limit of %i requests, and has no verdict', async (maxRequests) => {
    const { arrived, report } = await runAgainst({}, { maxRequests })
    expect(arrived).toSatisfy((all: unknown[]) => all.length <= maxRequests && all.length > maxRequests / 2)
    expect(report.budget.requests).toBe(arrived.length)
    expect(report.exit).toBe(2)
    expect(report.reason).toContain(`--max-requests ${maxRequests}`)
  })

  it.each([0, 2])('makes no more than %i jobs on a server that accepts everything', async (maxJobs) => {
    const careless = (behaviour: Behaviour, world: World) => {
      around(behaviour, 'admit', () => world.keys.own)
      around(behaviour, 'decide', () => 'accept')
    }
    const { arrived, report } = await runAgainst({ capacity: 1000, patch: careless }, { maxJobs })
    expect(accepted(arrived).length).toBeLessThanOrEqual(maxJobs)
    expect(report.exit).toBe(1)
  })

  it('ends at the deadline and says what was left', async () => {
    // The default is ten minutes.
    expect(configure({}, false).deadlineMs).toBe(LIMITS.runMs)
    const { report } = await runAgainst({ polls: 1_000_000 }, { deadlineMs: LIMITS.runMs / 400 })
    expect(report.exit).toBe(2)
    expect(report.reason).toMatch(/^the run reached its deadline \(1500ms\), with (1 job|[2-9] jobs) unfinished: \S/)
    expect(report.clauses.find((clause) => clause.id === 'jobs.end-within-the-deadline')?.verdict).toBe('inconclusive')
  })
})

describe('conduct', () => {
  it('polls every job to completion, including those that a broken server made from bad requests', async () => {
    const open = (behaviour: Behaviour, world: World) =>
      around(behaviour, 'admit', (next, incoming) => next(incoming) ?? world.keys.own)
    const run = await runAgainst({ capacity: 1000, patch: open })
    const asked = new Map(exchangesOf(run).map((each) => [each.n, each.purpose.part]))
    expect(run.report.jobs.filter(({ submission }) => asked.get(submission) === 'probe').length).toBeGreaterThan(1)
    expect(run.report.jobs).toHaveLength(accepted(run.arrived).length)
    for (const job of run.report.jobs) expect(FINAL_STATUSES).toContain(job.states.at(-1)?.[1])
  })

  it('never follows a redirect', async () => {
    const moved = (behaviour: Behaviour) =>
      around(behaviour, 'route', (next, incoming) =>
        incoming.path.startsWith('/elsewhere') ? { kind: 'unknown path' } : next(incoming),
      )
    const redirecting = (behaviour: Behaviour) => {
      moved(behaviour)
      around(behaviour, 'refuse', (next, code, context) =>
        code === 'unauthorized' ? { status: 302, headers: { location: '/elsewhere' } } : next(code, context),
      )
    }
    const { arrived, report } = await runAgainst({ patch: redirecting }, { only: ['auth'] })
    expect(arrived.filter(({ path }) => path.startsWith('/elsewhere'))).toEqual([])
    expect(report.exit).toBe(1)
  })

  it('treats an exception in a suite as an internal error, and exits 70', async () => {
    const broken = experiment({
      id: 'broken',
      clause: 'readings.models-answers',
      suite: 'broken',
      title: 'broken',
      max: () => ({ requests: 0 }),
      drive: () => Promise.reject(new TypeError('a bug')),
      judge: () => pass(1, [1]),
    })
    const { report } = await runAgainst({}, {}, [{ name: 'broken', about: '', checks: [broken] }])
    expect(report.exit).toBe(70)
    expect(report.faults[0]).toContain('a bug')
  })

  it('generates the same bodies for the same seed, and others for another', async () => {
    const bodiesFor = async (seed: number) => {
      const run = await runAgainst({ capacity: 1000 }, { seed, only: ['generated'] })
      const probes = exchangesOf(run).filter(({ purpose: { by, part } }) => by === 'invalid bodies' && part === 'probe')
      return probes.map(({ request }) => request.body).sort()
    }
    const once = await bodiesFor(7)
    expect(once.length).toBeGreaterThan(50)
    expect(await bodiesFor(7)).toEqual(once)
    expect(await bodiesFor(8)).not.toEqual(once)
  })
})
