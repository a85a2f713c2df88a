import { describe, expect, it } from 'vitest'
import type { Where } from '../habits/habit.ts'
import { knownTo, type Line } from '../habits/habits-for-tests.ts'
import { baselineOf, VOLATILE } from './baseline.ts'
import { baselineText, NoBaseline, readBaseline } from './file.ts'
import { calm } from './tellings.ts'

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

/** How often something could have been there is what its surroundings say. */
const plain = (lines: ReturnType<typeof readBaseline>) =>
  [...lines.habits.values()]
    .map(({ where, aspect, tally, seen }) =>
      JSON.stringify([Object.entries(where).sort(), aspect, [...tally].sort(), aspect === 'presence' || seen]),
    )
    .sort()

describe('the text of a baseline', () => {
  it('is JSON, and reads back to what it was written from', () => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(plain(readBaseline(text))).toEqual(plain(known))
    expect(readBaseline(text).accepted).toEqual(ACCEPTED)
  })

  it('reads back to the same text', () => {
    expect(baselineText(readBaseline(text))).toBe(text)
  })

  it('depends on no order in which something was seen', () => {
    expect(baselineText(knownTo([...LINES].reverse(), { accepted: ACCEPTED }))).toBe(text)
  })

  it('has a line for each fact, so that one change is one line of a difference', () => {
    const other = LINES.map(
      (line): Line => (line[0].clause === 'auth.revoked-key' ? [line[0], line[1], { fail: 2 }] : line),
    )
    const lines = baselineText(knownTo(other, { accepted: ACCEPTED })).split('\n')
    const before = text.split('\n')
    expect(lines).toHaveLength(before.length)
    expect(lines.filter((line, nth) => line !== before[nth])).toEqual(['    "auth.revoked-key": "fail",'])
  })

  it('says what is always so, as often as is usual, without a count', () => {
    expect(text).toContain('"body /stage": {"type":"string","word":"generating"}')
    expect(text).toContain('"auth.revoked-key": "pass"')
    expect(text).toContain('"body /credits": {"type":[{"null":1,"number":9},10]}')
  })

  it('keeps a count that is a little larger on another day as it was', () => {
    expect([1, 2, 3, 4, 10, 14, 16, 49, 50, 99, 100].map(calm)).toEqual([1, 2, 3, 3, 10, 10, 15, 30, 50, 70, 100])
  })
})

describe('a text that is no baseline', () => {
  it.each([
    ['<<<<<<< HEAD\n{}', /not JSON/],
    ['[]', /not a JSON object/],
    ['{"schema": 99}', /schema 99.*record it anew/],
    ['{"schema": 1, "profile": "tiny"}', /record it anew/],
  ])('says what is wrong with it: %s', (wrong, message) => {
    expect(() => readBaseline(wrong)).toThrow(NoBaseline)
    expect(() => readBaseline(wrong)).toThrow(message)
  })

  it('does not take an answer that cannot be read for another one', () => {
    expect(() => readBaseline(text.replace('"GET /billing/balance 200"', '"GET /billing/balance"'))).toThrow(NoBaseline)
  })
})

describe('a baseline of several rounds', () => {
  const models: Line = [{ endpoint: 'GET /models', status: 200, pointer: '' }, 'type', { object: 2 }]

  it('adds up what each has seen', () => {
    const { rounds, habits } = baselineOf([knownTo(LINES, { rounds: 1 }), knownTo(LINES, { rounds: 1 })])
    expect(rounds).toBe(2)
    expect([...habits.values()].find(({ aspect }) => aspect === 'polls')?.seen).toBe(4)
  })

  it('knows aliases that are listed now and then for volatile, and those that are always there for steady', () => {
    const round = (alias: string): Line[] => [
      models,
      [{ alias: 'swift' }, 'listed', { listed: 2 }],
      [{ alias }, 'listed', { listed: 2 }],
    ]
    const { habits } = baselineOf([knownTo(round('studio')), knownTo(round('cinema'))])
    const aliases = [...habits.values()].flatMap(({ where }) => where.alias ?? [])
    expect(aliases.sort()).toEqual([VOLATILE, 'swift'])
  })
})
