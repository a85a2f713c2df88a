import { expect, it } from 'vitest'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { CONTRACT, STATES, valuesOf } from './verification.ts'

it('there is a way to make each state that the contract names, and no other', () => {
  const named = CONTRACT.interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name))
  expect(Object.keys(STATES).sort()).toEqual([...new Set(named)].sort())
})

it('a state that nobody knows how to make is an error, not a state without values', async () => {
  await expect(valuesOf({} as Drive, ['a job on the moon'])).rejects.toThrow('a job on the moon')
})
