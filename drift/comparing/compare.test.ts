import { describe, expect, it } from 'vitest'
import { VOLATILE } from '../baseline/baseline.ts'
import type { Where } from '../habits/habit.ts'
import { knownTo, type Line } from '../habits/habits-for-tests.ts'
import { HELD_SO_FAR } from '../habits/habits-of-run.ts'
import { compare } from './compare.ts'

const MODELS: Where = { endpoint: 'GET /models', status: 200 }
const BALANCE: Where = { endpoint: 'GET /billing/balance', status: 200 }
const JOBS: Where = { endpoint: 'GET /videos/{id}' }
const body = (where: Where, times: number): Line => [{ ...where, pointer: '' }, 'type', { object: times }]
const field = (where: Where, pointer: string, times: number, type = 'number'): Line[] => [
  [{ ...where, pointer }, 'presence', { always: times }],
  [{ ...where, pointer }, 'type', { [type]: times }],
]
const header = (where: Where, name: string, times: number): Line => [
  { ...where, header: name },
  'presence',
  { always: times },
]

function between(
  before: Line[],
  now: Line[],
  more: { profile?: 'standard'; bound?: Map<string, ['auth.revoked-key']> } = {},
) {
  const { changes, noise, seldom } = compare(knownTo(before), { ...knownTo(now), ...more })
  const told = (all: typeof changes) => all.map(({ kind, event }) => `${kind}: ${event}`)
  return { changes: told(changes), noise: told(noise), seldom: told(seldom) }
}

describe('what is in an answer', () => {
  const known = [body(BALANCE, 10), ...field(BALANCE, '/credits', 10)]

  it('is gone, which is breaking, with all that stands inside it', () => {
    const nested = [...known, ...field(BALANCE, '/plan', 10, 'object'), ...field(BALANCE, '/plan/name', 10, 'string')]
    expect(between(nested, [body(BALANCE, 4), ...field(BALANCE, '/credits', 4)]).changes).toEqual(['breaking: gone'])
  })

  it('is new, which is compatible', () => {
    const now = [body(BALANCE, 4), ...field(BALANCE, '/credits', 4), ...field(BALANCE, '/currency', 4, 'string')]
    expect(between(known, now).changes).toEqual(['compatible: new'])
  })

  it('is missing at times', () => {
    expect(between(known, [body(BALANCE, 4), ...field(BALANCE, '/credits', 2)]).changes).toEqual([
      'breaking: missing at times',
    ])
  })

  it('was missing at times already, which is noise', () => {
    const before = [body(BALANCE, 10), ...field(BALANCE, '/credits', 6)]
    const now = [body(BALANCE, 4), ...field(BALANCE, '/credits', 2)]
    expect(between(before, now)).toEqual({ changes: [], noise: ['noise: missing at times'], seldom: [] })
  })

  it('was looked at too seldom to say', () => {
    const before = [body(BALANCE, 1), ...field(BALANCE, '/credits', 1)]
    expect(between(before, [body(BALANCE, 1)]).seldom).toEqual(['breaking: gone'])
  })

  it('says nothing of an answer that did not come', () => {
    const { changes, notLookedAt } = compare(knownTo(known), knownTo([]))
    expect(changes).toEqual([])
    expect(notLookedAt).toEqual([BALANCE])
  })
})

describe('headers', () => {
  const everywhere = (times: number, name?: string): Line[] =>
    [MODELS, BALANCE].flatMap((where) => [body(where, times), ...(name ? [header(where, name, times)] : [])])

  it('that are gone from each place count together, however seldom each was looked at', () => {
    expect(between(everywhere(2, 'x-limit'), everywhere(1)).changes).toEqual(['breaking: gone', 'breaking: gone'])
    const one: Line[] = [body(MODELS, 2), header(MODELS, 'x-limit', 2)]
    expect(between(one, [body(MODELS, 1)]).seldom).toEqual(['breaking: gone'])
  })

  it('that compress are the other way round: whoever did not ask for it cannot read it', () => {
    const name = 'content-encoding'
    expect(between(everywhere(10, name), everywhere(4)).changes).toEqual(['compatible: gone', 'compatible: gone'])
    expect(between(everywhere(10), everywhere(4, name)).changes).toEqual(['breaking: new', 'breaking: new'])
  })

  it('that come and go at one endpoint are no news at another', () => {
    const before = [body(MODELS, 10), header(MODELS, 'x-cached', 5), body(BALANCE, 10)]
    expect(between(before, [body(BALANCE, 4), header(BALANCE, 'x-cached', 1)]).changes).toEqual([])
    expect(between([body(BALANCE, 10)], [body(BALANCE, 4), header(BALANCE, 'x-cached', 4)]).changes).toHaveLength(1)
  })
})

