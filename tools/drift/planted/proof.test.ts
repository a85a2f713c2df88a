import { expect, it } from 'vitest'
import { compare } from '../comparing/compare.ts'
import type { Where } from '../habits/habit.ts'
import { knownTo, type Line } from '../habits/habits-for-tests.ts'
import { PLANTS } from './plants.ts'
import { provedOn } from './proof.ts'

const BALANCE: Where = { endpoint: 'GET /billing/balance', status: 200 }
const JOBS: Where = { endpoint: 'GET /videos/{id}' }

/** Observations of a small check, with something of each kind. */
const SEEN: Line[] = [
  [{ clause: 'auth.revoked-key' }, 'verdict', { pass: 1 }],
  [{ open: 'body.extra-fields' }, 'choice', { kept: 1 }],
  [{ endpoint: 'GET /billing/balance' }, 'answer', { 200: 3 }],
  [{ endpoint: 'GET /usage', asked: 'auth.revoked-key GET' }, 'answer', { 401: 1 }],
  [{ endpoint: 'GET /billing/balance' }, 'speed', { 1: 1 }],
  [{ ...BALANCE, pointer: '' }, 'type', { object: 3 }],
  [{ ...BALANCE, pointer: '/credits' }, 'presence', { always: 3 }],
  [{ ...BALANCE, pointer: '/credits' }, 'type', { number: 3 }],
  [{ ...BALANCE, pointer: '/credits' }, 'form', { 'a whole number': 2 }],
  [{ ...BALANCE, pointer: '/plan' }, 'word', { free: 3 }],
  [JOBS, 'state', { queued: 1, running: 1 }, 1],
  [JOBS, 'step', { 'queued → running': 1 }, 1],
  [JOBS, 'polls', { 3: 1 }],
]
const EVENTS = PLANTS.map(({ event }) => event)

const blindTo =
  (event: string): typeof compare =>
  (...sides) => {
    const { changes, ...others } = compare(...sides)
    return { changes: changes.filter((each) => each.event !== event), ...others }
  }

it('finds one planted change of each kind, without changing the observations', () => {
  const known = knownTo(SEEN)
  expect(provedOn(known)).toEqual({ found: EVENTS, notPlanted: [], missed: [] })
  expect(known).toEqual(knownTo(SEEN))
})

it('names the kinds that it could not plant', () => {
  const { found, notPlanted } = provedOn(knownTo(SEEN.filter(([, aspect]) => aspect !== 'word')))
  expect(notPlanted).toEqual(['another word'])
  expect(found).toHaveLength(EVENTS.length - 1)
})

it.each(EVENTS)('names the events that a comparison misses: %s', (event) => {
  expect(provedOn(knownTo(SEEN), blindTo(event)).missed).toEqual([event])
})
