import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Relay } from '../relay.ts'
import type { ToldByRelay } from '../told.ts'
import { played, type Scene, serving } from './both-ends-for-tests.ts'
import { CERTIFICATE } from './certificate-for-tests.ts'
import { SCENES } from './scenes-for-tests.ts'

const trusted = getCACertificates('default')
setDefaultCACertificates([...trusted, CERTIFICATE])
afterAll(() => setDefaultCACertificates(trusted))

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

async function relayTo(origin: string): Promise<number> {
  const done = new SharedArrayBuffer(4)
  return new Promise((resolve) => {
    const relay = new Relay({ origin, basePath: '/v1', host: '127.0.0.1', port: 0, done }, (told: ToldByRelay) => {
      if (told.kind === 'listening') resolve(told.port)
      if (told.kind === 'happened') Atomics.add(new Int32Array(done), 0, told.weight)
    })
    closing.push(() => relay.close())
  })
}

async function target(isSecure: boolean) {
  const place = await serving({ isSecure })
  closing.push(() => place.close())
  const port = await relayTo(`${isSecure ? 'https' : 'http'}://127.0.0.1:${place.port}`)
  return { place, port, isSecure }
}

let plain: Awaited<ReturnType<typeof target>>
let secure: Awaited<ReturnType<typeof target>>
beforeAll(async () => {
  plain = await target(false)
  secure = await target(true)
})

async function expectTheSame(scene: Scene, { place, port, isSecure }: typeof plain): Promise<void> {
  const without = await played(scene, place, { port: place.port, isSecure })
  const through = await played(scene, place, { port })
  expect(compared(through)).toEqual(compared(without))
  expect(through.server === without.server && through.client === without.client).toBe(true)
}

/** Resets are no part of TLS, and without a word in it nobody has been there. */
const OF_SOCKETS_ALONE = /reset|breaks off|opened and closed/

/** Where the two differ first: nobody reads ten megabytes. */
const compared = ({ server, client, ...endings }: Awaited<ReturnType<typeof played>>) => ({
  ...endings,
  server: shown(server),
  client: shown(client),
})
const shown = (text: string) =>
  text.length < 2000 ? text : `${text.length} bytes, ${Buffer.from(text, 'latin1').toString('base64').slice(-200)}`

describe('what passes a relay is what it is without one', () => {
  it('is tried with more than 80 kinds', () => {
    expect(SCENES.length).toBeGreaterThan(80)
    expect(new Set(SCENES.map(({ name }) => name)).size).toBeGreaterThan(75)
  })

  it.each(SCENES)('$name', (scene) => expectTheSame(scene, plain))

  it.each(SCENES.filter(({ name }) => !OF_SOCKETS_ALONE.test(name)))('to a target over TLS: $name', (scene) =>
    expectTheSame(scene, secure),
  )

  it.each(SCENES.filter(({ name }) => /^(an upload that the client breaks off|a client that resets)/.test(name)))(
    'ends over TLS, too: $name',
    async (scene) => {
      const { serverEnding } = await played(scene, secure.place, { port: secure.port })
      expect(['end', 'reset']).toContain(serverEnding)
    },
  )

  it('is not sent over TLS to whoever cannot say who he is', async () => {
    setDefaultCACertificates(trusted)
    const port = await relayTo(`https://127.0.0.1:${secure.place.port}`)
    await expect(fetch(`http://127.0.0.1:${port}/v1/models`)).rejects.toThrow()
    setDefaultCACertificates([...trusted, CERTIFICATE])
  })
})
