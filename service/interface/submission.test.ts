import { describe, expect, it } from 'vitest'
import { codeIn, idIn, serviceWithClient, submission } from '../client-for-tests.ts'
import { DIALECTS } from '../dialects/index.ts'

describe.each(Object.values(DIALECTS))('submission in $name', (dialect) => {
  it('takes on lawful bodies, each as a job of its own', async () => {
    await using client = await serviceWithClient({ dialect, capacity: 20 })
    const fields = [
      {},
      {},
      { prompt: undefined, image_url: client.service.imageUrl },
      { resolution: '4k', duration: 60, fps: 120, ratio: '21:9', bit_depth: 8 },
      { duration: 2.5, fps: 23.976 },
    ]
    const responses = []
    for (const each of fields) responses.push(await client.submit(each))
    expect(responses.map(({ status }) => status)).toEqual(fields.map(() => 202))
    expect(new Set(responses.map(({ json }) => idIn(json))).size).toBe(fields.length)
  })

  it('refuses bad bodies with its own status and at no cost', async () => {
    await using client = await serviceWithClient({ dialect })
    const before = (await client.as('own', '/billing/balance')).json
    const bad = [
      { model: 'none' },
      { prompt: '' },
      { duration: 61 },
      { fps: '24' },
      { resolution: '8k' },
      { ratio: '16x9' },
    ]
    for (const fields of bad) {
      const response = await client.submit(fields)
      expect([fields, response.status]).toEqual([fields, dialect.submission.refusalStatus])
      expect(codeIn(response.json)).toBe('invalid_request')
    }
    for (const body of ['', '[]', '{', Buffer.from([0x22, 0xff, 0x22])]) {
      expect((await client.as('own', '/videos', submission(body))).status).toBe(dialect.submission.refusalStatus)
    }
    expect((await client.as('own', '/videos', submission('x'.repeat(2 ** 20 + 1)))).status).toBe(413)
    expect((await client.as('own', '/billing/balance')).json).toEqual(before)
  })

  it('repeats nothing of a body that it refuses', async () => {
    await using client = await serviceWithClient({ dialect })
    const { own } = client.service.keys
    expect((await client.submit({ model: own, [own]: own, resolution: own })).text).not.toContain(own)
  })

  it('never makes a video of an image that is no public https address', async () => {
    await using client = await serviceWithClient({ dialect })
    for (const image_url of [
      'http://images.example.com/a.png',
      'https://10.0.0.1/a.png',
      'https://nowhere.invalid/a.png',
    ]) {
      const response = await client.submit({ prompt: undefined, image_url })
      if (response.status !== 202) continue
      const [last] = (await client.pollToTheEnd(`/videos/${encodeURIComponent(idIn(response.json))}`)).slice(-1)
      expect(last).toMatchObject({ status: 'failed', error: { code: 'image_unavailable' } })
    }
  })

  it('judges a field that is named twice as it reads it', async () => {
    await using client = await serviceWithClient({ dialect })
    const body = `{"model":"${dialect.aliases[0]}","prompt":"A lighthouse","duration":5,"duration":500}`
    expect((await client.as('own', '/videos', submission(body))).status).toBe(dialect.submission.refusalStatus)
  })

  it('says when to come again if the account has no room left', async () => {
    await using client = await serviceWithClient({ dialect, capacity: 2 })
    const path = await client.submitted()
    await client.submit()
    const refused = await client.submit()
    expect([refused.status, codeIn(refused.json)]).toEqual([429, 'capacity_exceeded'])
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    const { capacityChecked, refusalStatus } = dialect.submission
    expect((await client.submit({ fps: 0 })).status).toBe(capacityChecked === 'before the body' ? 429 : refusalStatus)
    expect((await client.submit({}, 'otherAccount')).status).toBe(202)
    await client.pollToTheEnd(path)
    expect((await client.submit()).status).toBe(202)
  })
})
