import { expect, it } from 'vitest'
import { idIn, serviceWithClient, submission } from '../client-for-tests.ts'
import type { Scope } from '../scope.ts'
import type { Play } from './scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })
type Client = Awaited<ReturnType<typeof playing>>
type Key = 'own' | 'sameAccount' | 'otherAccount'
const KEYS: readonly Key[] = ['own', 'sameAccount', 'otherAccount']

const pollOnce = async ({ as }: Client, path: string, key: Key = 'own') => (await as(key, path)).json.status
const statusOf = async ({ submit }: Client, fields: object = {}, key: Key = 'own') => (await submit(fields, key)).status

it.each<[string, Scope]>([
  ['the label of a key', { key: 'night shift' }],
  ['an account and a key', { account: 'studio', key: 'night shift' }],
])('applies to %s only', async (_what, scope) => {
  await using client = await playing({ play: 'full', for: scope })
  expect(await Promise.all(KEYS.map((key) => statusOf(client, {}, key)))).toEqual([202, 429, 202])
})

const SCOPES: [string, { scope: Scope; inside: object; outside: object }][] = [
  ['an alias', { scope: { model: 'studio' }, inside: { model: 'studio' }, outside: { model: 'swift' } }],
  [
    'words of the prompt',
    {
      scope: { prompt: 'storm at sea' },
      inside: { prompt: 'A Storm at Sea, by night' },
      outside: { prompt: 'A calm sea' },
    },
  ],
]

it.each(SCOPES)('applies to submissions of %s only', async (_what, { scope, inside, outside }) => {
  await using client = await playing({ play: 'busy', with: { times: 1 }, for: scope })
  const seen = [await statusOf(client, outside), await statusOf(client, inside), await statusOf(client, inside)]
  expect(seen).toEqual([202, 429, 202])
})

it.each(SCOPES)('applies to polls of %s only', async (_what, { scope, inside, outside }) => {
  await using client = await playing({ play: 'fast' }, { play: 'fails', with: { after: 1 }, for: scope })
  expect(await pollOnce(client, await client.submitted(inside))).toBe('failed')
  expect(await pollOnce(client, await client.submitted(outside))).toBe('succeeded')
})

it('changes dialect and polls for some keys while others are served', async () => {
  await using client = await playing(
    { play: 'dialect:legacy-numbers', for: { key: 'campaign' } },
    { play: 'slow', with: { polls: 6 }, for: { key: 'night shift' } },
    { play: 'capacity', with: { jobs: 60 } },
  )
  const [alias] = (await client.as('otherAccount', '/models')).json
  const one = async (key: Key) => {
    const body = JSON.stringify({ model: key === 'otherAccount' ? alias : 'swift', prompt: 'A lighthouse' })
    const id = idIn((await client.as(key, '/videos', submission(body))).json)
    const statuses: string[] = []
    while (statuses.at(-1) !== 'succeeded' && statuses.length < 20)
      statuses.push(await pollOnce(client, `/videos/${id}`, key))
    return `${statuses.length} polls, ${/^\d+$/.test(id) ? 'a number' : 'text'}`
  }
  const asked = Array.from({ length: 45 }, (_, nth) => KEYS[nth % 3]!)
  const seen = await Promise.all(asked.map(one))
  const ofKey = (key: Key) => [...new Set(seen.filter((_, nth) => asked[nth] === key))]
  expect(KEYS.map(ofKey)).toEqual([['3 polls, text'], ['6 polls, text'], ['1 polls, a number']])
})
