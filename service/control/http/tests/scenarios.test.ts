import { expect, it } from 'vitest'
import { around } from '../../../interface/behaviour.ts'
import type { Scenario } from '../../../scenarios/scenario.ts'
import { refused, withControl } from './control.ts'

const catalogue = async (): Promise<readonly Scenario[]> => [
  {
    kind: 'fault',
    name: 'refuses-everybody',
    summary: 'Nobody gets in.',
    parameters: [],
    patch: () => (behaviour) => around(behaviour, 'recognise', () => undefined),
  },
]

const names = (answer: { scenarios: { play: string }[] }) => answer.scenarios.map(({ play }) => play)

it('lists all scenarios, and finds them by kind and by words', async () => {
  await using control = await withControl({ catalogue })
  const all = names(await control.get('/scenarios'))
  expect(all).toEqual(expect.arrayContaining(['slow', 'fast', 'dialect:plain', 'fault:refuses-everybody']))
  expect(names(await control.get('/scenarios?kind=fault'))).toEqual(['fault:refuses-everybody'])
  expect(names(await control.get('/scenarios?q=NOBODY%20gets'))).toEqual(['fault:refuses-everybody'])
  expect(names(await control.get('/scenarios?kind=dialect&q=nobody'))).toEqual([])
  expect(all.length).toBe(new Set(all).size)
  const { scenarios } = await control.get('/scenarios?q=slow&kind=scenario')
  expect(scenarios[0].parameters[0]).toMatchObject({ name: 'polls', type: 'number', least: 1, usual: 20 })
  expect(await control.ask('/scenarios?kind=film')).toMatchObject(
    refused(400, 'kind in the query must be one of scenario, dialect, fault, variant'),
  )
})

it('plays a scenario for its scope until it is removed', async () => {
  await using control = await withControl({ catalogue })
  const statuses = async () => [
    (await control.as('own', '/usage')).status,
    (await control.as('otherAccount', '/usage')).status,
  ]
  const play = { play: 'fault:refuses-everybody', for: { account: 'agency' }, as: 'the / gate, shut' }
  expect(await control.post('/played', play)).toMatchObject({ status: 201, json: play })
  expect(await control.get('/played')).toEqual({ played: [play] })
  expect(await statuses()).toEqual([200, 401])
  await control.post('/played', { play: 'fault:refuses-everybody' })
  expect(await statuses()).toEqual([401, 401])
  expect((await control.get('/played')).played).toHaveLength(2)
  expect((await control.drop('/played/fault:refuses-everybody')).status).toBe(204)
  expect(await statuses()).toEqual([200, 401])
  expect((await control.drop(`/played/${encodeURIComponent(play.as)}`)).status).toBe(204)
  expect(await control.get('/played')).toEqual({ played: [] })
  expect(await statuses()).toEqual([200, 200])
})

it.each([
  [{ play: 'slwo' }, 400, /^unknown scenario slwo/],
  [{ play: 'fault:refuses-somebody' }, 400, /did you mean fault:refuses-everybody\?$/],
  [{ play: 'slow', with: { times: 3 } }, 400, 'slow has no parameter times; available: polls, seconds'],
  [{ play: 'slow', with: { polls: 0 } }, 400, 'polls of slow must be a whole number from 1 to 1000000, not 0'],
  [{ play: 'slow', for: {} }, 400, /^for in the body must NOT have fewer than 1/],
  [{ play: 'fast', as: 'slow' }, 409, 'slow is already active'],
])('refuses %j and changes nothing', async (body, status, detail) => {
  await using control = await withControl({ catalogue, scenarios: [{ play: 'slow' }] })
  expect(await control.post('/played', body)).toMatchObject(refused(status, detail))
  expect(await control.get('/played')).toEqual({ played: [{ as: 'slow', play: 'slow' }] })
})
