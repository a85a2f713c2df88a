import { expect, it } from 'vitest'
import { sendTo, serviceWithClient, submission } from './client-for-tests.ts'
import type { Play } from './scenarios/scenario.ts'
import type { Witnessed } from './witness.ts'

async function witnessed(...scenarios: Play[]) {
  const seen: Witnessed[] = []
  const client = await serviceWithClient({ scenarios, witness: (each) => seen.push(each) })
  return { client, seen, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() }
}

const textOf = ({ answer }: Witnessed) => JSON.parse(String(answer!.kept))

it('is told of what came, and what went out, in full', async () => {
  await using all = await witnessed()
  const { client, seen } = all
  const before = Date.now()
  const body = JSON.stringify({ model: 'swift', prompt: 'Ä lighthouse' })
  await client.as('own', '/videos', submission(body))
  const [one] = seen
  expect(one).toMatchObject({
    method: 'POST',
    url: '/v1/videos',
    connection: 1,
    answer: { status: 202, isWhole: true },
  })
  expect(String(one!.body)).toBe(body)
  expect(one!.rawHeaders).toContain(`Bearer ${client.service.keys.own}`)
  expect(textOf(one!).status).toBe('queued')
  expect(one!.answer!.headers).toContainEqual(['content-type', 'application/json'])
  expect(one!.cameAt).toBeGreaterThan(before - 5)
  expect(one!.endedAt).toBeGreaterThanOrEqual(one!.cameAt)
})

it('is told of pieces, of a whole file by its length, and of half of one', async () => {
  await using all = await witnessed(
    { play: 'fast' },
    { play: 'pieces', with: { of: 'polls' } },
    { play: 'cut-download' },
  )
  const { client, seen } = all
  const { url } = (await client.as('own', await client.submitted())).json
  await expect(sendTo(url)).rejects.toThrow()
  await sendTo(url)
  await expect.poll(() => seen.length).toBe(5)
  const [, , poll, half, whole] = seen
  expect(textOf(poll!).url).toBe(url)
  expect([half!.answer!.isWhole, whole!.answer!.isWhole]).toEqual([false, true])
  expect(half!.answer!.bytes).toBeLessThan(whole!.answer!.bytes)
  expect(String(whole!.answer!.bytes)).toBe(whole!.answer!.headers.find(([name]) => name === 'content-length')![1])
})

it('is told of what was never answered, and when a late answer had come and gone', async () => {
  await using all = await witnessed(
    { play: 'hangs-up', with: { of: 'readings' } },
    { play: 'late', with: { seconds: 0.2, of: 'readings' } },
  )
  const { client, seen } = all
  await expect(client.as('own', '/usage')).rejects.toThrow()
  await client.as('own', '/usage')
  await expect.poll(() => seen.length).toBe(2)
  expect(seen[0]!.answer).toBeUndefined()
  expect(seen[1]!.endedAt - seen[1]!.cameAt).toBeGreaterThanOrEqual(195)
})
