import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BOUNDS, BOUNDS_BY_SUBJECT, type Bound } from '../runner/settings/bounds/bounds.ts'
import { OPTION_BOUNDS } from '../runner/settings/option-bounds.ts'
import { boundsTable, optionsTable } from './bounds-table.ts'

it('tells of every bound as it is ("npm run generate" writes the table anew)', () => {
  const told = readFileSync('docs/bounds.md', 'utf8')
  expect(told).toContain(`<!-- bounds -->\n\n${boundsTable()}\n\n<!-- end -->`)
  expect(told).toContain(`<!-- options -->\n\n${optionsTable()}\n\n<!-- end -->`)
})

it('tells of each under one heading, and gives no name twice', () => {
  const told = Object.values(BOUNDS_BY_SUBJECT).flatMap((bounds) => Object.keys(bounds))
  expect(told.toSorted()).toEqual(Object.keys(BOUNDS).toSorted())
})

it.each(Object.entries<Bound>(BOUNDS))('%s is held by a test that speaks of it', (name, { heldBy }) => {
  expect(existsSync(heldBy), heldBy).toBe(true)
  expect(readFileSync(heldBy, 'utf8')).toMatch(new RegExp(`BOUNDS\\.${name}\\b`))
})

it.each(Object.entries(OPTION_BOUNDS))('%s is held by a test that speaks of it', (_, { field, heldBy }) => {
  expect(existsSync(heldBy), heldBy).toBe(true)
  expect(readFileSync(heldBy, 'utf8')).toContain(field)
})

it('names options as they are typed', () => {
  const typed = ['cli/options/target-options.ts', 'cli/client/client.ts']
    .map((path) => readFileSync(path, 'utf8'))
    .join('')
  const moved = Object.values<Bound>(BOUNDS).flatMap(({ option }) => option ?? [])
  for (const option of [...moved, ...Object.keys(OPTION_BOUNDS)]) expect(typed).toContain(`'${option} <`)
})
