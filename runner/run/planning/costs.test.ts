import { expect, it } from 'vitest'
import type { Phase, Prospect } from '../../driving/phase.ts'
import { configure } from '../../settings/configuration.ts'
import { targetOf } from '../../settings/target.ts'
import { costsWith } from './costs.ts'

const prospectOf = (deadlineMs: number, jobs = 1): Prospect => ({
  target: targetOf('https://server.test/v1'),
  configuration: configure({ deadlineMs, seed: 1 }, false),
  keys: ['A'],
  lengthOf: () => 20,
  jobs,
  visited: 1,
  succeeding: 1,
})

function asked() {
  const heard: number[] = []
  const phase: Phase = {
    name: 'asked',
    cost({ jobs }) {
      heard.push(jobs)
      return { requests: jobs }
    },
    drive: async () => undefined,
  }
  const of = (prospect: Prospect) => costsWith([phase], prospect).get(phase)
  return { heard, of }
}

it('asks a phase once for all deadlines, and once more where anything else is another', () => {
  const { heard, of } = asked()
  expect([of(prospectOf(1000)), of(prospectOf(60_000)), of(prospectOf(1000, 2))]).toEqual([
    { requests: 1 },
    { requests: 1 },
    { requests: 2 },
  ])
  expect(heard).toEqual([1, 2])
  of({ ...prospectOf(1000), lengthOf: () => 21 })
  expect(heard).toEqual([1, 2, 1])
})

it('holds the last few alone', () => {
  const { heard, of } = asked()
  for (let jobs = 1; jobs <= 20; jobs++) of(prospectOf(1000, jobs))
  of(prospectOf(1000, 20))
  of(prospectOf(1000, 1))
  expect(heard.length).toBe(21)
})
