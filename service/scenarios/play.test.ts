import { expect, it } from 'vitest'
import { serviceWithClient } from '../client-for-tests.ts'
import { SCENARIOS } from './index.ts'
import { nameOf, type Play } from './scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })

const statusOf = async ({ submit }: Awaited<ReturnType<typeof playing>>) => (await submit()).status

it.each(SCENARIOS.map((scenario) => [nameOf(scenario), scenario] as const))(
  '%s: is there at the start, put on while it runs, and taken off again, with what is usual',
  async (name, scenario) => {
    expect(scenario.summary).toMatch(/^[A-Z].*\.$/)
    await using client = await playing({ play: name })
    const { scenarios, layers } = client.service
    expect(scenarios.playing()).toEqual([{ play: name, as: name }])
    scenarios.off(name)
    expect(layers.names()).toEqual([])
    const on = await scenarios.on(name)
    expect(layers.names()).toEqual([name])
    on.off()
    expect(layers.names()).toEqual([])
    expect(await statusOf(client)).toBe(202)
  },
)

it('resets its counters at a reset, and continues', async () => {
  await using client = await playing({ play: 'busy', with: { times: 1 } })
  expect([await statusOf(client), await statusOf(client)]).toEqual([429, 202])
  client.service.snapshots.reset()
  expect([await statusOf(client), await statusOf(client)]).toEqual([429, 202])
})

it('is recorded in the journal', async () => {
  await using client = await playing({ play: 'full', for: { key: 'campaign' } })
  await client.as('own', '/usage')
  await client.as('otherAccount', '/usage')
  expect(client.service.journal.entries().map(({ played }) => played)).toEqual([[], ['full,key=campaign']])
})

it('refuses unknown scenarios, a second start, and the removal of one that is off', async () => {
  await using client = await playing({ play: 'full' })
  const { scenarios } = client.service
  await expect(scenarios.on('bsuy')).rejects.toThrow('unknown scenario bsuy; did you mean busy')
  await expect(scenarios.on('quixotically')).rejects.toThrow('unknown scenario quixotically')
  await expect(scenarios.on('full')).rejects.toThrow('full is already active')
  await expect(scenarios.on({ play: 'busy', with: { time: 2 } })).rejects.toThrow('busy has no parameter time')
  expect(() => scenarios.off('busy')).toThrow('no active scenario is named busy')
  expect(scenarios.playing()).toHaveLength(1)
})
