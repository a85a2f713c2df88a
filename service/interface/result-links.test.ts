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
  it('lead to a different video for each job, without a key', async () => {
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

  it('expire, and cannot be extended by editing', () =>
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

  it('are signed for GET only', () =>
    withALink(dialect, async (url) => {
      const head = await sendTo(url, { method: 'HEAD' })
      expect([head.status, head.text]).toEqual([403, ''])
      for (const method of ['PUT', 'DELETE', 'POST', 'OPTIONS'])
        expect((await sendTo(url, { method })).status, method).toBe(403)
      expect((await sendTo(url.replace(/signature=.*/, 'signature=0'))).status).toBe(403)
      expect((await sendTo(url.replace(/\?.*/, ''))).status).toBe(403)
    }))
})
