import { expect, it } from 'vitest'
import { kept } from '../../runner/judging/clients/verdict.ts'
import { TOO_SOON, trialOf } from '../trials-for-tests.ts'
import { afterTriedAlone, brokenByTime } from './timing.ts'
import { countedTogether } from './together.ts'
import type { Trial } from './trial.ts'

const PACE = 'client.polls-no-faster-than-3-s'

/** In which one pause was a little too short, and not counted there. */
function onceIn(name: string): Trial {
  const trial = trialOf(name)
  const clauses = trial.judgement.clauses.map((clause) =>
    clause.id === PACE ? { ...clause, verdict: { ...kept(2, [2, 3]), forgiven: [TOO_SOON] } } : clause,
  )
  return { ...trial, judgement: { ...trial.judgement, clauses } }
}

it('forgives a client once, and not once in each scenario', () => {
  const trials = [onceIn('plain'), trialOf('nulls'), onceIn('gzip')]
  const counted = countedTogether(trials)
  expect(counted.map(({ trial, clauses }) => [trial.scenario.name, clauses, brokenByTime(trial)])).toEqual([
    ['plain', [PACE], [PACE]],
    ['gzip', [PACE], [PACE]],
  ])
})

it('counts it beside what another scenario breaks by itself', () => {
  const broken = trialOf('nulls', { found: { [PACE]: [TOO_SOON, TOO_SOON] } })
  expect(countedTogether([broken, onceIn('plain')]).map(({ trial }) => trial.scenario.name)).toEqual(['plain'])
})

it('forgives what came in one scenario alone', () => {
  expect(countedTogether([onceIn('plain'), trialOf('nulls')])).toEqual([])
})

it('lets it count where it came again alone, and decide nothing where it did not', () => {
  const [{ trial, clauses } = { trial: trialOf('plain'), clauses: [] }] = countedTogether([
    onceIn('plain'),
    onceIn('gzip'),
  ])
  expect(afterTriedAlone(trial, onceIn('plain'), clauses).alone.confirmed).toEqual([PACE])
  expect(afterTriedAlone(trial, trialOf('plain'), clauses).alone.confirmed).toEqual([])
  // By itself, once is not enough.
  expect(afterTriedAlone(trial, onceIn('plain')).alone.confirmed).toEqual([])
})
