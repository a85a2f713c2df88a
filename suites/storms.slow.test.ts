import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../engine/history/entry/entries.ts'
import { recordingOf } from '../engine/history/recording.ts'
import { isExperiment } from '../engine/judge/check.ts'
import { gathering } from '../engine/judge/facts.ts'
import { runToEnd } from '../engine/judge/judging.ts'
import { SUITES_OF_TRAFFIC } from './index.ts'
import { STORMS, slowIn, stormOf } from './storms-for-tests.ts'

function checksOf(entries: readonly HistoryEntry[]) {
  const gather = () => runToEnd(gathering(recordingOf(entries)))
  const { facts } = gather()
  const exchanges = entries.filter((entry) => entry.kind === 'exchange')
  const watching = SUITES_OF_TRAFFIC.flatMap(({ checks }) => checks.filter((check) => !isExperiment(check)))
  const checks = watching.map((check) => ({
    id: check.id,
    judge() {
      const watch = check.watch()
      for (const exchange of exchanges) watch.see(exchange, facts)
      watch.conclude(facts)
    },
  }))
  return [{ id: 'what all of them may know', judge: () => void gather() }, ...checks]
}

describe('every server check takes time linear in the traffic', () => {
  it.each(Object.keys(STORMS))('%s', (storm) => {
    expect(slowIn(storm, checksOf)).toEqual([])
  })
})

it('judges a job with more polls than a call can have arguments', () => {
  const [polled] = checksOf(stormOf('polls of one job', 130_000)).filter(({ id }) => id === 'jobs.first-status')
  expect(polled!.judge).not.toThrow()
})
