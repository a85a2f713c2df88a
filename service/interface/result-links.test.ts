import { describe, expect, it } from 'vitest'
import { sendTo, serviceWithClient } from '../client-for-tests.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { DIALECTS } from '../dialects/index.ts'

async function withALink(dialect: Dialect, use: (url: string, pass: (ms: number) => void) => Promise<void>) {
  let late = 0
  await using client = await serviceWithClient({ dialect, clock: { now: () => Date.now() + late } })
  const { url } = (await client.pollToTheEnd(await client.submitted())).at(-1)
  await use(url, (ms) => {
    late += ms
  })
}

describe.each(Object.values(DIALECTS))('result links in $name', (dialect) => {
  it('lead to a video without a key, another file for each job', async () => {
    await using client = await serviceWithClient({ dialect })
    const videos = []
    for (const _ of [1, 2]) {
      const { url } = (await client.pollToTheEnd(await client.submitted())).at(-1)
      videos.push(await sendTo(url))
    }
    expect(videos.map(({ status, headers }) => [status, headers['content-type']])).toEqual(
      Array(2).fill([200, 'video/mp4']),
    )
    expect(videos[0]!.text).not.toBe(videos[1]!.text)
    expect(videos[0]!.text).toMatch(/ftyp/)
  })

  it('expire, and cannot be prolonged by hand', () =>
    withALink(dialect, async (url, pass) => {
      const prolonged = await sendTo(url.replace(/expires=\d/, 'expires=9'))
      expect([prolonged.status, prolonged.text]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')])
      pass(dialect.jobs.url.lifetimeSeconds * 1000 - 2000)
      expect((await sendTo(url)).status).toBe(200)
      pass(2001)
      const expired = await sendTo(url)
      expect(expired.status).toBe(dialect.jobs.url.expired)
      expect(expired.headers['content-type']).toBe('application/xml')
      expect(expired.text).toMatch(/^<\?xml .+<Code>AccessDenied<\/Code><Message>This link has expired/s)
    }))

  it('are signed for GET alone', () =>
    withALink(dialect, async (url) => {
      const head = await sendTo(url, { method: 'HEAD' })
      expect([head.status, head.text]).toEqual([403, ''])
      for (const method of ['PUT', 'DELETE', 'POST', 'OPTIONS'])
        expect((await sendTo(url, { method })).status, method).toBe(403)
      expect((await sendTo(url.replace(/signature=.*/, 'signature=0'))).status).toBe(403)
      expect((await sendTo(url.replace(/\?.*/, ''))).status).toBe(403)
    }))
})

describe('behind a result link', () => {
  const dialect = DIALECTS.plain!
  const fetched = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  it('the file says what it is, and is the same whenever it is asked for', () =>
    withALink(dialect, async (url) => {
      const [one, other] = [await fetched(url), await fetched(url)]
      expect(one.bytes.equals(other.bytes)).toBe(true)
      expect(one.headers.get('content-length')).toBe(String(one.bytes.length))
      expect(one.headers.get('accept-ranges')).toBe('bytes')
      expect(one.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
      expect(other.headers.get('etag')).toBe(one.headers.get('etag'))
      const age = Date.now() - Date.parse(one.headers.get('last-modified')!)
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(60_000)
    }))

  it('a part can be had, and all parts are the file', () =>
    withALink(dialect, async (url) => {
      const { bytes } = await fetched(url)
      const parts = await Promise.all(
        ['bytes=0-99', 'bytes=100-999', 'bytes=1000-'].map((range) => fetched(url, { range })),
      )
      expect(parts.map(({ status }) => status)).toEqual([206, 206, 206])
      expect(parts.map(({ headers }) => headers.get('content-range'))).toEqual([
        `bytes 0-99/${bytes.length}`,
        `bytes 100-999/${bytes.length}`,
        `bytes 1000-${bytes.length - 1}/${bytes.length}`,
      ])
      expect(Buffer.concat(parts.map((part) => part.bytes)).equals(bytes)).toBe(true)
      expect(parts.map(({ headers }) => Number(headers.get('content-length')))).toEqual([100, 900, bytes.length - 1000])
    }))

  it('whoever has the file already gets no second one', () =>
    withALink(dialect, async (url) => {
      const { headers } = await fetched(url)
      const again = await fetched(url, { 'if-none-match': headers.get('etag')! })
      expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, headers.get('etag')])
    }))
})
