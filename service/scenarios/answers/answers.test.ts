import { expect, it } from 'vitest'
import { idIn, serviceWithClient } from '../../client-for-tests.ts'
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

it('new-names: differ between seeds, equal for one seed', async () => {
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

it('nulls: wherever a value is absent', async () => {
  await using client = await playing({ play: 'nulls' })
  const accepted = (await client.submit()).json
  expect(accepted).toMatchObject({ id: expect.any(String), status: 'queued', url: null, error: null, stage: null })
  const [first, ...rest] = await client.pollToTheEnd(`/videos/${accepted.id}`)
  expect(first).toMatchObject({ status: 'queued', stage: null, url: null, error: null, thumbnail: null })
  expect(rest.at(-1)).toMatchObject({ status: 'succeeded', stage: null, error: null })
})
