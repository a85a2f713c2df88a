import { describe, expect, it, vi } from 'vitest'
import { compare } from './comparing/compare.ts'
import { type Circumstances, driftBetween, type Judging } from './drift.ts'
import type { Where } from './habits/habit.ts'
import { knownTo, type Line } from './habits/habits-for-tests.ts'
import type { DriftChange } from './report.ts'

vi.mock('./comparing/compare.ts', { spy: true })

const BALANCE: Where = { endpoint: 'GET /billing/balance', status: 200 }
const PLAN: Where = { ...BALANCE, pointer: '/plan' }
const seen = (times: number, withPlan = times): Line[] => [
  [{ ...BALANCE, pointer: '' }, 'type', { object: times }],
  ...(withPlan > 0 ? [[PLAN, 'presence', { always: withPlan }] as Line] : []),
]
const WHOLE: Circumstances = {
  suite: { name: 'gatecheck', version: '0.0.0' },
  target: { baseUrl: 'http://127.0.0.1:1/v1' },
  startedAt: '2026-01-01T00:00:00.000Z',
  seconds: 1,
  spent: { requests: 4, jobs: 0, videoSeconds: 0 },
  exit: 0,
}

const drift = (before: Line[], now: Line[], judging: Judging = {}, more: Partial<Circumstances> = {}) =>
  driftBetween(knownTo(before), knownTo(now), { ...WHOLE, ...more }, judging)

describe('a change in one of ten responses', () => {
  it('is reported if there were enough sightings', () => {
    const { verdict, changes } = drift(seen(60), seen(60, 54))
    expect(verdict).toBe('breaking')
    expect(changes[0]).toMatchObject({ event: 'missing at times', counts: { before: [0, 60], now: [6, 60] } })
  })

  it('is listed with the number of sightings needed if there were fewer', () => {
    const { verdict, changes, seldom } = drift(seen(10), seen(10, 9))
    expect({ verdict, changes }).toEqual({ verdict: 'same', changes: [] })
    const needed = seldom[0]!.sightingsNeeded!
    expect(drift(seen(needed), seen(needed, needed - Math.round(needed / 10))).verdict).toBe('breaking')
  })
})

describe('a check exits', () => {
  const gone = [seen(10), seen(4, 0)] as const
  const added = [seen(10, 0), seen(4)] as const
  const unread = { onlyReliedOn: true, isReliedOn: () => false }

  it.each<[number, string, ReturnType<typeof drift>, string]>([
    [1, 'for a breaking change', drift(...gone), 'breaking'],
    [0, 'without a change', drift(seen(10), seen(4)), 'same'],
    [0, 'for a compatible change', drift(...added), 'compatible'],
    [1, 'for a compatible change with failOn compatible', drift(...added, { failOn: 'compatible' }), 'compatible'],
    [2, 'when it saw nothing', drift(seen(10), []), 'unknown'],
    [2, 'when it was cut short', drift(seen(10), seen(4), {}, { cutShort: 'too long' }), 'unknown'],
    [1, 'when it was cut short after a breaking change', drift(...gone, {}, { cutShort: 'why' }), 'breaking'],
    [130, 'when it was interrupted', drift(...gone, {}, { exit: 130 }), 'breaking'],
    [0, 'for a change that no given client reads', drift(...gone, unread), 'same'],
  ])('%i %s', (exit, _, report, verdict) => {
    expect(report).toMatchObject({ verdict, exit })
  })

  it('70 when it misses the changes that it plants itself', () => {
    vi.mocked(compare).mockReturnValue({ changes: [], noise: [], seldom: [], notLookedAt: [], notCompared: [] })
    const { exit, proof } = drift(seen(10), seen(4))
    vi.mocked(compare).mockRestore()
    expect(exit).toBe(70)
    expect(proof.missed).toContain('gone')
  })
})

describe('an accepted change', () => {
  const [{ id, what, where }] = drift(seen(10), seen(4, 0)).changes as [DriftChange]
  const accepting = knownTo(seen(10), { accepted: [{ id, reason: 'we do not read it', what, where }] })

  it('fails no later check, whatever the counts', () => {
    const report = driftBetween(accepting, knownTo(seen(7, 0)), WHOLE)
    expect(report).toMatchObject({ verdict: 'same', exit: 0, stale: [] })
    expect(report.changes).toMatchObject([{ id, accepted: 'we do not read it' }])
  })

  it('is stale if the server has changed back, and not if nothing was seen', () => {
    expect(driftBetween(accepting, knownTo(seen(4)), WHOLE).stale.map((each) => each.id)).toEqual([id])
    expect(driftBetween(accepting, knownTo([[{ alias: 'x' }, 'listed', { listed: 1 }]]), WHOLE).stale).toEqual([])
  })
})
