import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import schemas from 'har-schema'
import { expect, it } from 'vitest'
import { serviceWithClient, submission } from '../client-for-tests.ts'
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

it('stays valid with odd paths, truncated bodies and a clock out of range', async () => {
  await using client = await serviceWithClient({})
  for (const path of ['/vid{}eos?a=|^`', '/videos/%zz?%', '//x', "/videos/'\\'"]) await client.as('own', path)
  await client.as('own', '/videos', submission('ä'.repeat(50_000)))
  for (const time of [8e15, -8e15, 9e15]) {
    client.service.clock.moveTo(time)
    await client.as('own', '/usage')
  }
  const entries = entriesOf(client)
  expect(entries[4].request.postData._truncated).toBe('only the start of 100000 bytes')
  expect(entries.slice(5).map((each: { startedDateTime: string }) => each.startedDateTime.slice(0, 4))).toEqual([
    '9999',
    '0000',
    '9999',
  ])
})

it('shows no key, even after decoding', async () => {
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
