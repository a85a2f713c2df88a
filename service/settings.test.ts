import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { idIn, sendTo, serviceWithClient } from './client-for-tests.ts'
import type { Dialect } from './dialects/dialect.ts'
import { DIALECTS } from './dialects/index.ts'
import { adjust } from './interface/adjust.ts'

const first: Dialect = { ...DIALECTS.plain, jobs: { ...DIALECTS.plain.jobs, polls: 9 } }
let now = Date.parse('2026-01-01')
let client: Awaited<ReturnType<typeof serviceWithClient>>
beforeAll(async () => {
  client = await serviceWithClient({ dialect: first, capacity: 1000, clock: { now: () => now } })
})
afterAll(() => client.service.close())

const whenFull = async (fields: object = {}) => {
  client.service.tell({ capacity: 0 })
  const refusal = await client.submit(fields)
  client.service.tell({ capacity: 1000 })
  return refusal
}
const records = async () => client.pollToTheEnd(await client.submitted())
const link = async () => (await records()).at(-1).url as string
const expired = async () => {
  const url = await link()
  now += 1e9
  const { status } = await sendTo(url)
  now -= 1e9
  return status
}
const reading = (path: string) => async () => (await client.as('own', path)).json
const header = (path: string, name: string) => async () => (await client.as('own', path)).headers[name]
const statusWith = async (authorization: string | string[]) =>
  (await client.send('/usage', { headers: { authorization } })).status
const own = () => client.service.keys.own
const statusOf = (method: string, path: string) => async () => (await client.as('own', path, { method })).status
const submission = (fields: object) => async () => (await client.submit(fields)).status

/** A dialect's value, a different one, and where a client sees it. */
const VALUES: [value: string, other: unknown, shown: () => Promise<unknown>][] = [
  ['aliases', ['other'], reading('/models')],
  ['ids.make', () => randomUUID().toUpperCase(), async () => /[A-Z]/.test(idIn((await client.submit()).json))],
  ['submission.refusalStatus', 422, submission({ fps: 0 })],
  ['submission.capacityChecked', 'before the body', async () => (await whenFull({ fps: 0 })).status],
  ['submission.open', { 'body.extra-fields': 'refuse' }, submission({ extra: 1 })],
  ['jobs.polls', 4, async () => (await records()).length],
  ['jobs.url.lifetimeSeconds', 7, async () => new URL(await link()).searchParams.get('expires')],
  ['jobs.url.expired', 404, expired],
  ['errors.body', () => ['wrong'], reading('/nothing')],
  ['auth.lowerCaseBearer', true, () => statusWith(`bearer ${own()}`)],
  ['paths.wrongMethod', 404, statusOf('DELETE', '/models')],
  ['paths.headOnReadings', true, statusOf('HEAD', '/models')],
  ['retryAfterSeconds', 7, async () => (await whenFull()).headers['retry-after']],
  ['readings.usage', () => 'much', reading('/usage')],
  ['http.jsonType', 'application/json; charset=utf-8', header('/models', 'content-type')],
]

it.each(VALUES)('applies another %s at once, and the old one when it is restored', async (value, other, shown) => {
  const before = await shown()
  client.service.tell({ dialect: withValue(first, value.split('.'), other) })
  const meanwhile = await shown()
  client.service.tell({ dialect: first })
  expect(meanwhile).not.toEqual(before)
  expect(await shown()).toEqual(before)
  const change = (dialect: Dialect) => withValue(dialect, value.split('.'), other)
  client.service.layers.put({ name: value, patch: (_, world) => adjust(world, 'dialect', change) })
  expect(await shown()).toEqual(meanwhile)
  client.service.layers.takeOff(value)
  expect(await shown()).toEqual(before)
})

it('takes capacity and polls from the current dialect unless they are set', async () => {
  await using asked = await serviceWithClient({})
  const { tell } = asked.service
  const limit = async () => JSON.stringify((await asked.as('own', '/capacity')).json)
  const polls = async () => (await asked.pollToTheEnd(await asked.submitted())).length
  expect([await limit(), await polls()]).toEqual([expect.stringContaining('"limit":4'), 3])
  tell({ dialect: 'problem-details' })
  expect([await limit(), await polls()]).toEqual([expect.stringContaining('"limit":12'), 40])
  tell({ capacity: 7, polls: 2 })
  expect([await limit(), await polls()]).toEqual([expect.stringContaining('"limit":7'), 2])
  tell({ dialect: 'plain' })
  expect([await limit(), await polls()]).toEqual([expect.stringContaining('"limit":7'), 2])
  tell({ capacity: undefined, polls: undefined })
  expect([await limit(), await polls()]).toEqual([expect.stringContaining('"limit":4'), 3])
})

it('reads the failing prompt and the accepted image anew for each request', async () => {
  await using asked = await serviceWithClient({})
  const { service } = asked
  const end = async (fields: object) => (await asked.pollToTheEnd(await asked.submitted(fields))).at(-1).status
  service.tell({ failingPrompt: 'A black cat', imageUrl: 'https://pictures.example.com/cat.png' })
  expect([service.failingPrompt, service.imageUrl]).toEqual(['A black cat', 'https://pictures.example.com/cat.png'])
  expect(await end({ prompt: 'A black cat' })).toBe('failed')
  expect(await end({ prompt: 'A video that cannot be made' })).toBe('succeeded')
  expect(await end({ prompt: undefined, image_url: service.imageUrl })).toBe('succeeded')
})

function withValue<Part extends object>(part: Part, [name = '', ...deeper]: string[], value: unknown): Part {
  const inside = deeper.length > 0 ? withValue((part as Record<string, object>)[name]!, deeper, value) : value
  return { ...part, [name]: inside }
}
