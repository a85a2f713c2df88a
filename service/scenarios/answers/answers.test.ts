import { request as ask, type IncomingMessage } from 'node:http'
import { request } from 'undici'
import { expect, it } from 'vitest'
import { idIn, sendTo, serviceWithClient } from '../../client-for-tests.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })
type Client = Awaited<ReturnType<typeof playing>>

const idsOf = async ({ submit }: Client, count = 2) => {
  const answers = []
  while (answers.length < count) answers.push((await submit()).json.id)
  return answers
}

it.each([
  ['slash', /^reel\/\w+\/\w+$/],
  ['percent', /^100%25-\w+%2F\w+$/],
  ['space', /^take \w+ of \w+$/],
  ['long', /^\w{240}$/],
  ['short', /^\w{2}$/],
  ['number', /^\d{13}$/],
  ['digits', /^00\d{20}$/],
])('ids: each of the form %s, and each read by it', async (form, looks) => {
  await using client = await playing({ play: 'ids', with: { form } })
  const [one, other] = await idsOf(client)
  expect(String(one)).toMatch(looks)
  expect(one).not.toBe(other)
  expect(typeof one).toBe(form === 'number' ? 'number' : 'string')
  expect((await client.as('own', `/videos/${encodeURIComponent(idIn({ id: one }))}`)).json.id).toBe(one)
})

it('ids: of two lengths, in turn', async () => {
  await using client = await playing({ play: 'ids', with: { form: 'mixed' } })
  expect((await idsOf(client, 4)).map((id) => id.length)).toEqual([2, 240, 2, 240])
})

it('new-names: others for each seed, the same for one', async () => {
  const seen = async (seed: number) => {
    await using client = await playing({ play: 'new-names', with: { seed } })
    const models = (await client.as('own', '/models')).json.models.map(({ alias }: { alias: string }) => alias)
    const { id: _, ...record } = (await client.as('own', await client.submitted())).json
    return JSON.stringify([models, record])
  }
  const [one, again, other] = [await seen(1), await seen(1), await seen(2)]
  expect(one).toBe(again)
  expect(one).not.toBe(other)
  expect(one).not.toContain('swift')
})

it('nulls: wherever something has nothing to say', async () => {
  await using client = await playing({ play: 'nulls' })
  const accepted = (await client.submit()).json
  expect(accepted).toMatchObject({ id: expect.any(String), status: 'queued', url: null, error: null, stage: null })
  const [first, ...rest] = await client.pollToTheEnd(`/videos/${accepted.id}`)
  expect(first).toMatchObject({ status: 'queued', stage: null, url: null, error: null, thumbnail: null })
  expect(rest.at(-1)).toMatchObject({ status: 'succeeded', stage: null, error: null })
})

it.each([
  ['absent', undefined],
  ['null', null],
  ['shown', expect.stringMatching(/generating|enhancing/)],
])('queue: so many polls, and a stage that is %s', async (stage, shown) => {
  await using client = await playing({ play: 'queue', with: { polls: 5, stage } })
  const seen = await client.pollToTheEnd(await client.submitted())
  expect(seen.map(({ status }) => status)).toEqual([...Array(5).fill('queued'), 'running', 'succeeded'])
  expect(seen[0].stage).toEqual(shown)
})

it('gzip: for those who accept it, and nobody else', async () => {
  await using client = await playing({ play: 'gzip' })
  const codingFor = async (accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const answer = await client.as('own', '/usage', { headers })
    expect(answer.json.jobs).toBe(0)
    return answer.headers['content-encoding']
  }
  for (const yes of ['gzip', 'br, GZIP;q=0.5']) expect(await codingFor(yes)).toBe('gzip')
  for (const no of ['identity', 'gzip;q=0', 'br', undefined]) expect(await codingFor(no)).toBeUndefined()
})

it('loud-headers: in capital letters, with all that they say', async () => {
  await using client = await playing({ play: 'loud-headers' }, { play: 'full' })
  const { rawHeaders } = await rawAnswer(client)
  expect(rawHeaders).toEqual(expect.arrayContaining(['RETRY-AFTER', 'CONTENT-TYPE', 'application/json;charset=UTF-8']))
})

function rawAnswer({ service }: Client): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${service.keys.own}`, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const sent = ask(`${service.baseUrl}/videos`, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer))
    })
    sent.end('{"model":"swift","prompt":"A lighthouse"}')
  })
}

it('first-url-dead: each job has one, and later polls show one that works', async () => {
  await using client = await playing({ play: 'fast' }, { play: 'first-url-dead' })
  for (const path of [await client.submitted(), await client.submitted()]) {
    const urls = []
    while (urls.length < 3) urls.push((await client.as('own', path)).json.url)
    expect(new Set(urls).size).toBe(3)
    expect((await sendTo(urls[0])).status).toBe(403)
    expect((await sendTo(urls[2])).status).toBe(200)
    expect((await sendTo(urls[0])).status).toBe(403)
  }
})

it('elsewhere: another origin, where the file is', async () => {
  await using client = await playing({ play: 'fast' }, { play: 'elsewhere' })
  const { url } = (await client.as('own', await client.submitted())).json
  expect(new URL(url).origin).not.toBe(new URL(client.service.baseUrl).origin)
  const { statusCode, body } = await request(url)
  await body.dump()
  expect(statusCode).toBe(200)
})
