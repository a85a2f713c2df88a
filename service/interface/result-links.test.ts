import { describe, expect, it } from 'vitest'
import { sendTo, serviceWithClient } from '../client-for-tests.ts'
import { DIALECTS } from '../dialects/index.ts'

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

  it('expire, and cannot be prolonged by hand', async () => {
    let late = 0
    await using client = await serviceWithClient({ dialect, clock: { now: () => Date.now() + late } })
    const { url } = (await client.pollToTheEnd(await client.submitted())).at(-1)
    expect((await sendTo(url.replace(/expires=\d/, 'expires=9'))).status).toBe(404)
    late = dialect.jobs.url.lifetimeSeconds * 1000
    expect((await sendTo(url)).status).toBe(dialect.jobs.url.expired)
  })
})
