import { describe, expect, it } from 'vitest'
import { VOLATILE } from '../baseline/baseline.ts'
import type { Where } from '../habits/habit.ts'
import { knownTo, type Line } from '../habits/habits-for-tests.ts'
import { HELD_SO_FAR } from '../habits/habits-of-run.ts'
import { compare } from './compare.ts'

const MODELS: Where = { endpoint: 'GET /models', status: 200 }
const BALANCE: Where = { endpoint: 'GET /billing/balance', status: 200 }
const JOBS: Where = { endpoint: 'GET /videos/{id}' }
const STAGE: Where = { ...JOBS, status: 200, state: 'running', pointer: '/stage' }
const NEXT: Where = { endpoint: 'GET /usage', status: 200, pointer: '/next' }
const PLAN: Where = { ...BALANCE, pointer: '/plan' }
const LOAD: Where = { endpoint: 'GET /capacity', status: 200, pointer: '/load' }
const HEADER: Where = { ...BALANCE, header: 'content-encoding' }
const CACHING: Where = { ...BALANCE, header: 'cache-control' }
const USAGE: Where = { endpoint: 'GET /usage', asked: 'auth.revoked-key GET' }
const HELD: Where = { clause: 'auth.revoked-key' }
const EXTRA: Where = { open: 'body.extra-fields' }

const always = (where: Where, aspect: Line[1], value: string, times = 10): Line[] => [
  [where, aspect, { [value]: times }],
]
const body = (where: Where, times: number): Line[] => always({ ...where, pointer: '' }, 'type', 'object', times)
const there = (where: Where, times: number): Line[] => always(where, 'presence', 'always', times)
const balance = (times: number, withField = 0): Line[] => [
  ...body(BALANCE, times),
  ...(withField > 0 ? there({ ...BALANCE, pointer: '/a' }, withField) : []),
]
const INSIDE = there({ ...BALANCE, pointer: '/a/b' }, 10)
const compressed = (times: number) => [...body(BALANCE, times), ...there(HEADER, times)]
const words = (where: Where, tally: Record<string, number>): Line[] => [[where, 'word', tally]]
const choice = (tally: Record<string, number>, rounds: number): Line[] => [[EXTRA, 'choice', tally, rounds]]
const listed = (times: number, ...names: string[]): Line[] => [
  ...body(MODELS, times),
  ...names.flatMap((alias) => always({ alias }, 'listed', 'listed', times)),
]
const went = (jobs: number, second: string, ...steps: string[]): Line[] => [
  [JOBS, 'state', { queued: jobs, [second]: jobs }, jobs],
  [JOBS, 'step', Object.fromEntries(steps.map((step) => [step, jobs])), jobs],
]
const STEADY = went(6, 'running', 'queued → running', 'running → succeeded')
const SEVERAL: Line[] = [
  [JOBS, 'state', { queued: 6, running: 4 }, 6],
  [JOBS, 'step', { 'queued → running': 3, 'running → queued': 2 }, 6],
]

function told(before: Line[], now: Line[], more: object = {}): string[] {
  const { changes, noise, seldom } = compare(knownTo(before), { ...knownTo(now), ...more })
  return [
    ...[...changes, ...noise].map(({ kind, event }) => `${kind}: ${event}`),
    ...seldom.map(({ event }) => `seldom: ${event}`),
  ]
}

type Value = [title: string, where: Where, aspect: Line[1], before: string, now: string, told: string]

