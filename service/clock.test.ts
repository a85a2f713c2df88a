import { expect, it } from 'vitest'
import { serviceClock } from './clock.ts'

function clockOnAMachine() {
  const machine = { time: 1000, now: () => machine.time }
  return { machine, clock: serviceClock(machine) }
}

it('goes as the machine goes until it is told otherwise', () => {
  const { machine, clock } = clockOnAMachine()
  machine.time += 500
  expect([clock.now(), clock.speed]).toEqual([1500, 1])
})

it('goes faster and slower from where it is', () => {
  const { machine, clock } = clockOnAMachine()
  clock.run(60)
  machine.time += 1000
  expect(clock.now()).toBe(61_000)
  clock.run(0.5)
  machine.time += 1000
  expect(clock.now()).toBe(61_500)
})

it('stands still, is moved, and goes on', () => {
  const { machine, clock } = clockOnAMachine()
  clock.stop()
  machine.time += 9999
  expect([clock.now(), clock.speed]).toEqual([1000, 0])
  clock.moveBy(120_000)
  expect(clock.now()).toBe(121_000)
  clock.moveBy(-1000)
  expect(clock.now()).toBe(120_000)
  clock.moveTo(5)
  clock.run()
  machine.time += 10
  expect(clock.now()).toBe(15)
})

it('wakes a sleeper when its own time has come, by being moved or by running fast', async () => {
  const clock = serviceClock()
  clock.stop()
  const woken: string[] = []
  const sleeps = [60_000, 120_000, 180_000].map(async (ms) => {
    await clock.sleep(ms)
    woken.push(`${ms / 1000} s`)
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(woken).toEqual([])
  clock.moveBy(120_000)
  await Promise.all(sleeps.slice(0, 2))
  expect(woken).toEqual(['60 s', '120 s'])
  clock.run(1e6)
  await sleeps[2]
  expect(woken).toHaveLength(3)
})

it('lets nobody sleep for nothing, without end, or for one who has gone', async () => {
  const clock = serviceClock()
  clock.stop()
  await clock.sleep(0)
  const gone = new AbortController()
  const sleeps = [clock.sleep(1000, gone.signal), clock.sleep(1000)]
  gone.abort()
  await sleeps[0]
  await clock.sleep(1000, gone.signal)
  clock.close()
  await sleeps[1]
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses the speed %d', (speed) => {
  expect(() => serviceClock().run(speed)).toThrow(RangeError)
})
