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

describe('a change that shows in one answer of ten', () => {
  it('is reported where it was looked at often enough', () => {
    const { verdict, changes } = drift(seen(60), seen(60, 54))
    expect(verdict).toBe('breaking')
    expect(changes[0]).toMatchObject({ event: 'missing at times', counts: { before: [0, 60], now: [6, 60] } })
    expect(changes[0]!.counts).toEqual({ before: [0, 60], now: [6, 60] })
    expect(changes[0]!.chance).toBeLessThan(0.01)
  })

  it('is listed as not looked at often enough where it was not, with the number', () => {
    const { verdict, changes, seldom } = drift(seen(10), seen(10, 9))
    expect({ verdict, changes }).toEqual({ verdict: 'same', changes: [] })
    expect(seldom).toHaveLength(1)
    const needed = seldom[0]!.sightingsNeeded!
    expect(needed).toBeGreaterThan(10)
    // And so it is.
    expect(drift(seen(needed), seen(needed, needed - Math.round(needed / 10))).verdict).toBe('breaking')
  })
})

describe('how a check ends', () => {
  const gone = [seen(10), seen(4, 0)] as const

  it.each<[string, ReturnType<typeof drift>, string, number]>([
    ['with 1 where something breaks', drift(...gone), 'breaking', 1],
    ['with 0 where nothing has changed', drift(seen(10), seen(4)), 'same', 0],
    ['with 0 where a client goes on working', drift(seen(10, 0), seen(4)), 'compatible', 0],
    ['with 1, too, where that is asked for', drift(seen(10, 0), seen(4), { failOn: 'compatible' }), 'compatible', 1],
    ['with 2 where nothing was seen', drift(seen(10), []), 'unknown', 2],
    ['with 2 where it was cut short', drift(seen(10), seen(4), {}, { cutShort: 'it was too long' }), 'unknown', 2],
    ['with 1 where it was cut short and something breaks', drift(...gone, {}, { cutShort: 'why' }), 'breaking', 1],
    ['with 130 where somebody interrupted it', drift(...gone, {}, { exit: 130 }), 'breaking', 130],
    [
      'with 0 where the client reads nothing of it',
      drift(...gone, { onlyReliedOn: true, isReliedOn: () => false }),
      'same',
      0,
    ],
  ])('%s', (_, report, verdict, exit) => {
    expect({ verdict: report.verdict, exit: report.exit }).toEqual({ verdict, exit })
  })

  it('with 70 where it does not see what it plants itself, and never says that all is the same', () => {
    vi.mocked(compare).mockReturnValue({ changes: [], noise: [], seldom: [], notLookedAt: [], notCompared: [] })
    const { exit, proof } = drift(seen(10), seen(4))
    vi.mocked(compare).mockRestore()
    expect(exit).toBe(70)
    expect(proof.missed).toContain('gone')
  })
})

describe('an acceptance', () => {
  const [{ id, what, where }] = drift(seen(10), seen(4, 0)).changes as [DriftChange]
  const accepting = knownTo(seen(10), { accepted: [{ id, reason: 'we do not read it', what, where }] })

  it('keeps a change from failing a check, on another day with other counts', () => {
    const report = driftBetween(accepting, knownTo(seen(7, 0)), WHOLE)
    expect(report).toMatchObject({ verdict: 'same', exit: 0, stale: [] })
    expect(report.changes).toMatchObject([{ id, accepted: 'we do not read it' }])
  })

  it('is stale once the change went away', () => {
    expect(driftBetween(accepting, knownTo(seen(4)), WHOLE).stale.map((each) => each.id)).toEqual([id])
  })

  it('is not stale where nobody could look', () => {
    expect(driftBetween(accepting, knownTo([[{ alias: 'x' }, 'listed', { listed: 1 }]]), WHOLE).stale).toEqual([])
  })
})

it('puts first what matters most', () => {
  const more: Line[] = [[{ ...BALANCE, pointer: '/currency' }, 'presence', { always: 4 }]]
  expect(drift(seen(10), [...seen(4, 0), ...more]).changes.map(({ kind }) => kind)).toEqual(['breaking', 'compatible'])
})
