import { expect, it } from 'vitest'
import type { HistoryEntry } from '../entry/entries.ts'
import type { Exchange } from '../entry/exchange.ts'
import type { Look } from '../entry/look.ts'
import { answered } from '../handwritten-for-tests.ts'
import { RecordingInMemory } from '../recording.ts'
import { Ledger } from './ledger.ts'

const plain = (entry: HistoryEntry) => entry
const ledgerOf = (...exchanges: Exchange[]) => {
  const ledger = new Ledger(new RecordingInMemory(exchanges), plain)
  for (const each of exchanges) ledger.add(each)
  return ledger
}
const asked = ({ request, purpose }: Exchange) => ({ request: { ...request }, purpose: { ...purpose } })

it('hands out what was answered to the same request, as often as it was asked, in the order of then', () => {
  const [first, again] = [answered(200, { by: 'x', body: 'one' }), answered(200, { by: 'x', body: 'two' })]
  const ledger = ledgerOf(first, again)
  expect([1, 2, 3].map(() => ledger.take(asked(first))?.n)).toEqual([first.n, again.n, undefined])
})

it('hands out nothing to whoever asks for another purpose', () => {
  const one = answered(200, { by: 'x', case: 'this' })
  const ledger = ledgerOf(one)
  expect(ledger.take({ ...asked(one), purpose: { ...one.purpose, case: 'that' } })).toBeUndefined()
  expect(ledger.take({ ...asked(one), request: { ...one.request, path: '/v1/usage' } })).toBeUndefined()
  expect(ledger.take(asked(one))).toEqual(one)
})

it('lets a good request be sent anew where something was that it is to tell of', () => {
  const control = answered(200, { by: 'x', part: 'control' })
  const others = answered(200, { by: 'y', part: 'control' })
  const ledger = ledgerOf(control, others)
  expect(ledger.take(asked(answered(404, { by: 'x', part: 'probe' })))).toBeUndefined()
  expect(ledger.take(asked(control))).toBeUndefined()
  expect(ledger.take(asked(others))).toEqual(others)
})

it('knows what is still to come, so that nobody waits for it', () => {
  const [one, two] = [answered(200, { by: 'x' }), answered(200, { by: 'x' })]
  const ledger = ledgerOf(one, two)
  ledger.take(asked(one))
  expect([ledger.isAheadOf('x'), ledger.isOutOfSight(one.n), ledger.isOutOfSight(two.n)]).toEqual([true, false, true])
  expect(ledger.holds(asked(one))).toBe(true)
  ledger.take(asked(two))
  expect([ledger.isAheadOf('x'), ledger.holds(asked(one))]).toEqual([false, false])
})

it('waits again once something new was asked for', () => {
  const ledger = ledgerOf(answered(200, { by: 'x', case: 'a' }))
  ledger.take(asked(answered(200, { by: 'x', case: 'b' })))
  expect(ledger.isAheadOf('x')).toBe(false)
})

it('counts the polls of each job that are left', () => {
  const poll = answered(200, { by: 'jobs', part: 'poll', job: 7, polled: 'j' })
  const ledger = ledgerOf(poll)
  expect([ledger.holdsPollsOf(7), ledger.holdsPollsOf(8)]).toEqual([true, false])
  ledger.take(asked(poll))
  expect(ledger.holdsPollsOf(7)).toBe(false)
})

it('hands out each look at a file once', () => {
  const ledger = ledgerOf()
  const look = { kind: 'look', by: 'x', job: 7, time: 'first' } as Look
  ledger.addLook(look)
  expect(ledger.takeLook({ by: 'x', job: 7, time: 'again' })).toBeUndefined()
  expect(ledger.takeLook(look)).toBe(look)
  expect(ledger.takeLook(look)).toBeUndefined()
})

it('keeps out of sight what was abandoned, and hands none of it out', () => {
  const one = answered(200, { by: 'x' })
  const ledger = ledgerOf()
  ledger.abandon(one.n)
  expect([ledger.isOutOfSight(one.n), ledger.take(asked(one))]).toEqual([true, undefined])
})
