import { expect, it } from 'vitest'
import { aTurnOfItsOwn } from './turns.ts'

it('lets timers have theirs between any two, however many ask at once', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  const seen: number[] = []
  const busy = async () => {
    await aTurnOfItsOwn()
    seen.push(ticks)
    const until = performance.now() + 3
    while (performance.now() < until);
  }
  await Promise.all(Array.from({ length: 5 }, busy))
  clearInterval(timer)
  expect(new Set(seen).size).toBe(5)
})
