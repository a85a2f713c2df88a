import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds.ts'
import { patienceOnceInterrupted } from './patience-once-interrupted.ts'

it('is patient until it is interrupted, and as long as something is answered', async () => {
  const interrupt = new AbortController()
  const patience = patienceOnceInterrupted(interrupt.signal)
  await sleep(1300)
  expect(patience.signal.aborted).toBe(false)
  interrupt.abort()
  for (let time = 0; time < 8; time++) {
    await sleep(200)
    patience.heard(300)
  }
  expect(patience.signal.aborted).toBe(false)
  await new Promise((resolve) => patience.signal.addEventListener('abort', resolve))
  patience.end()
})

it('goes on with short answers, and reads no more than a few long ones once it is interrupted', () => {
  const interrupt = new AbortController()
  const { signal, heard, end } = patienceOnceInterrupted(interrupt.signal)
  const long = BOUNDS.longOnceInterrupted.most / 2
  for (let time = 0; time < 10; time++) heard(long)
  interrupt.abort()
  for (let time = 0; time < 10_000; time++) heard(BOUNDS.ordinaryCharacters.most)
  heard(long)
  heard(long)
  expect(signal.aborted).toBe(false)
  heard(long)
  expect(signal.aborted).toBe(true)
  end()
})
