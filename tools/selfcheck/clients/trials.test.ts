import { describe, expect, it } from 'vitest'
import { CLIENTS } from '../../../fixtures/clients/all.ts'
import { CLIENT_CLAUSES } from '../../../spec/clients/clauses.ts'
import { CLIENT_SCENARIOS } from '../../client/scenarios/index.ts'
import { clientTrialsOf } from './trials.ts'

describe('wrong clients', () => {
  const wrong = CLIENTS.filter((client) => client.kind === 'wrong')
  const caught = wrong.filter(({ stillMissed }) => stillMissed === undefined)

  it('cover every clause for clients', () => {
    const broken = new Set<string>(caught.map(({ breaks }) => breaks))
    expect(CLIENT_CLAUSES.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([])
  })

  it('name only scenarios that exist', () => {
    const names = CLIENT_SCENARIOS.map(({ name }) => name)
    expect(wrong.filter(({ scenarios }) => scenarios.some((name) => !names.includes(name)))).toEqual([])
  })

  it('cover each scenario that alone shows a fault', () => {
    const only = new Set(wrong.flatMap(({ scenarios }) => (scenarios.length === 1 ? scenarios : [])))
    expect(CLIENT_SCENARIOS.filter(({ name }) => !only.has(name)).map(({ name }) => name)).toEqual([])
  })
})

describe('the trials of clients', () => {
  const trials = clientTrialsOf(1)

  it('cover every scenario with a correct client', () => {
    const right = trials.filter(({ kind }) => kind === 'right client')
    expect(new Set(right.flatMap(({ scenarios }) => scenarios)).size).toBe(CLIENT_SCENARIOS.length)
  })

  it('start with the longest', () => {
    const names = trials.map(({ scenarios }) => scenarios[0]!.name)
    expect(names.indexOf('long-queue')).toBeLessThan(names.indexOf('plain'))
  })
})
