import { afterEach, expect, it } from 'vitest'
import type { RequestTemplate } from '../history/entry/exchange.ts'
import { asking, clientOf, closeClients, inTurn, purpose } from './client-for-tests.ts'
import { PutOff } from './put-off.ts'

afterEach(closeClients)

const posting = (body: number, key = 'A'): RequestTemplate => ({
  ...asking('/v1/videos', `Bearer {{${key}}}`),
  method: 'POST',
  body: String(body),
})
const FAR = { 'Retry-After': '99999999' }

async function posted(statuses: number[], times: number, headers = FAR) {
  const { client, exchanges } = await clientOf(inTurn(statuses, headers))
  for (let body = 0; body < times; body++) await client.ask(posting(body), purpose)
  return { client, exchanges }
}

it('leaves the rest of what is posted out after five in a row that were told to come back too late', async () => {
  const { client, exchanges } = await posted([429], 5)
  await expect(client.ask(posting(6), purpose)).rejects.toThrow(PutOff)
  await expect(client.ask(posting(7), purpose)).rejects.toThrow(
    '5 POSTs in a row with this key returned 429 with Retry-After 99999999 s, longer than the run waits',
  )
  expect(exchanges()).toHaveLength(5)
})

it('leaves nothing out while the jobs of the run may be what takes up the room', async () => {
  const { client, exchanges } = await clientOf(inTurn([429], FAR))
  client.isBusy = () => true
  for (let body = 0; body < 8; body++) await client.ask(posting(body), purpose)
  expect(exchanges()).toHaveLength(8)
})
