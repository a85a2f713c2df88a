import { request } from 'undici'
import { expect, it } from 'vitest'
import { serviceWithClient, submission } from '../client-for-tests.ts'
import { around } from '../interface/behaviour.ts'

const lastOf = ({ service }: Awaited<ReturnType<typeof serviceWithClient>>) => service.journal.entries().at(-1)!

it('tells whose each request was, which job it was about, and what was played', async () => {
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

it('tells of a download how long it was, whose it was, and nothing of its bytes', async () => {
  await using client = await serviceWithClient({ polls: 1 })
  const path = await client.submitted()
  const { url } = (await client.as('own', path)).json
  const { body } = await request(url)
  const { byteLength } = await body.arrayBuffer()
  const entry = lastOf(client)
  expect(byteLength).toBeGreaterThan(1000)
  expect(entry.answer?.body).toEqual({ bytes: byteLength, text: null, isWhole: true })
  expect([entry.account, entry.job]).toEqual(['studio', decodeURIComponent(path.slice('/videos/'.length))])
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

it('says that a body was too large to be read', async () => {
  await using client = await serviceWithClient({})
  await client.as('own', '/videos', submission(Buffer.alloc(2 * 1024 * 1024, 'a')))
  expect(lastOf(client).request.body).toMatchObject({ text: null, isWhole: false })
})

it('has an entry without an answer where a client was never answered', async () => {
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

it('shows the label that a key has when the entry is first read', async () => {
  await using client = await serviceWithClient({})
  await client.as('own', '/usage')
  const [key] = client.service.accounts.keysOf('studio').filter(({ label }) => label === 'render farm')
  client.service.accounts.relabel(key!.id, 'the barn')
  expect(lastOf(client).key).toEqual({ id: key!.id, label: 'the barn' })
})

it('is written by one who asks from within, too', async () => {
  await using client = await serviceWithClient({})
  const [key] = client.service.accounts.keysOf('agency')
  await client.service.ask({ account: 'agency', keyId: key!.id }, { method: 'GET', path: '/usage' })
  expect(lastOf(client)).toMatchObject({ account: 'agency', key: { id: key!.id }, request: { url: '/v1/usage' } })
})
