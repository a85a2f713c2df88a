import { expect, it } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { takes } from './demand.ts'

it('a pattern is tried as long as patterns are, and not known to fit beyond', () => {
  const most = BOUNDS.patternCharacters.most
  const isTaken = (length: number) =>
    takes({ example: 'a', by: [{ match: 'regex', regex: 'a|'.padEnd(length, 'x') }] }, 'a')
  expect([isTaken(most), isTaken(most + 1)]).toEqual([true, undefined])
})