describe('words', () => {
  const plan = (words: Record<string, number>): Line[] => [[{ ...BALANCE, pointer: '/plan' }, 'word', words]]

  it('that were never said before are breaking', () => {
    expect(between(plan({ free: 10 }), plan({ gratis: 4 })).changes).toEqual(['breaking: another word'])
  })

  it('that are ever new are none', () => {
    expect(between(plan({ '…': 10 }), plan({ gratis: 4 })).changes).toEqual([])
    expect(between(plan({ free: 10 }), plan({ '…': 4 })).changes).toEqual([])
  })

  it('are believed to be more where many were said once alone', () => {
    expect(between(plan({ ash: 1, elm: 1, fir: 1, oak: 1 }), plan({ yew: 1 })).changes).toEqual([])
  })

  it('of a header that tells how an answer is kept are compatible', () => {
    const kept = (word: string): Line[] => [[{ ...BALANCE, header: 'cache-control' }, 'word', { [word]: 10 }]]
    expect(between(kept('no-store'), kept('private')).changes).toEqual(['compatible: another word'])
  })
})

describe('how something is answered', () => {
  const asked = (status: string, times = 10): Line[] => [
    [{ endpoint: 'GET /usage', asked: 'auth.revoked GET' }, 'answer', { [status]: times }],
  ]
  const bound = new Map([['auth.revoked', ['auth.revoked-key'] as ['auth.revoked-key']]])

  it.each([
    ['200', '403', 'breaking: refused now'],
    ['401', '403', 'breaking: another status'],
    ['400', '200', 'compatible: accepted now'],
  ])('was %s and is %s: %s', (before, now, told) => {
    expect(between(asked(before), asked(now)).changes).toEqual([told])
  })

  it('is breaking where the law says that it has to be refused, and compatible where it may be either', () => {
    const clause = (verdict: string): Line => [{ clause: 'auth.revoked-key' }, 'verdict', { [verdict]: 2 }]
    expect(between(asked('401'), [...asked('200'), clause('fail')], { bound }).changes).toEqual([
      'breaking: accepted now',
    ])
    expect(between(asked('401'), [...asked('200'), clause('pass')], { bound }).changes).toEqual([
      'compatible: accepted now',
    ])
  })

  it('is compatible where the clause holds at last that was broken', () => {
    const clause = (verdict: string): Line => [{ clause: 'auth.revoked-key' }, 'verdict', { [verdict]: 2 }]
    expect(between([...asked('200'), clause('fail')], [...asked('401'), clause('pass')], { bound }).changes).toEqual([
      'compatible: mended',
      'compatible: refused now',
    ])
  })
})

describe('a clause', () => {
  const verdict = (tally: Record<string, number>): Line[] => [[{ clause: 'auth.header-required' }, 'verdict', tally]]

  it('that held is broken, or the other way round', () => {
    expect(between(verdict({ pass: 2 }), verdict({ fail: 1 })).changes).toEqual(['breaking: broken'])
    expect(between(verdict({ fail: 2 }), verdict({ pass: 1 })).changes).toEqual(['compatible: mended'])
  })

  it('that is broken now and then is no news', () => {
    expect(between(verdict({ pass: 1, fail: 1 }), verdict({ fail: 1 })).changes).toEqual([])
  })

  it('is broken, too, where it was tried in part', () => {
    expect(between(verdict({ [HELD_SO_FAR]: 2 }), verdict({ fail: 1 })).changes).toEqual(['breaking: broken'])
    expect(between(verdict({ fail: 2 }), verdict({ [HELD_SO_FAR]: 1 })).changes).toEqual(['compatible: mended'])
    expect(between(verdict({ pass: 2 }), verdict({ [HELD_SO_FAR]: 1 })).changes).toEqual([])
  })

  it('is not known to be broken since, where more of it was asked than before', () => {
    expect(between(verdict({ [HELD_SO_FAR]: 2 }), verdict({ fail: 1 }), { profile: 'standard' }).changes).toEqual([])
    expect(between(verdict({ pass: 2 }), verdict({ fail: 1 }), { profile: 'standard' }).changes).toEqual([])
    expect(compare(knownTo(verdict({ pass: 2 })), knownTo(verdict({ fail: 1 }), { profile: 'full' }))).toMatchObject({
      changes: [],
      notLookedAt: [],
      notCompared: [{ where: { clause: 'auth.header-required' }, value: 'fail' }],
    })
  })

  it('is not known to be fixed where less of it was asked than before', () => {
    const standard = knownTo(verdict({ fail: 2 }), { profile: 'standard' })
    expect(compare(standard, knownTo(verdict({ pass: 1 })))).toMatchObject({
      changes: [],
      notCompared: [{ where: { clause: 'auth.header-required' }, value: 'pass' }],
    })
    expect(compare(standard, knownTo(verdict({ pass: 1 }), { profile: 'full' })).changes).toHaveLength(1)
  })

  it('is broken where only requests that both sides sent are looked at, whatever the profile', () => {
    const full = {
      ...knownTo(verdict({ fail: 1 }), { profile: 'full' }),
      bound: new Map(),
      asides: [],
      isFiltered: true,
    }
    expect(compare(knownTo(verdict({ pass: 2 })), full).changes).toMatchObject([{ event: 'broken' }])
  })
})

