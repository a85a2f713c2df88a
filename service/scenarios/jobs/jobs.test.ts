import { expect, it } from 'vitest'
import { sendTo, serviceWithClient } from '../../client-for-tests.ts'
import { DIALECTS } from '../../dialects/index.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })
type Client = Awaited<ReturnType<typeof playing>>

const states = async ({ submitted, pollToTheEnd }: Client, fields: object = {}) =>
  (await pollToTheEnd(await submitted(fields))).map(({ status }) => status)

it('fast: is at its end with the first poll', async () => {
  await using client = await playing({ play: 'fast' })
  expect(await states(client)).toEqual(['succeeded'])
})

it('slow: takes its polls, and its seconds of the clock', async () => {
  await using client = await playing({ play: 'slow', with: { polls: 7, seconds: 60 } })
  client.service.clock.stop()
  const path = await client.submitted()
  const seen = await client.pollToTheEnd(path)
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['queued', 'running']))
  client.service.clock.moveBy(60_000)
  expect((await client.pollToTheEnd(path)).map(({ status }) => status)).toEqual(['succeeded'])
  expect(await states({ ...client, submitted: async () => path })).toEqual(['succeeded'])
})

it('slow: is no slower than it is forced to be', async () => {
  await using client = await playing({ play: 'slow', with: { seconds: 60 } })
  const path = await client.submitted()
  client.service.jobs.fail(path.split('/').at(-1)!)
  expect((await client.as('own', path)).json.status).toBe('failed')
})

it('stuck: stays running for ever, unless a hand leads it on', async () => {
  await using client = await playing({ play: 'stuck' })
  const path = await client.submitted()
  const seen = (await client.pollToTheEnd(path)).map(({ status }) => status)
  expect(seen.slice(0, 3)).toEqual(['queued', 'running', 'running'])
  expect(seen.at(-1)).toBe('running')
  client.service.jobs.succeed(path.split('/').at(-1)!)
  expect((await client.as('own', path)).json.status).toBe('succeeded')
})

it('stuck: goes on after so many polls, each job by itself, and at once when it is taken off', async () => {
  await using client = await playing({ play: 'stuck', with: { polls: 4 }, as: 'it' })
  const hangs = ['queued', 'running', ...Array(4).fill('running'), 'succeeded']
  expect(await states(client)).toEqual(hangs)
  expect(await states(client)).toEqual(hangs)
  const path = await client.submitted()
  for (let poll = 0; poll < 4; poll++) await client.as('own', path)
  client.service.scenarios.off('it')
  expect((await client.as('own', path)).json.status).toBe('succeeded')
})

it('fails: with its code and message at its poll, for good', async () => {
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

it('fails: leaves a job that it has not ended yet as it was', async () => {
  await using client = await playing({ play: 'fails', with: { after: 5 }, as: 'it' })
  const path = await client.submitted()
  await client.as('own', path)
  client.service.scenarios.off('it')
  expect((await client.pollToTheEnd(path)).at(-1).status).toBe('succeeded')
})

it('backwards: goes back from running to queued so many times, and never out of a final state', async () => {
  for (const times of [1, 2, 3]) {
    await using client = await playing({ play: 'backwards', with: { times } })
    const path = await client.submitted()
    const seen = (await client.pollToTheEnd(path)).map(({ status }) => status)
    const back = seen.filter((status, at) => status === 'queued' && seen[at - 1] === 'running')
    expect(back.length, seen.join()).toBe(times)
    for (let poll = 0; poll < 3; poll++) expect((await client.as('own', path)).json.status).toBe('succeeded')
  }
})

it('backwards: goes back in each dialect', async () => {
  for (const { name } of Object.values(DIALECTS)) {
    await using client = await playing({ play: `dialect:${name}` }, { play: 'backwards' })
    const seen = await states(client)
    expect(seen.join(), name).toContain('running,queued,running')
    expect(seen.at(-1), name).toBe('succeeded')
  }
})

const urlOf = async ({ submitted, pollToTheEnd }: Client) => {
  const path = await submitted()
  return { path, url: (await pollToTheEnd(path)).at(-1).url as string }
}

it('expired: is dead at once, and good again for a later job when it is taken off', async () => {
  await using client = await playing({ play: 'fast' }, { play: 'expired', as: 'it' })
  const { path, url } = await urlOf(client)
  expect((await sendTo(url)).status).toBe(403)
  client.service.scenarios.off('it')
  expect((await sendTo((await client.as('own', path)).json.url)).status).toBe(200)
})

it('expired: is dead after so many seconds of the clock', async () => {
  await using client = await playing({ play: 'fast' }, { play: 'expired', with: { seconds: 30 } })
  client.service.clock.stop()
  const { path, url } = await urlOf(client)
  client.service.clock.moveBy(29_000)
  expect((await sendTo(url)).status).toBe(200)
  client.service.clock.moveBy(1000)
  expect((await sendTo(url)).status).toBe(403)
  expect((await client.as('own', path)).json.url).toBe(url)
})

it('expired: a later poll finds a fresh url where that is said', async () => {
  await using client = await playing({ play: 'fast' }, { play: 'expired', with: { seconds: 30, again: 'fresh' } })
  client.service.clock.stop()
  const { path, url } = await urlOf(client)
  client.service.clock.moveBy(30_000)
  expect((await sendTo(url)).status).toBe(403)
  expect((await sendTo((await client.as('own', path)).json.url)).status).toBe(200)
})
