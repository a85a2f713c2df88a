import { describe, expect, it } from 'vitest'
import type { Configuration } from '../../engine/config/configuration.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { recordingOf } from '../../engine/history/recording.ts'
import { BEGAN } from '../../engine/judge/handwritten-for-tests.ts'
import { costOf } from './cost.ts'

const PRICES = { unit: 'credits', rates: [{ resolution: ['480p'], perSecond: '0.1' }, { perSecond: '3' }] }

let n = 0
function exchange(
  method: string,
  path: string,
  more: { body?: string; status?: number; answer?: unknown; key?: string },
): Exchange {
  const { body, status, answer, key = 'A' } = more
  n++
  return {
    ...{
      kind: 'exchange',
      n,
      at: n,
      ms: 1,
      sent: 2 * n,
      received: 2 * n + 1,
      purpose: { by: 'a check', part: 'probe' },
    },
    request: {
      method,
      path: `/v1${path}`,
      headers: [['Authorization', `Bearer {{${key}}}`]],
      ...(body !== undefined && { body }),
    },
    ...(status === undefined
      ? { failure: { kind: 'reset', message: '' } }
      : { answer: { status, headers: [], body: JSON.stringify(answer ?? {}), bytes: 0 } }),
  }
}
const submitted = (status: number | undefined, fields: object) =>
  exchange('POST', '/videos', { body: JSON.stringify(fields), ...(status !== undefined && { status }) })
const balance = (answer: unknown, key = 'A') => exchange('GET', '/billing/balance', { status: 200, answer, key })

function cost(entries: Exchange[], wishes: Partial<Configuration> = { prices: PRICES }) {
  n = 0
  return costOf(recordingOf(entries), { ...BEGAN, configuration: { ...BEGAN.configuration, ...wishes } })
}

describe('the cost of a run', () => {
  it('includes submissions that may have been accepted', () => {
    const entries = [202, 400, 429, 401, undefined, 500, 504].map((status) => submitted(status, { duration: 1 }))
    expect(cost(entries)).toEqual({ unit: 'credits', atMost: '0.4' })
  })
})

describe('the balance', () => {
  it('is compared between its first and last reading, with any key of the account', () => {
    const entries = [
      balance({ plan: 'pro', credits: { left: 100, held: '2.50' }, since: 2024 }),
      balance({ credits: { left: 1 } }, 'B'),
      balance({ plan: 'pro', credits: { left: 99.5, held: '2.50' }, since: 2024 }),
      balance({ plan: 'pro', credits: { left: 99.3, held: '3.00' }, since: 2024 }, 'A2'),
    ]
    expect(cost(entries)?.balance).toEqual({
      moved: [
        { pointer: '/credits/left', first: '100', last: '99.3', difference: '-0.7' },
        { pointer: '/credits/held', first: '2.50', last: '3.00', difference: '0.5' },
      ],
      evidence: [entries[0]!.n, entries[3]!.n],
    })
  })
})
