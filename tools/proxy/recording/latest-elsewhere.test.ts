import { expect, it } from 'vitest'
import { LatestElsewhere, MOST_REMEMBERED } from './latest-elsewhere.ts'

const asked = (n: number) => ({
  ...{ kind: 'elsewhere' as const, n, at: n, ms: 1, sent: n, received: n, origin: 'https://files.test' },
  request: { method: 'GET', path: `/${n}.mp4`, headers: [] },
})

it('remembers the latest requests to other paths, and forgets the oldest', () => {
  const latest = new LatestElsewhere()
  const most = MOST_REMEMBERED
  for (let n = 0; n <= most; n++) latest.add(asked(n))
  expect([0, 1, most].map((n) => latest.of(n)?.request.path)).toEqual([undefined, '/1.mp4', `/${most}.mp4`])
})
