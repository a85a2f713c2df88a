import { expect, it } from 'vitest'
import { codeIn, serviceWithClient } from '../../client-for-tests.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })

const times = async <Each>(count: number, act: () => Promise<Each>): Promise<Each[]> => {
  const seen: Each[] = []
  while (seen.length < count) seen.push(await act())
  return seen
}

it('capacity: limits unfinished jobs of an account, and admits another when one has finished', async () => {
  await using client = await playing({ play: 'capacity', with: { jobs: 2 } })
  const first = await client.submitted()
  const others = await times(2, () => client.submit())
  expect(others.map(({ status }) => status)).toEqual([202, 429])
  expect(codeIn(others[1]!.json)).toBe('capacity_exceeded')
  expect((await client.submit({}, 'otherAccount')).status).toBe(202)
  expect((await client.as('own', '/capacity')).json).toEqual({ limit: 2, in_use: 2, available: 0 })
  await client.pollToTheEnd(first)
  expect((await client.submit()).status).toBe(202)
})

it('busy-until: refuses for its seconds of the clock, with the seconds left in Retry-After', async () => {
  await using client = await playing({ play: 'busy-until', with: { seconds: 120 } })
  const { clock } = client.service
  clock.stop()
  const told = async (key?: 'sameAccount') => {
    const { status, headers } = await client.submit({}, key)
    return [status, headers['retry-after']]
  }
  expect(await told()).toEqual([429, '120'])
  clock.moveBy(60_500)
  expect(await told()).toEqual([429, '60'])
  expect(await told('sameAccount')).toEqual([429, '120'])
  clock.moveBy(59_499)
  expect(await told()).toEqual([429, '1'])
  clock.moveBy(1)
  expect(await told()).toEqual([202, undefined])
  expect(await told('sameAccount')).toEqual([429, '61'])
})

it('revoked: each key works a given number of times, then returns 401 until the scenario is removed', async () => {
  await using client = await playing({ play: 'revoked', with: { after: 3 }, as: 'it' })
  for (const key of ['own', 'sameAccount'] as const) {
    const seen = await times(5, () => client.as(key, '/usage'))
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 401, 401])
  }
  client.service.scenarios.off('it')
  expect((await client.as('own', '/usage')).status).toBe(200)
})

it('taken: every key of the account is at capacity for its seconds of the clock, and /capacity says so', async () => {
  await using client = await playing({ play: 'taken', with: { seconds: 3, wait: 2 } })
  const { clock } = client.service
  clock.stop()
  const free = async () => (await client.as('own', '/capacity')).json.available
  expect(await free()).toBe(0)
  const first = await client.submit()
  expect([first.status, first.headers['retry-after'], codeIn(first.json)]).toEqual([429, '2', 'capacity_exceeded'])
  clock.moveBy(2_999)
  expect([(await client.submit({}, 'sameAccount')).status, await free()]).toEqual([429, 0])
  clock.moveBy(1)
  expect(await free()).toBe(4)
  expect((await client.submit()).status).toBe(202)
  expect((await client.submit({}, 'otherAccount')).status).toBe(429)
})
