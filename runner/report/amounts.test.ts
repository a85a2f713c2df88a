import { expect, it } from 'vitest'
import type { Began } from '../history/entry/entries.ts'
import type { Exchange, Purpose } from '../history/entry/exchange.ts'
import { RecordingInMemory } from '../history/recording.ts'
import { amountsOf } from './amounts.ts'
import { sampleExchange } from './sample-report-for-tests.ts'

const CLAUSE = 'submission.types-checked'
const began = {
  planned: [
    { id: 'a.probes', clause: CLAUSE, phases: ['probes'] },
    { id: 'a.rule', clause: 'answers.no-server-error', phases: [] },
  ],
} as unknown as Began

const exchange = (n: number, [sent, received]: [number, number], purpose: Partial<Purpose>): Exchange => ({
  ...sampleExchange(n),
  sent,
  received,
  purpose: { by: 'probes', part: 'probe', ...purpose } as Purpose,
})

const checks = [
  { id: 'a.probes', clause: CLAUSE, tried: 3 },
  { id: 'a.rule', clause: 'answers.no-server-error', tried: 4 },
  { id: 'a.skipped', clause: 'media.fps' },
] as const

it('counts cases, generated requests and requests in flight at once', () => {
  const recording = new RecordingInMemory([
    exchange(1, [1, 4], { breaks: CLAUSE }),
    exchange(2, [2, 6], { breaks: CLAUSE }),
    exchange(3, [7, 8], {}),
    exchange(4, [3, 5], { by: 'another phase' }),
  ])
  const { ofClause, parallel } = amountsOf(recording, began, checks)
  expect(parallel).toBe(3)
  expect(ofClause(CLAUSE)).toEqual({ cases: 3, generated: 2, parallel: 2 })
  // A rule without a phase of its own looks at all requests.
  expect(ofClause('answers.no-server-error')).toEqual({ cases: 4, generated: 0, parallel: 3 })
  expect(ofClause('media.fps')).toBeUndefined()
})
