import { expect, it } from 'vitest'
import type { Prospect } from '../../runner/driving/phase.ts'
import { configure, PROFILES } from '../../runner/settings/configuration.ts'
import { targetOf } from '../../runner/settings/target.ts'
import { SUITES } from '../index.ts'

const phases = new Set(SUITES.flatMap(({ checks }) => checks.flatMap((check) => check.phases)))

it('is what each phase says it costs: an outlook asks it for one deadline, and tells of all', () => {
  expect(phases.size).toBeGreaterThan(60)
  for (const profile of PROFILES)
    for (const takesAllOn of [false, true]) {
      const at = (deadlineMs: number): Prospect => ({
        target: targetOf('https://server.test/v1'),
        configuration: configure({ profile, deadlineMs, seed: 1, imageUrl: 'https://images.test/a.png' }, false),
        keys: ['A', 'A2', 'B', 'R'],
        lengthOf: () => 40,
        jobs: 12,
        visited: 8,
        succeeding: 6,
        ...(takesAllOn && { takesAllOn }),
      })
      for (const phase of phases) expect(phase.cost(at(20_000)), phase.name).toEqual(phase.cost(at(7_200_000)))
    }
})
