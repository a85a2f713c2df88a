import { expect, it } from 'vitest'
import { kept } from '../../../engine/judge/clients/verdict.ts'
import { TOO_SOON, trialOf } from '../trials-for-tests.ts'
import { afterTriedAlone, brokenByTime } from './timing.ts'
import { countedTogether } from './together.ts'
import type { Trial } from './trial.ts'

const PACE = 'client.polls-no-faster-than-3-s'

/** A trial with one slightly short pause, which is tolerated. */
function onceIn(name: string): Trial {
  const trial = trialOf(name)
  const clauses = trial.judgement.clauses.map((clause) =>
    clause.id === PACE ? { ...clause, verdict: { ...kept(2, [2, 3]), forgiven: [TOO_SOON] } } : clause,
  )
  return { ...trial, judgement: { ...trial.judgement, clauses } }
}

it('counts a single short pause if it occurs in two scenarios', () => {
  const counted = countedTogether([onceIn('plain'), trialOf('nulls'), onceIn('gzip')])
  expect(counted.map(({ trial, clauses }) => [trial.scenario.name, clauses, brokenByTime(trial)])).toEqual([
    ['plain', [PACE], [PACE]],
    ['gzip', [PACE], [PACE]],
  ])
  const broken = trialOf('nulls', { found: { [PACE]: [TOO_SOON, TOO_SOON] } })
  expect(countedTogether([broken, onceIn('plain')]).map(({ trial }) => trial.scenario.name)).toEqual(['plain'])
  expect(countedTogether([onceIn('plain'), trialOf('nulls')])).toEqual([])
})

it('confirms it only if it recurs with the scenario alone', () => {
  const [{ trial, clauses } = { trial: trialOf('plain'), clauses: [] }] = countedTogether([
    onceIn('plain'),
    onceIn('gzip'),
  ])
  expect(afterTriedAlone(trial, onceIn('plain'), clauses).alone.confirmed).toEqual([PACE])
  expect(afterTriedAlone(trial, trialOf('plain'), clauses).alone.confirmed).toEqual([])
  expect(afterTriedAlone(trial, onceIn('plain')).alone.confirmed).toEqual([])
})
