import { expect, it } from 'vitest'
import { Lateness } from './lateness.ts'

function late(...spans: [at: number, ms: number][]): Lateness {
  const lateness = new Lateness()
  for (const [at, ms] of spans) lateness.note({ kind: 'late', at, ms })
  return lateness
}

it('returns the possible error of a time', () => {
  const lateness = late([1000, 400], [5000, 30])
  expect([900, 1000, 1200, 1400, 1800, 1851, 5000, 5100, 5200].map((at) => lateness.around(at))).toEqual([
    0, 400, 400, 400, 400, 0, 30, 30, 0,
  ])
})
