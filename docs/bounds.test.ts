import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BOUNDS, BOUNDS_BY_SUBJECT, type Bound } from '../runner/settings/bounds.ts'
import { boundsTable } from './bounds-table.ts'

it('tells of every bound as it is ("npm run generate" writes the table anew)', () => {
  expect(readFileSync('docs/bounds.md', 'utf8')).toContain(`<!-- bounds -->\n\n${boundsTable()}\n\n<!-- end -->`)
})

it('tells of each under one heading, and gives no name twice', () => {
  const told = Object.values(BOUNDS_BY_SUBJECT).flatMap((bounds) => Object.keys(bounds))
  expect(told.toSorted()).toEqual(Object.keys(BOUNDS).toSorted())
})

it.each(Object.entries<Bound>(BOUNDS))('%s is held by a test that speaks of it', (name, { heldBy }) => {
  expect(existsSync(heldBy), heldBy).toBe(true)
  expect(readFileSync(heldBy, 'utf8')).toMatch(new RegExp(`BOUNDS\\.${name}\\b`))
})
