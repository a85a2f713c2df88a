import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { fetchDocument } from './document.ts'

async function servedBy(listener: RequestListener, most?: { bytes: number; ms: number }) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    return await fetchDocument(`http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`, most)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('a document at an address', () => {
  it('is read whole', async () => {
    expect(await servedBy((_, answer) => answer.end('{"openapi":"3.1.0"}'))).toEqual({ text: '{"openapi":"3.1.0"}' })
  })

  it('is none where the server says so, and why is told', async () => {
    const told = await servedBy((_, answer) => answer.writeHead(401).end())
    expect(told).toEqual({ why: expect.stringContaining('answers 401') })
  })

  it('is not read beyond what a document may be', async () => {
    const endless: RequestListener = (_, answer) => {
      const timer = setInterval(() => answer.write('x'.repeat(1000)), 1)
      answer.once('close', () => clearInterval(timer))
    }
    expect(await servedBy(endless, { bytes: 5000, ms: 20_000 })).toEqual({
      why: expect.stringContaining('more than 5000'),
    })
  })

  it('is not waited for without end', async () => {
    const told = await servedBy(() => undefined, { bytes: 100, ms: 50 })
    expect(told).toEqual({ why: expect.stringContaining('no answer came in time') })
  })

  it('is none where nobody listens', async () => {
    expect(await fetchDocument('http://127.0.0.1:9/openapi.json')).toEqual({
      why: expect.stringContaining('127.0.0.1:9'),
    })
  })
})
