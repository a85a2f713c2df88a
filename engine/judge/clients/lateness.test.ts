import { expect, it } from 'vitest'
import { Lateness } from './lateness.ts'

function late(...spans: [at: number, ms: number][]): Lateness {
  const lateness = new Lateness()
  for (const [at, ms] of spans) lateness.note({ kind: 'late', at, ms })
  return lateness
}

it('tells by how much a time may be off that was written down while the recorder was late', () => {
  const lateness = late([1000, 400], [5000, 30])
  expect([900, 1000, 1200, 1400, 1800, 1851, 5000, 5100, 5200].map((at) => lateness.around(at))).toEqual([
    0, 400, 400, 400, 400, 0, 30, 30, 0,
  ])
})

it('is told of many, one by one, without going through all of them for each', () => {
  const lateness = new Lateness()
  const lastMs = (from: number, to: number) => {
    const begun = process.threadCpuUsage()
    for (let n = from; n < to; n++) lateness.note({ kind: 'late', at: n * 1000, ms: 30 })
    return process.threadCpuUsage(begun).user / 1000
  }
  lastMs(0, 20_000)
  const [early, late] = [lastMs(20_000, 40_000), lastMs(180_000, 200_000)]
  expect(late).toBeLessThan(early * 4 + 20)
  expect(lateness.around(199_999_020)).toBe(30)
  expect(lateness.longest).toBe(30)
})
