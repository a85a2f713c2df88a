import { describe, expect, it } from 'vitest'
import { configure, type Wishes } from '../../engine/config/configuration.ts'
import { UsageError } from '../../engine/config/target.ts'
import type { Check } from '../../engine/judge/check.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import { select, selected } from '../../engine/run/planning/selection.ts'
import { FORMER_IDS } from '../former-ids.ts'
import { SUITES, SUITES_OF_TRAFFIC } from '../index.ts'

const all = SUITES.flatMap((suite) => suite.checks)
const ids = (checks: readonly Check[]) => checks.map((check) => check.id)
const skips = (wishes: Wishes, keys: readonly KeyName[] = ['A', 'A2', 'B', 'R', 'U']) =>
  Object.fromEntries(selected(SUITES, configure(wishes, true), keys).map(({ check, skip }) => [check.id, skip?.why]))

describe('the selection', () => {
  it('is everything unless something is named', () => {
    expect(select(SUITES, [])).toEqual(all)
  })

  it('knows suites, clauses, open points and checks by their names', () => {
    expect(select(SUITES, ['paths']).every((check) => check.suite === 'paths')).toBe(true)
    expect(ids(select(SUITES, ['auth.whole-key-compared']))).toEqual([
      'auth.whole-key-compared',
      'auth.whole-key-compared/each-character',
      'auth.whole-key-compared/invisible-characters',
      'auth.whole-key-compared/generated',
    ])
    expect(ids(select(SUITES, ['paths.head']))).toEqual(['paths.head'])
    expect(ids(select(SUITES, ['auth.revoked-key/other-methods']))).toEqual(['auth.revoked-key/other-methods'])
  })

  it('knows a check by its former id', () => {
    expect(ids(select(SUITES, ['auth.no-header']))).toEqual(['auth.header-required'])
    const known = new Set(SUITES_OF_TRAFFIC.flatMap((suite) => ids(suite.checks)))
    expect(Object.keys(FORMER_IDS).filter((id) => !known.has(id))).toEqual([])
  })

  it('expands a star to any characters, and nothing else', () => {
    expect(ids(select(SUITES, ['codes.*']))).toEqual(ids(all.filter((check) => check.id.startsWith('codes.'))))
    expect(select(SUITES, ['*'])).toEqual(all)
    expect(() => select(SUITES, ['auth.no.header'])).toThrow(UsageError)
    expect(() => select(SUITES, ['codes.(*'])).toThrow(UsageError)
  })

  it.each([
    ['nonsense', /no suite, group, clause or check matches "nonsense". Suites: auth, paths/],
    ['', /no suite, group, clause or check matches "". Suites: auth, paths/],
    ['unknown-key', /Did you mean auth\.unknown-key\?/],
  ])('matches nothing with %j, which is wrong usage', (pattern, message) => {
    expect(() => select(SUITES, ['auth', pattern])).toThrow(UsageError)
    expect(() => select(SUITES, ['auth', pattern])).toThrow(message)
  })

  it('reports a clause without a check', () => {
    const others = SUITES.filter(({ name }) => name !== 'browser')
    expect(ids(select(SUITES, ['browser.no-other-origin']))).not.toEqual([])
    expect(() => select(others, ['browser.no-other-origin'])).toThrow('this version has no check for this clause')
    expect(() => select(others, ['browser'])).toThrow('this version has no check in this group')
    expect(() => select(SUITES, ['refusal.status'])).toThrow('does not observe this open point')
  })
})

describe('the plan', () => {
  it('names the profile that includes a skipped check', () => {
    expect(skips({ profile: 'smoke' })['auth.whole-key-compared/each-character']).toBe(
      'not in profile smoke; use --profile standard',
    )
    expect(skips({ profile: 'standard' })['auth.whole-key-compared/each-character']).toBeUndefined()
  })
})
