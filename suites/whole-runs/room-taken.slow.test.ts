import { describe, expect, it } from 'vitest'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { clauseOf, failed, runAgainst } from './run-for-tests.ts'

/** Other clients use all capacity for the first submissions, or permanently. */
const takenFor =
  (times: number): Patch =>
  (behaviour) => {
    let refused = 0
    around(behaviour, 'submit', (next, caller, incoming) =>
      refused++ < times
        ? behaviour.refuse('capacity_exceeded', { headers: { 'retry-after': '0' } })
        : next(caller, incoming),
    )
  }

describe('while other jobs use the capacity', () => {
  it('permanently, judges what needs no job, says why there is none, and fails no clause', async () => {
    const { report } = await runAgainst({ patch: takenFor(Infinity) }, { profile: 'standard', deadlineMs: 8000 })
    expect(report.exit).toBe(2)
    expect(report.reason).toMatch(
      /^no job finished, so jobs could not be judged: the account has no free capacity: .* returned 429 \d+ times/,
    )
    expect(failed({ report })).toEqual([])
    expect(clauseOf({ report }, 'readings.models-answers')?.verdict).toBe('pass')
    expect(clauseOf({ report }, 'capacity.waiting-helps')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('the very first submission was refused'),
    })
  })
})
