import { expect, it } from 'vitest'
import { escapedAgain, trialsOf } from './selfcheck.ts'
import type { Outcome, Trial } from './trial.ts'

const of = (kind: Trial['kind']) => trialsOf().filter((trial) => trial.kind === kind)
const came = ({ kind, subject, dialect }: Trial, right: boolean, more: Partial<Outcome> = {}): Outcome => ({
  ...{ kind, id: subject.id, dialect, profile: 'full', right },
  ...{ accused: [], presumed: [], faults: [], requests: 1, seconds: 1, ...more },
})

it('tries a fault again that escaped, and a change that was sorted otherwise, one at a time, where that is not known, and nothing else', async () => {
  const [caught, escaped, another, listed, crashed] = of('fault') as [Trial, Trial, Trial, Trial, Trial]
  const [lawful] = of('variant') as [Trial]
  const [change] = of('change') as [Trial]
  const trials = [caught, escaped, another, listed, crashed, lawful, change]
  const outcomes = [
    came(caught, true),
    came(escaped, false),
    came(another, false),
    came(listed, false, { stillMissed: 'it shows on Sundays' }),
    came(crashed, false, { faults: ['a judge threw'] }),
    came(lawful, false, { accused: [{ clause: 'auth.header-required' }] }),
    came(change, false),
  ]
  const tried: Trial[] = []
  let underWay = 0
  const last = await escapedAgain(trials, outcomes, {
    attempt: async (trial) => {
      expect(++underWay).toBe(1)
      await Promise.resolve()
      underWay--
      tried.push(trial)
      return came(trial, trial === escaped)
    },
  })
  expect(tried).toEqual([escaped, another, change])
  expect(last.map(({ right, again }) => [right, again])).toEqual([
    [true, undefined],
    [true, true],
    [false, true],
    [false, undefined],
    [false, undefined],
    [false, undefined],
    [false, true],
  ])
})