describe('a choice', () => {
  const extra = (tally: Record<string, number>, rounds: number): Line[] => [
    [{ open: 'body.extra-fields' }, 'choice', tally, rounds],
  ]

  it('is breaking, unless what was refused is accepted', () => {
    expect(between(extra({ accepted: 2 }, 2), extra({ 400: 1 }, 1)).changes).toEqual(['breaking: refused now'])
    expect(between(extra({ 400: 2 }, 2), extra({ accepted: 1 }, 1)).changes).toEqual(['compatible: accepted now'])
  })

  it('is of requests where the law leaves open what becomes of one, and nowhere else', () => {
    const told = (open: 'usage.shape' | 'jobs.polls-to-the-end', value: string): Line[] => [
      [{ open }, 'choice', { [value]: 2 }, 2],
    ]
    expect(between(told('usage.shape', 'refused'), told('usage.shape', '{"accepted":number}')).changes).toEqual([
      'breaking: another choice',
    ])
    expect(between(told('jobs.polls-to-the-end', '404'), told('jobs.polls-to-the-end', '250')).changes).toEqual([
      'breaking: another choice',
    ])
  })

  it('is no news of a server that chooses this one time and that another', () => {
    expect(between(extra({ kept: 2, dropped: 2 }, 2), extra({ kept: 1, echoed: 1 }, 1)).changes).toEqual([])
    expect(between(extra({ kept: 2 }, 2), extra({ kept: 1, echoed: 1 }, 1)).changes).toEqual([
      'breaking: another choice',
    ])
  })
})

describe('aliases', () => {
  const listed = (names: string[], times: number): Line[] => [
    body(MODELS, times),
    ...names.map((alias): Line => [{ alias }, 'listed', { listed: times }]),
  ]

  it('are gone, which is breaking, or new', () => {
    expect(between(listed(['swift', 'studio'], 10), listed(['swift', 'cinema'], 4)).changes).toEqual([
      'breaking: gone',
      'compatible: new',
    ])
  })

  it('were not looked at where a run did not find out how they are listed', () => {
    const { changes, notLookedAt } = compare(knownTo(listed(['swift'], 10)), knownTo([body(MODELS, 4)]))
    expect(changes).toEqual([])
    expect(notLookedAt).toEqual([{ alias: 'swift' }])
  })

  it('that are volatile are neither', () => {
    expect(
      between([body(MODELS, 10), [{ alias: VOLATILE }, 'listed', { listed: 1 }]], listed(['cinema'], 4)).changes,
    ).toEqual([])
  })
})

describe('jobs', () => {
  const went = (states: Record<string, number>, steps: Record<string, number>, jobs: number): Line[] => [
    [JOBS, 'state', states, jobs],
    [JOBS, 'step', steps, jobs],
  ]
  const before = went({ queued: 6, running: 6 }, { 'queued → running': 6, 'running → succeeded': 6 }, 6)

  it('in a state that none was seen in before are breaking, and their way is no news of its own', () => {
    const now = went({ queued: 1, paused: 1 }, { 'queued → paused': 1, 'paused → succeeded': 1 }, 1)
    expect(between(before, now).changes).toEqual(['breaking: another state'])
  })

  it('that go another way are compatible', () => {
    const now = went({ queued: 1, running: 1 }, { 'queued → running': 1, 'running → queued': 1 }, 1)
    expect(between(before, now).changes).toEqual(['compatible: another order'])
  })

  it('that went by many ways may go by one more', () => {
    const many = went({ queued: 6, running: 4 }, { 'queued → running': 3, 'running → queued': 2 }, 6)
    const now = went({ queued: 1, running: 1 }, { 'queued → succeeded': 1 }, 1)
    expect(between(many, now).changes).toEqual([])
  })
})

it('finds nothing between a server and itself', () => {
  const all = [body(BALANCE, 10), ...field(BALANCE, '/credits', 10), header(BALANCE, 'x-limit', 7)]
  const { notLookedAt, ...told } = compare(knownTo(all), knownTo(all))
  expect({ ...told, notLookedAt }).toEqual({ changes: [], noise: [], seldom: [], notLookedAt: [], notCompared: [] })
})
