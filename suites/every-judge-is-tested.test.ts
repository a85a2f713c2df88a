import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isObservation } from '../runner/judging/check.ts'
import { SUITES } from './index.ts'

/** Each of these files compares its table with the checks of its suite. */
it.each(SUITES.map((suite) => suite.name))('the judges of %s are tested on histories written by hand', (name) => {
  expect(existsSync(join(import.meta.dirname, name, 'judges.test.ts'))).toBe(true)
})

it.each(SUITES.filter((suite) => suite.checks.some(isObservation)).map((suite) => suite.name))(
  'the observations of %s are tested, too',
  (name) => {
    expect(existsSync(join(import.meta.dirname, name, 'observations.test.ts'))).toBe(true)
  },
)

it('no two checks share an id', () => {
  const ids = SUITES.flatMap((suite) => suite.checks).map((check) => check.id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('each check says to which suite it belongs', () => {
  for (const suite of SUITES)
    expect(suite.checks.map((check) => check.suite)).toEqual(suite.checks.map(() => suite.name))
})
