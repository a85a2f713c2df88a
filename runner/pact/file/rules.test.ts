import { expect, it } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { rulesIn, statesFor } from './rules.ts'

it('a pattern tells in which states a job may be as long as patterns are, and nothing beyond', () => {
  const most = BOUNDS.patternOfAStateCharacters.most
  const states = (length: number) => {
    const regex = 'queued|failed|'.padEnd(length, 'x')
    return statesFor('queued', rulesIn({ body: { '$.status': { matchers: [{ match: 'regex', regex }] } } }))
  }
  expect(states(most)).toEqual(['queued', 'failed'])
  expect(states(most + 1)).toBeUndefined()
})
