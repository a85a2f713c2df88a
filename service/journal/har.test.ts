import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import schemas from 'har-schema'
import { request } from 'undici'
import { expect, it } from 'vitest'
import { serviceWithClient, submission } from '../client-for-tests.ts'
import { around } from '../interface/behaviour.ts'
import { harOf } from './har.ts'

const DRAFT = createRequire(import.meta.url).resolve('ajv/dist/refs/json-schema-draft-06.json')
const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false })
formats.default(ajv)
ajv.addMetaSchema(JSON.parse(readFileSync(DRAFT, 'utf8')))
ajv.addVocabulary(['optional', 'unique', 'min'])
for (const schema of Object.values(schemas)) ajv.addSchema(schema)
const validate = ajv.compile({ $ref: 'har.json#' })

type Client = Awaited<ReturnType<typeof serviceWithClient>>
const textOf = ({ service }: Client) => [...harOf(service.journal.entries(), new URL(service.baseUrl).origin)].join('')
function entriesOf(client: Client) {
  const document = JSON.parse(textOf(client))
  expect(validate(document) ? [] : validate.errors).toEqual([])
  return document.log.entries
}

it('is valid when there is nothing to tell', async () => {
  await using client = await serviceWithClient({})
  expect(entriesOf(client)).toEqual([])
})

it('tells of every request in the words of the format', async () => {
  await using client = await serviceWithClient({ polls: 1 })
  const path = await client.submitted()
  const { url } = (await client.as('own', `${path}?a=1&a=b%20c`)).json
  await (await request(url)).body.dump()
  const [models, submitted, polled, downloaded] = entriesOf(client)
  expect(models).toMatchObject({ request: { method: 'GET', url: `${client.service.baseUrl}/models`, bodySize: 0 } })
  expect(models.request.postData).toBeUndefined()
  expect(submitted).toMatchObject({
    _account: 'studio',
    request: { postData: { mimeType: 'application/json', text: expect.stringContaining('A lighthouse') } },
    response: { status: 202, content: { mimeType: expect.stringContaining('json') } },
  })
  expect(polled.request.queryString).toEqual([
    { name: 'a', value: '1' },
    { name: 'a', value: 'b c' },
  ])
  expect(JSON.parse(polled.response.content.text).status).toBe('succeeded')
  expect(downloaded.response.content).toEqual({ size: expect.any(Number), mimeType: 'video/mp4' })
  for (const { time, timings } of [models, submitted, polled, downloaded]) expect(timings.wait).toBe(time)
})

it('shows what was never answered as browsers do', async () => {
  await using client = await serviceWithClient({})
  client.service.layers.put({
    name: 'hangs up',
    patch: (behaviour) =>
      around(behaviour, 'respond', async (_, { socket }) => {
        socket.destroy()
        throw new Error('gone')
      }),
  })
  await expect(client.as('own', '/usage')).rejects.toThrow()
  await client.service.journal.waitFor(() => true)
  const [entry] = entriesOf(client)
  expect(entry.response).toMatchObject({ status: 0, headers: [], _error: expect.stringContaining('without an answer') })
  expect(entry._played).toEqual(['hangs up'])
})

it('stays valid when paths are odd, bodies are cut and the clock is beyond all calendars', async () => {
  await using client = await serviceWithClient({})
  for (const path of ['/vid{}eos?a=|^`', '/videos/%zz?%', '//x', "/videos/'\\'"]) await client.as('own', path)
  await client.as('own', '/videos', submission('ä'.repeat(50_000)))
  for (const time of [8e15, -8e15, 9e15]) {
    client.service.clock.moveTo(time)
    await client.as('own', '/usage')
  }
  const entries = entriesOf(client)
  expect(entries[4].request.postData._truncated).toBe('of 100000 bytes, the beginning')
  expect(entries.slice(5).map((each: { startedDateTime: string }) => each.startedDateTime.slice(0, 4))).toEqual([
    '9999',
    '0000',
    '9999',
  ])
})

it('shows no key, decoded neither', async () => {
  await using client = await serviceWithClient({})
  const { own } = client.service.keys
  const hidden = own.replace('_', '%5F')
  await client.as('own', `/usage?key=${own}&other=${hidden}&${hidden}=1`, { headers: { 'x-key': own, cookie: own } })
  await client.as('own', '/videos', submission(JSON.stringify({ model: own, [own]: own })))
  const text = textOf(client)
  const [{ request: asked }] = entriesOf(client)
  expect(text).not.toContain(own.slice(3, 20))
  expect(asked.queryString.map(({ name }: { name: string }) => name)).toEqual([
    'key',
    'other',
    expect.stringMatching(/^cl_.{4}….{4}$/),
  ])
  expect(new URL(asked.url).searchParams.get('other')).toMatch(/^cl_.{4}….{4}$/)
})