it.each<Value>([
  ['a caching header', CACHING, 'word', 'no-store', 'private', 'compatible: another word'],
  ['null in place of a string', STAGE, 'type', 'string', 'null', 'breaking: another type'],
  ['a string in place of null', STAGE, 'type', 'null', 'string', 'compatible: another type'],
  ['another form', STAGE, 'form', 'a date', 'a date with a time', 'breaking: another form'],
  ['a wider form', STAGE, 'form', 'a number in text', 'a token', 'breaking: another form'],
  ['a fraction', STAGE, 'form', 'a whole number', 'a fraction', 'breaking: another form'],
  ['a refusal', USAGE, 'answer', '200', '403', 'breaking: refused now'],
  ['another refusal', USAGE, 'answer', '401', '403', 'breaking: another status'],
  ['an acceptance', USAGE, 'answer', '400', '200', 'compatible: accepted now'],
  ['a clause that fails now', HELD, 'verdict', 'pass', 'fail', 'breaking: broken'],
  ['a clause that fails after it was tried in part', HELD, 'verdict', HELD_SO_FAR, 'fail', 'breaking: broken'],
  ['a clause that passes now', HELD, 'verdict', 'fail', 'pass', 'compatible: mended'],
  ['a choice that refuses', EXTRA, 'choice', 'accepted', '400', 'breaking: refused now'],
  ['a choice that accepts', EXTRA, 'choice', '400', 'accepted', 'compatible: accepted now'],
  ['a choice that is no refusal', { open: 'usage.shape' }, 'choice', '404', '250', 'breaking: another choice'],
  ['ten times the duration', BALANCE, 'speed', '10', '100', 'compatible: slower'],
  ['ten times the polls', JOBS, 'polls', '3', '30', 'compatible: more polls'],
  ['a tenth of the polls', JOBS, 'polls', '30', '3', 'compatible: fewer polls'],
])('reports %s', (_, where, aspect, before, now, change) => {
  expect(told(always(where, aspect, before), always(where, aspect, now))).toEqual([change])
})

it.each<[title: string, where: Where, aspect: Line[1], before: string, now: string]>([
  ['a word where each is new', PLAN, 'word', '…', 'gratis'],
  ['the first value of an account', NEXT, 'type', 'null', 'string'],
  ['a narrower form', STAGE, 'form', 'a token', 'a token that begins with swift-'],
  ['a fraction where something is counted', LOAD, 'form', 'a whole number', 'a fraction'],
  ['three times the duration', BALANCE, 'speed', '100', '300'],
  ['a duration of 30 ms', BALANCE, 'speed', '1', '30'],
])('does not report %s', (_, where, aspect, before, now) => {
  expect(told(always(where, aspect, before), always(where, aspect, now))).toEqual([])
})

const RETYPED = [...always(STAGE, 'type', 'string'), ...always(STAGE, 'form', 'a date')]
const STAMP = [...always(STAGE, 'type', 'number'), ...always(STAGE, 'form', 'seconds since 1970')]
const ANY_ALIAS = [...body(MODELS, 10), ...always({ alias: VOLATILE }, 'listed', 'listed', 1)]
const VARIED: Line[] = [[HELD, 'verdict', { pass: 1, fail: 1 }]]
const TREES = words(PLAN, { ash: 1, elm: 1, fir: 1, oak: 1 })

it.each<[title: string, before: Line[], now: Line[], told: string[]]>([
  ['nothing on the same server', balance(10, 10), balance(10, 10), []],
  ['a new field', balance(10), balance(4, 4), ['compatible: new']],
  ['a field missing at times', balance(10, 10), balance(4, 2), ['breaking: missing at times']],
  ['a field that was missing at times as noise', balance(10, 6), balance(4, 2), ['noise: missing at times']],
  ['a field seen too seldom to decide', balance(1, 1), balance(1), ['seldom: gone']],
  ['a missing object without its fields', [...balance(10, 10), ...INSIDE], balance(4), ['breaking: gone']],
  ['no compression any more', compressed(10), body(BALANCE, 10), ['compatible: gone']],
  ['compression without being asked', body(BALANCE, 10), compressed(10), ['breaking: new']],
  ['a word never seen before', words(PLAN, { free: 10 }), words(PLAN, { gratis: 4 }), ['breaking: another word']],
  ['a word among many as undecided', TREES, words(PLAN, { yew: 1 }), ['seldom: another word']],
  ['another type without its form', RETYPED, STAMP, ['breaking: another type']],
  ['a clause that failed at times as noise', VARIED, always(HELD, 'verdict', 'fail', 1), ['noise: broken']],
  ['a choice that varies now', choice({ kept: 2 }, 2), choice({ kept: 1, echoed: 1 }, 1), ['breaking: another choice']],
  ['aliases', listed(10, 'swift', 'studio'), listed(4, 'swift', 'cinema'), ['breaking: gone', 'compatible: new']],
  ['no volatile alias', ANY_ALIAS, listed(4, 'cinema'), []],
  ['a new job state without its steps', STEADY, went(1, 'paused', 'queued → paused'), ['breaking: another state']],
  ['another order of states', STEADY, went(1, 'running', 'running → queued'), ['compatible: another order']],
  ['no order where it varied before', SEVERAL, went(1, 'running', 'queued → succeeded'), []],
])('reports %s', (_, before, now, changes) => {
  expect(told(before, now)).toEqual(changes)
})

