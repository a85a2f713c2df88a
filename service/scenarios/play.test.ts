import { expect, it } from 'vitest'
import { clientOf, serviceWithClient } from '../client-for-tests.ts'
import { around } from '../interface/behaviour.ts'
import { SCENARIOS } from './index.ts'
import { nameOf, type Play, type Scenario } from './scenario.ts'
import { valuesOf } from './values.ts'

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

it.each(SCENARIOS.map((scenario) => [nameOf(scenario), scenario] as const))(
  '%s: takes the least and the most of what can be said of it',
  (_name, scenario) => {
    for (const parameter of scenario.parameters) {
      expect(parameter.about).not.toBe('')
      const extremes = parameter.type === 'number' ? [parameter.least, parameter.most] : (parameter.oneOf ?? [])
      for (const value of extremes) expect(() => valuesOf(scenario, { [parameter.name]: value })).not.toThrow()
    }
  },
)

it('has a name of its own for each', () => {
  const names = SCENARIOS.map(nameOf)
  expect(new Set(names).size).toBe(names.length)
})

it('forgets what it has counted at a reset, and goes on', async () => {
  await using client = await playing({ play: 'busy', with: { times: 1 } })
  expect([await statusOf(client), await statusOf(client)]).toEqual([429, 202])
  client.service.snapshots.reset()
  expect([await statusOf(client), await statusOf(client)]).toEqual([429, 202])
})

it('ends with its block', async () => {
  await using client = await playing()
  {
    using _ = await client.service.scenarios.on('full')
    expect(await statusOf(client)).toBe(429)
  }
  expect(await statusOf(client)).toBe(202)
})

it('is told in the journal', async () => {
  await using client = await playing({ play: 'full', for: { key: 'campaign' } })
  await client.as('own', '/usage')
  await client.as('otherAccount', '/usage')
  expect(client.service.journal.entries().map(({ played }) => played)).toEqual([[], ['full,key=campaign']])
})

it('refuses what it does not know, what is on, and what is not', async () => {
  await using client = await playing({ play: 'full' })
  const { scenarios } = client.service
  await expect(scenarios.on('bsuy')).rejects.toThrow('nothing to play is called bsuy; do you mean busy')
  await expect(scenarios.on('quixotically')).rejects.toThrow(/called quixotically$/)
  await expect(scenarios.on('full')).rejects.toThrow('full is played already')
  await expect(scenarios.on({ play: 'busy', with: { time: 2 } })).rejects.toThrow('busy knows no time')
  expect(() => scenarios.off('busy')).toThrow('nothing called busy is played')
  expect(scenarios.playing()).toHaveLength(1)
})

it('asks a catalogue for names that are not its own, and only then', async () => {
  const own: Scenario = {
    kind: 'fault',
    name: 'lists-nothing',
    summary: 'Lists nothing.',
    parameters: [],
    patch: () => (behaviour) => around(behaviour, 'models', () => []),
  }
  let asked = 0
  const catalogue = async () => {
    asked += 1
    return [own]
  }
  await using client = await serviceWithClient({ catalogue, scenarios: [{ play: 'fast' }] })
  expect(asked).toBe(0)
  const { scenarios } = client.service
  await scenarios.on({ play: 'fault:lists-nothing', for: { key: 'campaign' } })
  const { as } = clientOf(client.service)
  expect((await as('otherAccount', '/models')).json).toEqual([])
  expect((await as('own', '/models')).json.models).toHaveLength(2)
  expect((await scenarios.all()).at(-1)).toBe(own)
  await expect(scenarios.on('lists-nothing')).rejects.toThrow('do you mean fault:lists-nothing?')
})
