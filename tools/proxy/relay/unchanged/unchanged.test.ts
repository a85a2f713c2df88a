import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Relay } from '../relay.ts'
import type { ToldByRelay } from '../told.ts'
import { ANSWERS } from './answers-for-tests.ts'
import { played, type Scene, serving } from './both-ends-for-tests.ts'
import { CERTIFICATE } from './certificate-for-tests.ts'
import { ENDINGS } from './endings-for-tests.ts'
import { REQUESTS } from './requests-for-tests.ts'
import { STREAMS } from './streams-for-tests.ts'

const SCENES: readonly Scene[] = [...ANSWERS, ...REQUESTS, ...STREAMS, ...ENDINGS]

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

/** Position of the first difference: ten megabytes are too long to print. */
const compared = ({ server, client, ...endings }: Awaited<ReturnType<typeof played>>) => ({
  ...endings,
  server: shown(server),
  client: shown(client),
})
const shown = (text: string) =>
  text.length < 2000 ? text : `${text.length} bytes, ${Buffer.from(text, 'latin1').toString('base64').slice(-200)}`

it.each(SCENES)('forwards unchanged: $name', (scene) => expectTheSame(scene, plain))

// TLS has no reset.
it.each(SCENES.filter(({ name }) => !/reset|breaks off/.test(name)))('forwards unchanged over TLS: $name', (scene) =>
  expectTheSame(scene, secure),
)

it('ends the connection to a target over TLS with that of the client', async () => {
  const aborted = SCENES.find(({ name }) => name === 'an upload that the client breaks off')!
  const { serverEnding } = await played(aborted, secure.place, { port: secure.port })
  expect(['end', 'reset']).toContain(serverEnding)
})
