import { expect, it } from 'vitest'
import { allowedBy } from './allowed-rate.ts'

const CASES: [what: string, headers: [string, string][], requests: number, perSecond: number | undefined][] = [
  ['no header', [], 1000, undefined],
  ['a window that the policy names', [['ratelimit-policy', '"a";q=20;w=1']], 1000, 20],
  ['the tightest of two policies', [['ratelimit-policy', '"a";q=20;w=1,"b";q=100;w=60']], 1000, 1000 / 540],
  [
    'a quota that suffices',
    [
      ['ratelimit', '"day";r=4000;t=3600'],
      ['ratelimit-policy', '"day";q=5000;w=86400'],
    ],
    3000,
    undefined,
  ],
  [
    'a reset 50 s away: a window of 60 s',
    [
      ['x-ratelimit-limit', '60'],
      ['x-ratelimit-remaining', '0'],
      ['x-ratelimit-reset', '50'],
    ],
    120,
    120 / 110,
  ],
  ['a limit without window and reset', [['x-ratelimit-limit', '60']], 1000, undefined],
]

it.each(CASES)('reads the rate from %s', (_, headers, requests, perSecond) => {
  if (perSecond === undefined) expect(allowedBy(headers, requests)).toBeUndefined()
  else expect(allowedBy(headers, requests)).toBeCloseTo(perSecond, 5)
})
