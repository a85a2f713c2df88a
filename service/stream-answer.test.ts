import { setImmediate } from 'node:timers/promises'
import { request } from 'undici'
import { expect, it, vi } from 'vitest'
import { serviceWithClient } from './client-for-tests.ts'
import { around } from './interface/behaviour.ts'

/** Responds to every request with the stream. */
async function serving(stream: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>, headers = {}) {
  const answer = async () => ({
    status: 200,
    headers: { 'content-type': 'video/mp4', ...headers },
    stream: await stream(),
  })
  const { service } = await serviceWithClient({
    // This dialect also supports HEAD.
    dialect: 'problem-details',
    layers: [{ name: 'streams', patch: (behaviour) => around(behaviour, 'operate', answer) }],
  })
  const authorization = `Bearer ${service.keys.own}`
  const ask = (options: object = {}) => request(`${service.baseUrl}/models`, { headers: { authorization }, ...options })
  return { ask, [Symbol.asyncDispose]: () => service.close() }
}

const bytes = (text: string) => Buffer.from(text)

it('sends status and headers before the first chunk, and each chunk as it comes', async () => {
  const gates = ['one', 'two'].map((text) => ({ text, ...Promise.withResolvers<void>() }))
  await using server = await serving(async function* () {
    for (const { text, promise } of gates) {
      await promise
      yield bytes(text)
    }
  })
  const { statusCode, headers, body } = await server.ask()
  expect([statusCode, headers['content-type'], headers['transfer-encoding']]).toEqual([200, 'video/mp4', 'chunked'])
  const chunks = body[Symbol.asyncIterator]()
  for (const { text, resolve } of gates) {
    resolve()
    expect(String((await chunks.next()).value)).toBe(text)
  }
  expect((await chunks.next()).done).toBe(true)
})

it('closes the connection on an error in the stream, so that the response looks incomplete', async () => {
  await using server = await serving(async function* () {
    yield bytes('one')
    throw new Error('the disk is gone')
  })
  const { statusCode, body } = await server.ask()
  expect(statusCode).toBe(200)
  await expect(body.bytes()).rejects.toThrow()
  expect((await server.ask()).statusCode).toBe(200)
})

it('pulls only as much as the client reads', async () => {
  let made = 0
  await using server = await serving(async function* () {
    for (; made < 10_000; made++) yield Buffer.alloc(100_000)
  })
  const { body } = await server.ask()
  await vi.waitFor(() => expect(made).toBeGreaterThan(0))
  for (let round = 0; round < 50; round++) await setImmediate()
  expect(made).toBeLessThan(1000)
  body.on('error', () => {}).destroy()
})
