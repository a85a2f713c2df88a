import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { fetchDocument } from './document.ts'

async function servedBy(listener: RequestListener, most?: { bytes: number; ms: number }) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    return await fetchDocument(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`,
      most && { most },
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('a document at an address', () => {
  it('is none where the server says so, and why is told', async () => {
    const told = await servedBy((_, answer) => answer.writeHead(401).end())
    expect(told).toEqual({ why: expect.stringContaining('returned 401') })
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

  it('is not unpacked beyond that either', async () => {
    const packed = gzipSync(Buffer.alloc(BOUNDS.documentBytes.most + 1, ' '))
    expect(await servedBy((_, answer) => answer.setHeader('content-encoding', 'gzip').end(packed))).toEqual({
      why: expect.stringContaining(`more than ${BOUNDS.documentBytes.most}`),
    })
    const small = gzipSync('{}')
    expect(await servedBy((_, answer) => answer.setHeader('content-encoding', 'gzip').end(small))).toEqual({
      text: '{}',
    })
  })
})

describe('a redirect on the way to a document', () => {
  it('is not followed for ever', async () => {
    let asked = 0
    const told = await servedBy((_, answer) => answer.writeHead(307, { location: `/${++asked}` }).end())
    expect(told).toEqual({ why: expect.stringContaining('redirects more than') })
    expect(asked).toBe(BOUNDS.redirects.most + 1)
  })

  it.each([
    ['http://10.0.0.1/', 'a remote host'],
    ['https://169.254.169.254/latest', 'metadata'],
    ['https://10.0.0.1/', 'private'],
    ['file:///etc/passwd', 'redirects to file'],
    [`/${'x'.repeat(BOUNDS.urlCharacters.most)}`, 'too long'],
  ])('to %s is refused', async (location, why) => {
    const told = await servedBy((_, answer) => answer.writeHead(302, { location }).end())
    expect(told).toEqual({ why: expect.stringContaining(why) })
  })
})

it('a document is fetched over plain http from this machine alone, unless that is allowed', async () => {
  await expect(fetchDocument('http://api.example.com/openapi.json')).rejects.toThrow('--allow-http')
})
