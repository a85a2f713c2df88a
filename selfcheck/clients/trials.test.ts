import { describe, expect, it } from 'vitest'
import { CLIENT_SCENARIOS } from '../../clients/scenarios/index.ts'
import { CLIENTS } from '../../fixtures/clients/all.ts'
import { RULES } from '../../fixtures/clients/rules.ts'
import { SCENARIO_OF } from '../../fixtures/clients/situations.ts'
import { CLIENT_CLAUSES } from '../../spec/clients/clauses.ts'
import { absentClients, type ClientTrial, clientTrialsOf, shortClientTrials } from './trials.ts'

const wrong = CLIENTS.filter((client) => client.kind === 'wrong').filter(({ isNone }) => isNone === undefined)
const nameOf = ({ client, scenarios }: ClientTrial) => [client.id, ...scenarios.map(({ name }) => name)].join(' ')
const of = (trials: readonly ClientTrial[], kind: ClientTrial['kind']) => trials.filter((trial) => trial.kind === kind)

describe('what wrong clients are tried in', () => {
  it('has a scenario for each situation, and a situation for each scenario', () => {
    expect(new Set<string>(Object.values(SCENARIO_OF))).toEqual(new Set(CLIENT_SCENARIOS.map(({ name }) => name)))
  })

  it('breaks each clause of clients', () => {
    const broken = new Set<string>(wrong.flatMap(({ breaks }) => RULES[breaks]))
    expect(CLIENT_CLAUSES.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([])
  })
})

describe('a sample of the clients', () => {
  const whole = clientTrialsOf()

  it('is all of them in all of theirs, where nothing is left out', () => {
    const absent = absentClients().map(({ id }) => id)
    const none = CLIENTS.filter((client) => client.kind === 'wrong' && client.isNone !== undefined)
    const here = CLIENTS.filter((client) => !absent.includes(client.id) && !none.includes(client))
    const right = here.filter(({ kind }) => kind === 'right').length
    expect(of(whole, 'right client')).toHaveLength(right * CLIENT_SCENARIOS.length)
    expect(whole).toHaveLength(right * CLIENT_SCENARIOS.length + here.length - right)
  })

  it('is whole when its parts are put together, and looks elsewhere only as a whole', () => {
    const parts = Array.from({ length: 7 }, (_, part) => clientTrialsOf({ part: part + 1, of: 7 }))
    expect(parts.flat().map(nameOf).sort()).toEqual(whole.map(nameOf).sort())
    expect(parts.flat().filter(({ elsewhere }) => elsewhere.length > 0)).toEqual([])
    const apart = of(whole, 'wrong client').filter(({ elsewhere }) => elsewhere.length > 0)
    expect(apart.map(({ client }) => client.id)).toContain('waits-ten-at-most')
    expect(apart.map(({ client }) => client.id)).not.toContain('key-twice')
  })

  it.each([
    { quick: false, wrong: 160, of: 3 },
    { quick: true, wrong: 25, of: 1 },
  ])('takes enough where nobody says how much (quick: $quick)', ({ quick, ...least }) => {
    const trials = shortClientTrials({ quick })
    expect(of(trials, 'wrong client').length).toBeGreaterThanOrEqual(least.wrong)
    const right = of(trials, 'right client')
    for (const ofOne of Map.groupBy(right, ({ client }) => client.id).values())
      expect(ofOne.length >= 1 && ofOne.length >= least.of - 1).toBe(true)
    // Neighbours meet other scenarios, so that each scenario meets somebody who is right.
    expect(new Set(right.flatMap(({ scenarios }) => scenarios)).size).toBe(CLIENT_SCENARIOS.length)
  })

  it('tries first what takes longest', () => {
    const names = whole.map(({ scenarios }) => scenarios[0]!.name)
    expect(names.indexOf('long-queue')).toBeLessThan(names.indexOf('plain'))
  })
})
