import { expect, it } from 'vitest'
import { serviceWithClient, submission } from '../client-for-tests.ts'
import { around } from '../interface/behaviour.ts'

const lastOf = ({ service }: Awaited<ReturnType<typeof serviceWithClient>>) => service.journal.entries().at(-1)!

it('records the account, the job and the scenarios of each request', async () => {
  await using client = await serviceWithClient({})
  await client.service.scenarios.on('fast')
  const path = await client.submitted()
  await client.as('sameAccount', path)
  await client.send('/usage')
  const [, submitted, polled, refused] = client.service.journal.entries()
  const job = decodeURIComponent(path.slice('/videos/'.length))
  expect(submitted).toMatchObject({ account: 'studio', key: { label: 'render farm' }, job, played: ['fast'] })
  expect(submitted).toMatchObject({ request: { method: 'POST', url: '/v1/videos' }, answer: { status: 202 } })
  expect(polled).toMatchObject({ account: 'studio', key: { label: 'night shift' }, job, answer: { status: 200 } })
  expect(JSON.parse(polled!.answer!.body.text!)).toMatchObject({ id: job, status: 'succeeded' })
  expect(refused).toMatchObject({ account: null, key: null, job: null, answer: { status: 401 } })
})

it.each([
  ['a', 200_000, false],
  ['…', 30_000, false],
  ['…', 10_000, true],
])('says of a long body how long it was and whether it is whole: %s, %i times', async (letter, times, isWhole) => {
  await using client = await serviceWithClient({})
  const body = JSON.stringify({ model: 'x', prompt: letter.repeat(times) })
  await client.as('own', '/videos', submission(body))
  const told = lastOf(client).request.body
  expect([told.bytes, told.isWhole]).toEqual([Buffer.byteLength(body), isWhole])
  expect(body.startsWith(told.text!)).toBe(true)
  expect(told.text!.length).toBe(Math.min(body.length, 16_384))
})

it('has an entry without a response if a client never got one', async () => {
  await using client = await serviceWithClient({})
  client.service.layers.put({
    name: 'never answers',
    patch: (behaviour) =>
      around(behaviour, 'respond', async (_, { socket }) => {
        socket.destroy()
        throw new Error('gone')
      }),
  })
  await expect(client.as('own', '/usage')).rejects.toThrow()
  const entry = await client.service.journal.waitFor(() => true)
  expect(entry).toMatchObject({ request: { url: '/v1/usage' }, answer: null, played: ['never answers'] })
})
