import { describe, expect, it } from 'vitest'
import { codeIn, serviceWithClient, submission } from '../client-for-tests.ts'
import { DIALECTS } from '../dialects/index.ts'

describe.each(Object.values(DIALECTS))('submission in $name', (dialect) => {
  it('refuses invalid bodies with its own status and without a charge', async () => {
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

  it('sends Retry-After when the account is at capacity', async () => {
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
