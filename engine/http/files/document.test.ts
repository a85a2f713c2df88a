import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import { closeAll, serving } from '../transport/servers-for-tests.ts'
import { fetchDocument } from './document.ts'

afterEach(closeAll)

const fetched = async (listener: RequestListener, options = {}) =>
  fetchDocument(`${await serving(listener)}/openapi.json`, options)
const why = (words: string) => ({ why: expect.stringContaining(words) })

describe('fetchDocument', () => {
  it('returns the text, decompressed', async () => {
    const packed = gzipSync('{}')
    expect(await fetched((_, answer) => answer.setHeader('content-encoding', 'gzip').end(packed))).toEqual({
      text: '{}',
    })
  })

  it('returns the reason if there is no document', async () => {
    expect(await fetched((_, answer) => answer.writeHead(401).end())).toEqual(why('returned 401'))
    expect(await fetchDocument('nonsense')).toEqual(why('is not a URL'))
    expect(await fetchDocument('http://127.0.0.1:1/a')).toEqual(why('the connection was refused'))
    await expect(fetchDocument('http://api.example.com/openapi.json')).rejects.toThrow('--allow-http')
  })

  it('stops at the limit, compressed or not', async () => {
    const endless: RequestListener = (_, answer) => {
      const timer = setInterval(() => answer.write('x'.repeat(1000)), 1)
      answer.once('close', () => clearInterval(timer))
    }
    expect(await fetched(endless, { most: { bytes: 5000, ms: 20_000 } })).toEqual(why('more than 5000'))
    const packed = gzipSync(Buffer.alloc(LIMITS.documentBytes + 1, ' '))
    expect(await fetched((_, answer) => answer.setHeader('content-encoding', 'gzip').end(packed))).toEqual(
      why(`more than ${LIMITS.documentBytes}`),
    )
  })

  it('follows redirects up to the limit', async () => {
    let requests = 0
    const result = await fetched((_, answer) => answer.writeHead(307, { location: `/${++requests}` }).end())
    expect(result).toEqual(why('too many redirects'))
    expect(requests).toBe(LIMITS.redirects + 1)
  })

  it.each([
    ['http://10.0.0.1/', 'a remote host'],
    ['https://169.254.169.254/latest', 'metadata'],
    ['https://10.0.0.1/', 'private'],
    ['file:///etc/passwd', 'a redirect to file'],
    [`/${'x'.repeat(8192)}`, 'too long'],
  ])('refuses a redirect to %.40s', async (location, words) => {
    expect(await fetched((_, answer) => answer.writeHead(302, { location }).end())).toEqual(why(words))
  })
})
