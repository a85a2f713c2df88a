import { expect, it } from 'vitest'
import { rateLimitsIn } from './rate-limit-headers.ts'

const NOW = Date.UTC(2026, 0, 1)
const at = (ms: number) => new Date(NOW + ms).toUTCString()

const CASES: [what: string, headers: [string, string][], limits: object[]][] = [
  ['nothing', [['content-type', 'application/json']], []],
  [
    'structured fields, two policies',
    [
      ['RateLimit-Policy', '"burst";q=20;w=1,"day, all";q=5000;w=86400;pk=:cHsdsRa894==:'],
      ['RateLimit', '"burst";r=5;t=1, "day, all";r=4000;t=3600'],
    ],
    [
      { name: 'burst', limit: 20, windowSeconds: 1, remaining: 5, resetSeconds: 1 },
      { name: 'day, all', limit: 5000, windowSeconds: 86400, remaining: 4000, resetSeconds: 3600 },
    ],
  ],
  [
    'a policy alone',
    [['ratelimit-policy', '"default";q=60;w=60']],
    [{ name: 'default', limit: 60, windowSeconds: 60 }],
  ],
  [
    'only limits on requests',
    [['ratelimit-policy', '"seats";q=3;qu="concurrent-requests","rate";q=4;w=1;qu="requests"']],
    [{ name: 'rate', limit: 4, windowSeconds: 1 }],
  ],
  [
    'one header with three numbers',
    [
      ['ratelimit-policy', '4;w=1'],
      ['ratelimit', 'limit=4, remaining=1, reset=1'],
    ],
    [{ limit: 4, windowSeconds: 1, remaining: 1, resetSeconds: 1 }],
  ],
  [
    'three headers, the window with the limit',
    [
      ['ratelimit-limit', '20, 20;w=10'],
      ['ratelimit-remaining', '0'],
      ['ratelimit-reset', '7'],
    ],
    [{ limit: 20, windowSeconds: 10, remaining: 0, resetSeconds: 7 }],
  ],
  [
    'X- headers with a reset in seconds',
    [
      ['x-ratelimit-limit', '60'],
      ['x-ratelimit-remaining', '12'],
      ['x-ratelimit-reset', '30'],
    ],
    [{ limit: 60, remaining: 12, resetSeconds: 30 }],
  ],
  ['a reset at a time', [['x-rate-limit-reset', `${NOW / 1000 + 20}`]], [{ resetSeconds: 20 }]],
  ['a reset at a time in milliseconds', [['x-ratelimit-reset', `${NOW + 1500}`]], [{ resetSeconds: 1.5 }]],
  [
    'a reset by the clock of the server',
    [
      ['date', at(3_600_000)],
      ['x-ratelimit-reset', `${NOW / 1000 + 3602}`],
    ],
    [{ resetSeconds: 2 }],
  ],
  [
    'numbers alone',
    [
      ['x-ratelimit-limit', 'unlimited'],
      ['x-ratelimit-remaining', '-1'],
      ['ratelimit', '"a";r=many'],
    ],
    [],
  ],
]

for (const [what, headers, limits] of CASES)
  it(`reads ${what}`, () => expect(rateLimitsIn(headers, NOW)).toEqual(limits))
