import { describe, expect, it } from 'vitest'
import type { Where } from '../habits/habit.ts'
import { knownTo, type Line } from '../habits/habits-for-tests.ts'
import { baselineOf, VOLATILE } from './baseline.ts'
import { baselineText, NoBaseline, readBaseline } from './file.ts'

const BALANCE: Where = { endpoint: 'GET /billing/balance', status: 200 }
const RUNNING: Where = { endpoint: 'GET /videos/{id}', status: 200, state: 'running' }
const JOBS: Where = { endpoint: 'GET /videos/{id}' }

const LINES: Line[] = [
  [{ clause: 'auth.revoked-key' }, 'verdict', { pass: 2 }],
  [{ clause: 'auth.unknown-key' }, 'verdict', { pass: 1, fail: 1 }],
  [{ open: 'polls.limited' }, 'choice', { 'with Retry-After': 2, 'without Retry-After': 1 }, 2],
  [{ endpoint: 'GET /billing/balance' }, 'speed', { 3: 2 }],
  [{ endpoint: 'GET /billing/balance' }, 'answer', { 200: 10 }],
  [{ endpoint: 'POST /videos', asked: 'a submission with duration, prompt' }, 'answer', { 202: 2 }],
  [{ ...BALANCE, pointer: '' }, 'type', { object: 10 }],
  [{ ...BALANCE, pointer: '/credits' }, 'presence', { always: 10 }],
  [{ ...BALANCE, pointer: '/credits' }, 'type', { number: 9, null: 1 }],
  [{ ...BALANCE, pointer: '/__proto__' }, 'presence', { always: 3, 'at times': 2 }],
  [{ ...BALANCE, pointer: '/__proto__' }, 'type', { string: 5 }],
  [{ ...BALANCE, header: 'content-type' }, 'presence', { always: 10 }],
  [{ ...BALANCE, header: 'content-type' }, 'word', { 'application/json': 10 }],
  [{ ...RUNNING, pointer: '' }, 'type', { object: 5 }],
  [{ ...RUNNING, pointer: '/stage' }, 'presence', { always: 5 }],
  [{ ...RUNNING, pointer: '/stage' }, 'type', { string: 5 }],
  [{ ...RUNNING, pointer: '/stage' }, 'word', { generating: 5 }],
  [JOBS, 'state', { queued: 6, running: 5 }, 6],
  [JOBS, 'step', { 'queued → running': 5 }, 6],
  [JOBS, 'polls', { 3: 2 }],
]
const ACCEPTED = [
  {
    id: '0123456789ab',
    reason: 'we do not read it',
    what: '/plan in GET /usage 200 is gone.',
    where: { endpoint: 'GET /usage' as const, status: 200, pointer: '/plan' },
  },
]
const known = knownTo(LINES, { accepted: ACCEPTED })
const text = baselineText(known)

/** Without `seen`, which the file derives from the surroundings. */
const plain = (lines: ReturnType<typeof readBaseline>) =>
  [...lines.habits.values()]
    .map(({ where, aspect, tally, seen }) =>
      JSON.stringify([Object.entries(where).sort(), aspect, [...tally].sort(), aspect === 'presence' || seen]),
    )
    .sort()

describe('a baseline file', () => {
  it('reads back to the same value and text', () => {
    expect(plain(readBaseline(text))).toEqual(plain(known))
    expect(readBaseline(text).accepted).toEqual(ACCEPTED)
    expect(baselineText(readBaseline(text))).toBe(text)
  })

  it('has one line per fact, in an order that does not depend on the run', () => {
    const other = [...LINES].reverse()
    other[LINES.length - 1] = [{ clause: 'auth.revoked-key' }, 'verdict', { fail: 2 }]
    const before = text.split('\n')
    const after = baselineText(knownTo(other, { accepted: ACCEPTED })).split('\n')
    expect(after.filter((line, nth) => line !== before[nth])).toEqual(['    "auth.revoked-key": "fail",'])
  })

  it.each([
    ['<<<<<<< HEAD\n{}', /not JSON/],
    ['[]', /not a JSON object/],
    ['{"schema": 99}', /schema 99.*record it again/],
    ['{"schema": 1, "profile": "tiny"}', /record it again/],
    [text.replace('"GET /billing/balance 200"', '"GET /billing/balance"'), /billing/],
  ])('is refused with the reason: %.40s', (wrong, message) => {
    expect(() => readBaseline(wrong)).toThrow(NoBaseline)
    expect(() => readBaseline(wrong)).toThrow(message)
  })
})

it('adds up its rounds, and marks aliases that are listed only sometimes as volatile', () => {
  const round = (alias: string): Line[] => [
    [{ endpoint: 'GET /models', status: 200, pointer: '' }, 'type', { object: 2 }],
    [{ alias: 'swift' }, 'listed', { listed: 2 }],
    [{ alias }, 'listed', { listed: 2 }],
  ]
  const [one, other] = ['studio', 'cinema'].map((alias) => knownTo(round(alias), { rounds: 1 }))
  const { rounds, habits } = baselineOf([one!, other!])
  const aliases = [...habits.values()].filter(({ where }) => where.alias)
  expect(rounds).toBe(2)
  expect(aliases.map(({ where }) => where.alias).sort()).toEqual([VOLATILE, 'swift'])
  expect(aliases.find(({ where }) => where.alias === 'swift')!.seen).toBe(4)
})
