import { expect, it } from 'vitest'
import { idIn, sendTo, serviceWithClient } from '../../client-for-tests.ts'
import type { Play } from '../scenario.ts'
import { sizeOfDeck } from './deck.ts'

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed)
const playing = (...scenarios: Play[]) =>
  serviceWithClient({ scenarios: [...scenarios, { play: 'capacity', with: { jobs: 1000 } }] })
type Client = Awaited<ReturnType<typeof playing>>
type Key = 'own' | 'sameAccount'

/** The outcome of a request, in a word. */
const met = (answer: Promise<{ status: number; text: string }>) =>
  answer.then(
    ({ status, text }) => (text.includes('x-trace') ? 'unknown fields' : `${status}`),
    () => 'broken',
  )

const submissions = async (client: Client, count: number, key: Key = 'own') => {
  const seen: string[] = []
  while (seen.length < count) seen.push(await met(submitBlindly(client, key)))
  return seen
}

/** Does not list models first: that would be another kind of request. */
const submitBlindly = ({ as }: Client, key: Key) =>
  as(key, '/videos', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'swift', prompt: 'A lighthouse' }),
  })

const TROUBLES_OF_SUBMISSIONS = 4
const SHARE = 0.4

it('causes each trouble once per stated number of submissions, with any seed, and lets the rest pass', async () => {
  const size = sizeOfDeck(TROUBLES_OF_SUBMISSIONS, SHARE)
  for (const seed of SEEDS) {
    await using client = await playing({ play: 'chaos', with: { seed } })
    for (let deck = 0; deck < 2; deck++) {
      const seen = await submissions(client, size)
      expect(seen.filter((each) => each !== '202').sort(), `${seed}`).toEqual(['429', '502', 'broken', 'broken'])
    }
  }
})

it('is the same for the same seed, and differs between keys and between seeds', async () => {
  const seen = async (seed: number) => {
    await using client = await playing({ play: 'chaos', with: { seed } })
    const of = async (key: Key) => (await submissions(client, 20, key)).join()
    const [own, sameAccount] = await Promise.all([of('own'), of('sameAccount')])
    return [own, sameAccount]
  }
  const first = await seen(7)
  expect(await seen(7)).toEqual(first)
  expect(first[0]).not.toBe(first[1])
  expect(await seen(8)).not.toEqual(first)
})

/** The simplest client that gets through: retries everything. */
async function untilItWorks<Answer extends { status: number }>(send: () => Promise<Answer>, tries: number[]) {
  for (let nth = 1; ; nth++) {
    const answer = await send().catch(() => undefined)
    if (!answer || answer.status >= 300) {
      if (nth > 50) throw new Error('fifty times in vain')
      continue
    }
    tries.push(nth)
    return answer
  }
}

it.each(SEEDS)('lets a client that retries download everything, seed %i', async (seed) => {
  await using client = await serviceWithClient({ scenarios: [{ play: 'chaos', with: { seed, share: 0.66 } }] })
  const tries: number[] = []
  for (let job = 0; job < 4; job++) {
    const { json } = await untilItWorks(() => submitBlindly(client, 'own'), tries)
    const path = `/videos/${idIn(json)}`
    let record = json
    for (let poll = 0; poll < 30 && record.status !== 'succeeded'; poll++)
      record = (await untilItWorks(() => client.as('own', path), tries)).json
    expect(record.status).toBe('succeeded')
    await untilItWorks(() => sendTo(record.url), tries)
  }
  // Never more than two in a row.
  expect(Math.max(...tries)).toBeLessThanOrEqual(3)
})