it('counts a header that is missing from each endpoint together, however few reads there are', () => {
  const limits = (times: number, ...places: Where[]) =>
    places.flatMap((where) => [...body(where, times), ...there({ ...where, header: 'x-limit' }, times)])
  const without = (...places: Where[]) => places.flatMap((where) => body(where, 1))
  expect(told(limits(2, MODELS, BALANCE), without(MODELS, BALANCE))).toEqual(['breaking: gone', 'breaking: gone'])
  expect(told(limits(2, MODELS), without(MODELS))).toEqual(['seldom: gone'])
})

it('does not decide on a word that varies at another endpoint', () => {
  const header = (where: Where): Where => ({ ...where, header: 'x-experiment' })
  const before = [...words(header(MODELS), { control: 3, b: 4 }), ...words(header(BALANCE), { control: 3 })]
  expect(told(before, words(header(BALANCE), { b: 3 }))).toEqual(['seldom: another word'])
  expect(told(before, words(header(BALANCE), { c: 3 }))).toEqual(['compatible: another word'])
})

it('names places and aliases that this run did not see', () => {
  const missed = (before: Line[], now: Line[]) => {
    const { changes, notLookedAt } = compare(knownTo(before), knownTo(now))
    return [...changes, ...notLookedAt]
  }
  expect(missed(balance(10, 10), [])).toEqual([BALANCE])
  expect(missed(listed(10, 'swift'), body(MODELS, 4))).toEqual([{ alias: 'swift' }])
})

describe('a clause', () => {
  const bound = new Map([['auth.revoked-key', ['auth.revoked-key']]])

  it.each([
    ['breaking', 'fail'],
    ['compatible', 'pass'],
  ])('makes an accepted request %s where its verdict is %s', (kind, verdict) => {
    const now = [...always(USAGE, 'answer', '200'), ...always(HELD, 'verdict', verdict)]
    expect(told(always(USAGE, 'answer', '401'), now, { bound })).toEqual([`${kind}: accepted now`])
  })

  it('makes a refused request compatible if the clause passes now', () => {
    const before = [...always(USAGE, 'answer', '200'), ...always(HELD, 'verdict', 'fail')]
    const now = [...always(USAGE, 'answer', '401'), ...always(HELD, 'verdict', 'pass')]
    expect(told(before, now, { bound })).toEqual(['compatible: mended', 'compatible: refused now'])
  })

  it.each([
    ['a failure of a larger profile', 'pass', 'smoke', 'fail', 'full'],
    ['a success of a smaller profile', 'fail', 'standard', 'pass', 'smoke'],
  ] as const)('is not compared with %s', (_, before, of, value, profile) => {
    const known = knownTo(always(HELD, 'verdict', before), { profile: of })
    const result = compare(known, knownTo(always(HELD, 'verdict', value), { profile }))
    expect(result).toMatchObject({ changes: [], notCompared: [{ where: HELD, value }] })
  })

  it('is compared in any profile if both runs sent the requests', () => {
    const failing = knownTo(always(HELD, 'verdict', 'fail'), { profile: 'full' })
    const filtered = { ...failing, bound: new Map(), asides: [], isFiltered: true }
    expect(compare(knownTo(always(HELD, 'verdict', 'pass')), filtered).changes).toMatchObject([{ event: 'broken' }])
  })
})
