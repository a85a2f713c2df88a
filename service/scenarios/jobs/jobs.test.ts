import { expect, it } from 'vitest'
import { sendTo, serviceWithClient } from '../../client-for-tests.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })
type Client = Awaited<ReturnType<typeof playing>>

const states = async ({ submitted, pollToTheEnd }: Client, fields: object = {}) =>
  (await pollToTheEnd(await submitted(fields))).map(({ status }) => status)

it('slow: takes the given polls and seconds of the clock', async () => {
  await using client = await playing({ play: 'slow', with: { polls: 7, seconds: 60 } })
  client.service.clock.stop()
  const path = await client.submitted()
  const seen = await client.pollToTheEnd(path)
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['queued', 'running']))
  client.service.clock.moveBy(60_000)
  expect((await client.pollToTheEnd(path)).map(({ status }) => status)).toEqual(['succeeded'])
  expect(await states({ ...client, submitted: async () => path })).toEqual(['succeeded'])
})

it('stuck: each job continues after the given polls, and at once when the scenario is removed', async () => {
  await using client = await playing({ play: 'stuck', with: { polls: 4 }, as: 'it' })
  const hangs = ['queued', 'running', ...Array(4).fill('running'), 'succeeded']
  expect(await states(client)).toEqual(hangs)
  expect(await states(client)).toEqual(hangs)
  const path = await client.submitted()
  for (let poll = 0; poll < 4; poll++) await client.as('own', path)
  client.service.scenarios.off('it')
  expect((await client.as('own', path)).json.status).toBe('succeeded')
})

it('fails: permanently, with its code and message, at the given poll', async () => {
  const said = { code: 'moderated', message: 'Not this prompt, please.', after: 2 }
  await using client = await playing({ play: 'fails', with: said, as: 'it' })
  const path = await client.submitted()
  const seen = await client.pollToTheEnd(path)
  expect(seen.map(({ status }) => status)).toEqual(['running', 'failed'])
  const { after: _, ...error } = said
  expect(seen.at(-1).error).toEqual(error)
  client.service.scenarios.off('it')
  expect((await client.as('own', path)).json.error).toEqual(error)
  expect(await states(client)).toEqual(['queued', 'running', 'succeeded'])
})

const urlOf = async ({ submitted, pollToTheEnd }: Client) => {
  const path = await submitted()
  return { path, url: (await pollToTheEnd(path)).at(-1).url as string }
}

it('expired: expires after the given seconds of the clock', async () => {
  await using client = await playing({ play: 'fast' }, { play: 'expired', with: { seconds: 30 } })
  client.service.clock.stop()
  const { path, url } = await urlOf(client)
  client.service.clock.moveBy(29_000)
  expect((await sendTo(url)).status).toBe(200)
  client.service.clock.moveBy(1000)
  expect((await sendTo(url)).status).toBe(403)
  expect((await client.as('own', path)).json.url).toBe(url)
})
