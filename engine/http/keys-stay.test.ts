import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../spec/endpoints.ts'
import { configure } from '../config/configuration.ts'
import { targetOf } from '../config/target.ts'
import { History } from '../history/history.ts'
import { Vault } from '../keys/vault.ts'
import { Client } from './client.ts'
import { Budget } from './limits/budget.ts'
import { Network } from './network/network.ts'
import { requestTo, userAgentOf } from './requests.ts'
import { closeAll, closeLater, never, serving } from './transport/servers-for-tests.ts'

afterEach(closeAll)

const KEY = 'cl_4Rt9xKq2Zw83hhPm'

/** A client of a server at `path`, that sends whoever asks it elsewhere with all that HTTP has for it. */
async function sentElsewhere(status: number, path = '/v1') {
  const elsewhere: IncomingMessage[] = []
  const own: IncomingMessage[] = []
  const other = await serving((request, response) => {
    elsewhere.push(request)
    response.end('{}')
  })
  const origin = await serving((request, response) => {
    own.push(request)
    const { host } = new URL(other)
    response.writeHead(status, {
      location: own.length % 2 ? `${other}${request.url}` : `//${host}/`,
      'content-location': `${other}/`,
      refresh: `0; url=${other}/`,
      link: `<${other}/>; rel=preload, <${other}>; rel=preconnect`,
      'alt-svc': `h2="${host}"; ma=3600; persist=1`,
      'set-cookie': `seen=1; Domain=127.0.0.1`,
    })
    response.end(JSON.stringify({ id: `${other}/1`, url: `${other}/1`, next: `${other}/1` }))
  })
  const target = targetOf(origin + path)
  const configuration = configure({ pollIntervalMs: 1, deadlineMs: 20_000, seed: 1 }, true)
  const client = new Client({
    userAgent: userAgentOf('abc23456'),
    target,
    vault: new Vault({ A: KEY }, 1),
    history: new History(),
    budget: new Budget(configuration),
    configuration,
    network: new Network(),
    over: never,
    givenUp: never,
    onGone: () => undefined,
    onRefused: () => undefined,
  })
  closeLater(() => client.close())
  return { client, target, own, elsewhere }
}

describe('a key is sent to the origin of the base URL alone, and no redirect of an endpoint is followed', () => {
  it.each([200, 201, 202, 301, 302, 303, 305, 307, 308])('where every endpoint answers %s', async (status) => {
    const { client, target, own, elsewhere } = await sentElsewhere(status)
    for (const { name } of ENDPOINTS) {
      const request = requestTo(target, name, { id: 'job-1', body: '{"model":"a","prompt":"b"}' })
      // Twice, so that whoever remembers where to go goes there.
      for (const _ of ['first', 'again'])
        expect(await client.ask(request, { by: 'a check', part: 'probe' })).toMatchObject({ answer: { status } })
    }
    expect(own).toHaveLength(2 * ENDPOINTS.length)
    expect(own.every(({ headers }) => headers.authorization === `Bearer ${KEY}` && !headers.cookie)).toBe(true)
    expect(elsewhere).toEqual([])
  })

  it('where an id or an alias looks like an address', async () => {
    const { client, target, own, elsewhere } = await sentElsewhere(200)
    for (const id of ['http://elsewhere.example/', '//elsewhere.example/', '../../@elsewhere.example', '\\\\elsewhere'])
      await client.ask(requestTo(target, 'GET /videos/{id}', { id }), { by: 'a check', part: 'probe' })
    expect(own.map(({ url }) => url!.startsWith('/v1/videos/'))).toEqual([true, true, true, true])
    expect(elsewhere).toEqual([])
  })
})
