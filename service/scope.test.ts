import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { serviceWithClient } from './client-for-tests.ts'
import type { Behaviour } from './interface/behaviour.ts'
import type { Incoming, World } from './interface/world.ts'
import { isWithin, type Scope, type Subject, subjectOf } from './scope.ts'

const subject: Subject = {
  account: 'studio',
  keyId: 'k1',
  label: 'night shift',
  model: 'swift',
  prompt: 'A Storm at Sea',
}

it.each<[Scope, boolean]>([
  [{}, true],
  [{ account: 'studio' }, true],
  [{ account: 'agency' }, false],
  [{ key: 'k1' }, true],
  [{ key: 'night shift' }, true],
  [{ key: 'night' }, false],
  [{ model: 'swift' }, true],
  [{ model: 'Swift' }, false],
  [{ prompt: 'storm' }, true],
  [{ prompt: 'STORM AT' }, true],
  [{ prompt: 'calm' }, false],
  [{ key: 'k1', prompt: 'storm' }, true],
  [{ key: 'k2', prompt: 'storm' }, false],
  [{ key: 'k1', prompt: 'calm' }, false],
])('%o: %s', (scope, is) => {
  expect(isWithin(scope, subject)).toBe(is)
})

it('has what is about no job outside of models and prompts', () => {
  const { model: _, prompt: __, ...ofKeyAlone } = subject
  expect(isWithin({ model: 'swift' }, ofKeyAlone)).toBe(false)
  expect(isWithin({ prompt: '' }, { ...ofKeyAlone, prompt: null })).toBe(false)
  expect(isWithin({ key: 'k1' }, {})).toBe(false)
})

it('knows of each request whose it is and what was ordered', async () => {
  await using client = await serviceWithClient({ polls: 1 })
  const { service, submitted, as } = client
  let inside: { behaviour: Behaviour; world: World } | undefined
  const looks = (behaviour: Behaviour, world: World) => {
    inside = { behaviour, world }
  }
  service.layers.put({ name: 'looks', patch: looks })
  const about = (method: string, url: string, key?: string, body: unknown = '') =>
    subjectOf(incoming(method, url, key, body), inside!.behaviour, inside!.world)

  const wishes = { model: 'swift', prompt: 'A lighthouse' }
  const path = await submitted(wishes)
  const own = { account: 'studio', label: 'render farm' }
  expect(about('GET', '/v1/usage', service.keys.own)).toMatchObject(own)
  expect(about('POST', '/v1/videos', service.keys.own, wishes)).toMatchObject({ ...own, ...wishes })
  expect(about('GET', `/v1${path}`, service.keys.own)).toMatchObject({ ...own, ...wishes })
  expect(about('GET', `/v1${path}`, service.keys.otherAccount).prompt).toBeUndefined()
  expect(about('GET', `/v1${path}`, service.keys.otherAccount)).toMatchObject({ account: 'agency', label: 'campaign' })
  const { url } = (await as('own', path)).json
  expect(about('GET', url.replace(/^http:..[^/]*/, ''))).toMatchObject({ ...own, ...wishes })
  expect(about('GET', '/v1/usage')).toEqual({})
  expect(about('GET', '/v1/usage', service.keys.revoked)).toEqual({})
  expect(about('GET', '/files/00000000000000000000000000000000.mp4')).toEqual({})
  for (const body of ['{', 'null', '[1]', '"text"']) {
    const { prompt } = about('POST', '/v1/videos', service.keys.own, Buffer.from(body))
    expect(prompt).toBeUndefined()
  }
})

function incoming(method: string, url: string, key: string | undefined, body: unknown): Incoming {
  const [path = '', query = ''] = url.split('?')
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const socket = new Socket()
  return {
    method,
    url,
    path,
    query: new URLSearchParams(query),
    headers,
    rawHeaders: Object.entries(headers).flat(),
    body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
    bodyTooLarge: false,
    connection: socket,
    socket,
  }
}
