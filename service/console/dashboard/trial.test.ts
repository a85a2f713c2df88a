import { expect, it } from 'vitest'
import { DEFAULT_DIALECT, DIALECTS, dialectCalled } from '../../dialects/index.ts'
import type { Layer } from '../../layers.ts'
import { consoleForTests, stateOf } from '../console-for-tests.ts'

const aliasOf = (dialect: string = DEFAULT_DIALECT) => dialectCalled(dialect).aliases[0]

async function visitorWithKey(options: { dialect?: string; capacity?: number; layers?: Layer[] } = {}) {
  const at = await consoleForTests(options)
  const ada = await at.visitor().signUp('ada@example.com')
  const made = (await ada.post('/console/keys', { label: 'farm' })).json
  const order = { model: aliasOf(options.dialect), prompt: 'A ferry' }
  const submit = () => ada.post('/console/videos', { key: made.key.id, order })
  return { at, ada, key: made.key.id as string, secret: made.secret as string, submit }
}

it.each(Object.keys(DIALECTS))('takes a job to its video in the dialect %s', async (dialect) => {
  const { at, ada, key, submit } = await visitorWithKey({ dialect })
  const models = (await ada.ask(`/console/models?key=${key}`)).json
  expect(models.aliases).toEqual([...dialectCalled(dialect).aliases])
  const { job } = (await submit()).json
  const poll = () => ada.post(`/console/videos/${encodeURIComponent(job)}/poll`, { key })
  let last = (await poll()).json
  for (let n = 0; n < 100 && last.json?.status !== 'succeeded'; n++) last = (await poll()).json
  expect(last).toMatchObject({ json: { url: expect.stringMatching(/^http/) } })
  const { keys, account } = (await ada.ask('/console/keys')).json
  expect(keys[0].used).toMatchObject({ jobs: 1, seconds: 5 })
  expect(account.used).toEqual(keys[0].used)
  await at[Symbol.asyncDispose]()
})

it('shows an error as a client sees it', async () => {
  const { at, ada, key, submit } = await visitorWithKey({ capacity: 1 })
  await submit()
  const { status, retryAfter, job } = (await submit()).json
  expect([status, retryAfter, job]).toEqual([429, '1', null])
  const wrong = (await ada.post('/console/videos', { key, order: 'no object' })).json
  expect(wrong.status).toBe(400)
  await at[Symbol.asyncDispose]()
})

it('shows a key in full only when it is created, and stores it nowhere', async () => {
  const { at, ada, key, secret } = await visitorWithKey()
  expect(secret).toMatch(/^cl_\w{40}$/)
  const replaced = (await ada.post(`/console/keys/${key}/replace`)).json
  for (const each of [secret, replaced.secret]) {
    const shown = [await ada.ask('/console/keys'), await ada.ask('/console/jobs'), await ada.ask('/console/session')]
    const kept = stateOf(at.service) + JSON.stringify(at.service.journal.entries())
    expect(shown.map(({ text }) => text).join() + kept).not.toContain(each.slice(8, -4))
  }
  await at[Symbol.asyncDispose]()
})
