import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { idIn, sendTo, serviceWithClient } from '../../client-for-tests.ts'
import { DIALECTS } from '../../dialects/index.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })
type Client = Awaited<ReturnType<typeof playing>>

/** Seconds of the clock, moved one by one, until the response. */
async function secondsUntil(answer: Promise<unknown>, { service: { clock } }: Client): Promise<number> {
  let isThere = false
  const there = answer.finally(() => {
    isThere = true
  })
  const before = clock.now()
  while (!isThere) {
    await sleep(5)
    if (!isThere) clock.moveBy(1000)
  }
  await there
  return (clock.now() - before) / 1000
}

it.each(['before', 'after'])(
  'late: answers after its seconds of the clock, with the work done %s them',
  async (work) => {
    await using client = await playing({ play: 'late', with: { seconds: 30, work, of: 'submissions' } })
    client.service.clock.stop()
    const submitted = client.submit()
    const arrives = client.service.clock.now()
    expect(await secondsUntil(submitted, client)).toBeGreaterThanOrEqual(30)
    const [job] = client.service.jobs.list()
    expect(idIn((await submitted).json)).toBe(job!.id)
    if (work === 'after') expect(job!.createdAt - arrives).toBeGreaterThanOrEqual(30_000)
  },
)

it.each(Object.keys(DIALECTS))(
  'pieces: sends the same responses in many chunks, in the dialect %s',
  async (dialect) => {
    await using client = await playing({ play: `dialect:${dialect}` }, { play: 'fast' })
    const path = await client.submitted({ prompt: 'Ein Leuchtturm 🎬' })
    const { url } = (await client.as('own', path)).json
    const asks = [() => client.as('own', path), () => client.as('own', '/models'), () => sendTo(url)]
    const whole = await Promise.all(asks.map((ask) => ask()))
    using _ = await client.service.scenarios.on({ play: 'pieces', with: { bytes: 2 } })
    const torn = await Promise.all(asks.map((ask) => ask()))
    for (const at of [1, 2]) expect(torn[at]!.text === whole[at]!.text).toBe(true)
    expect(torn[0]!.json.status).toBe('succeeded')
    expect(torn.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(torn.map(({ headers }) => headers['transfer-encoding'])).toEqual(['chunked', 'chunked', 'chunked'])
    expect((await client.submit()).status).toBe(202)
  },
)

it('busy: refuses a given number of times for each key, independently of others, with its Retry-After', async () => {
  await using client = await playing({ play: 'busy', with: { times: 3, seconds: 120 } })
  const told = async (key: 'own' | 'sameAccount' | 'otherAccount') => {
    const { status, headers } = await client.submit({}, key)
    return `${status} ${headers['retry-after']}`
  }
  const refused = Array(3).fill('429 120')
  const all = await Promise.all(
    (['own', 'sameAccount', 'otherAccount'] as const).map(async (key) => {
      const seen: string[] = []
      while (seen.length < 4) seen.push(await told(key))
      return seen
    }),
  )
  for (const seen of all) expect(seen).toEqual([...refused, '202 undefined'])
})
