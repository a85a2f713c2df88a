import { describe, expect, it } from 'vitest'
import type { Check, Suite } from './check.ts'
import { checksChosen } from './names.ts'

const suiteOf = (...ids: string[]): Suite => ({
  name: 'lifecycle',
  about: '',
  checks: ids.map((id) => ({ id, suite: 'lifecycle', clause: 'jobs.final-stays-final' }) as unknown as Check),
})
const chosen = (pattern: string, ...ids: string[]) => checksChosen(pattern, [suiteOf(...ids)]).map(({ id }) => id)

describe('a star in --only', () => {
  it.each([
    ['*.b', ['a.b', 'b', 'a.bc'], ['a.b']],
    ['a*b*c', ['abc', 'a-b-b-c', 'acb', 'ab'], ['abc', 'a-b-b-c']],
    ['ab*ba', ['aba', 'abba'], ['abba']],
    ['a*', ['a(b', 'b'], ['a(b']],
    ['a.c*', ['abc', 'a.c'], ['a.c']],
  ])('stands for any characters: %s', (pattern, ids, those) => {
    expect(chosen(pattern, ...ids)).toEqual(those)
  })

  it('matches the clause of a check, and its suite', () => {
    expect(chosen('jobs.final*', 'x.y')).toEqual(['x.y'])
    expect(chosen('life*', 'x.y')).toEqual(['x.y'])
  })
})
