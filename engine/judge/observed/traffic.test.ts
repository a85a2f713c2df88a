import { describe, expect, it } from 'vitest'
import { targetOf } from '../../config/target.ts'
import { readHar } from './har.ts'
import { UnfitTraffic } from './keys-seen.ts'
import { targetIn, trafficTo } from './traffic.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const BASE = 'https://api.test/v1'

function har(...requests: [url: string, authorization?: string][]) {
  const entries = requests.map(([url, authorization], at) => ({
    startedDateTime: new Date(at * 1000).toISOString(),
    time: 5,
    request: {
      method: 'GET',
      url,
      headers: [
        { name: 'Accept', value: '*/*' },
        ...(authorization === undefined ? [] : [{ name: 'Authorization', value: authorization }]),
      ],
    },
    response: { status: 200, headers: [{ name: 'Date', value: 'x' }], content: { size: 2, text: '{}' } },
  }))
  return readHar(JSON.stringify({ log: { entries } }))
}

const trafficOf = (...requests: Parameters<typeof har>) => trafficTo(targetOf(BASE), har(...requests))

describe('traffic', () => {
  it('leaves out what goes elsewhere, and counts it', () => {
    const { exchanges, leftOut } = trafficOf(
      [`${BASE}/models`],
      ['https://cdn.test/a'],
      ['https://api.test/login'],
      ['data:,x'],
    )
    expect(exchanges.map(({ request }) => request.path)).toEqual(['/v1/models'])
    expect([...leftOut]).toEqual([
      ['to another origin', 2],
      ['outside the base URL', 1],
    ])
  })

  it('holds what leaves the version out, where it is asked with a key at a path that is an endpoint all the same', () => {
    const withKey = (path: string) => [`${new URL(BASE).origin}${path}`, `Bearer ${KEY}`] as [string, string]
    const { exchanges } = trafficOf(withKey('/v1/models'), withKey('/models'), withKey('/videos'), [
      'https://server.test/models',
    ])
    expect(exchanges.map(({ request }) => request.path)).toEqual(['/v1/models', '/models'])
  })

  it('knows where keys were left out of it, and where somebody had none', () => {
    const leftOut = (...requests: Parameters<typeof har>) =>
      trafficOf(...requests).exchanges.map(({ keyLeftOut }) => keyLeftOut ?? false)
    expect(leftOut([`${BASE}/models`], [`${BASE}/usage`])).toEqual([true, true])
    expect(leftOut([`${BASE}/models`, `Bearer ${KEY}`], [`${BASE}/usage`])).toEqual([false, false])
    expect(leftOut([`${BASE}/models`, `Bearer ${KEY}`], [`${BASE}/usage`, 'Bearer ***'])).toEqual([false, true])
  })

  it('with a key in the address of its server cannot be written down', () => {
    const address = `https://api.test/${KEY}/v1`
    const all = har([`${address}/models`, `Bearer ${KEY}`])
    expect(() => trafficTo(targetIn(all)!, all)).toThrow(UnfitTraffic)
  })
})
