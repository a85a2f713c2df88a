import { describe, expect, it } from 'vitest'
import { recordingOf } from '../../engine/history/recording.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { askedBehind } from '../../reporters/causes/failed-again.ts'
import { runAgainst } from './run-for-tests.ts'

const patched = (id: string) => {
  const { patch } = FAULTS.find((fault) => fault.id === id)!
  return { patch }
}
const failuresOf = (clauses: readonly { id: string; verdict: string }[]) =>
  clauses.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))

describe('repeating failed checks', () => {
  it.each([
    ['a probe of one check', 'usage-needs-no-key'],
    ['a poll of a job that another check submitted', 'url-has-no-scheme'],
  ])('fails again: %s', async (_, fault) => {
    const first = await runAgainst(patched(fault), { profile: 'standard' })
    const failed = failuresOf(first.report.clauses)
    expect(failed).not.toEqual([])
    const only = askedBehind(first.report, recordingOf(first.entries))
    const again = await runAgainst(patched(fault), { profile: 'standard', only })
    expect(failuresOf(again.report.clauses)).toEqual(expect.arrayContaining(failed))
    expect(again.report.budget.requests).toBeLessThan(first.report.budget.requests / 2)
  })

  it('sends nothing if nothing failed', async () => {
    const { report, entries } = await runAgainst({}, { profile: 'smoke' })
    expect(askedBehind(report, recordingOf(entries))).toEqual([])
  })
})
