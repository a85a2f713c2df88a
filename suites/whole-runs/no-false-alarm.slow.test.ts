import { describe, expect, it } from 'vitest'
import { around, type Behaviour } from '../../service/interface/behaviour.ts'
import type { World } from '../../service/interface/world.ts'
import { accepted, clauseOf, exchangesOf, failed, runAgainst } from './run-for-tests.ts'

describe('a key without letters', () => {
  const key = 'cl_31415926535897932384'
  const alsoIssued = (behaviour: Behaviour, world: World) =>
    around(behaviour, 'recognise', (next, shown) => (shown === key ? world.keys.own : next(shown)))

  it('has no other letter case, so that case is skipped and no job is made with it', async () => {
    const run = await runAgainst({ keys: { A: key }, patch: alsoIssued }, { only: ['auth.letter-case-counts'] })
    expect(clauseOf(run, 'auth.letter-case-counts')).toMatchObject({
      verdict: 'skip',
      reason: 'no such variant of this key exists',
    })
    expect(accepted(run.arrived)).toHaveLength(1)
  })
})

describe('a server', () => {
  it('that locks out all keys with 403 after some bad keys fails no clause', async () => {
    const lockOut = (behaviour: Behaviour) => {
      let bad = 0
      around(behaviour, 'respond', async (next, incoming) => {
        if (bad >= 6) return behaviour.refuse('unauthorized', { status: 403 })
        if (behaviour.admit(incoming) === undefined) bad++
        return next(incoming)
      })
    }
    const run = await runAgainst({ patch: lockOut }, { only: ['auth', 'lifecycle'] })
    expect(failed(run)).toEqual([])
    expect(clauseOf(run, 'auth.header-form')?.verdict).toBe('inconclusive')
  })

  it('that returns 503 for the first request is tested nevertheless', async () => {
    const waking = (behaviour: Behaviour) => {
      let requests = 0
      around(behaviour, 'respond', async (next, incoming) =>
        requests++ === 0 ? { status: 503, headers: {}, text: 'starting' } : next(incoming),
      )
    }
    const run = await runAgainst({ patch: waking }, { only: ['lifecycle'] })
    expect(exchangesOf(run)[0]!.answer?.status).toBe(503)
    expect(failed(run)).toEqual([])
    expect(run.report.exit).toBe(0)
  })
})
