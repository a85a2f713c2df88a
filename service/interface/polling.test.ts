import { describe, expect, it } from 'vitest'
import { serviceWithClient } from '../client-for-tests.ts'
import { DIALECTS } from '../dialects/index.ts'

describe.each(Object.values(DIALECTS))('polling in $name', (dialect) => {
  it('ends with a video after the declared number of polls', async () => {
    await using client = await serviceWithClient({ dialect })
    const records = await client.pollToTheEnd(await client.submitted({ resolution: '2k' }))
    expect(records).toHaveLength(dialect.jobs.polls)
    expect(records.at(-1)).toMatchObject({ status: 'succeeded', url: expect.stringMatching(/^http:\/\/127/) })
    for (const { status, stage } of records) {
      if (status === 'running') expect(['generating', 'enhancing']).toContain(stage)
    }
  })

  it('ends failed, with a reason, for the failing prompt', async () => {
    await using client = await serviceWithClient({ dialect })
    const records = await client.pollToTheEnd(await client.submitted({ prompt: client.service.failingPrompt }))
    expect(records.at(-1)).toMatchObject({
      status: 'failed',
      error: { code: 'generation_failed', message: expect.stringMatching(/./) },
    })
  })

  it('does not change a final job, even under twenty concurrent polls', async () => {
    await using client = await serviceWithClient({ dialect })
    const path = await client.submitted()
    const { url, ...last } = (await client.pollToTheEnd(path)).at(-1)
    const records = await Promise.all(Array.from({ length: 20 }, () => client.as('own', path)))
    for (const { json } of records) {
      const { url: urlAgain, ...again } = json
      expect(again).toEqual(last)
      expect(urlAgain === url).toBe(!dialect.jobs.url.anewOnEachRead)
    }
  })
})

it('takes the number of polls set at start', async () => {
  await using client = await serviceWithClient({ polls: 9 })
  expect(await client.pollToTheEnd(await client.submitted())).toHaveLength(9)
})
