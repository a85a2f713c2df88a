import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BOUNDS, type Bound } from '../engine/config/bounds/bounds.ts'
import { OPTION_BOUNDS } from '../engine/config/option-bounds.ts'

it('names no test that does not use the bound', () => {
  for (const [name, { heldBy }] of Object.entries<Bound>(BOUNDS))
    if (heldBy) expect(readFileSync(heldBy, 'utf8'), heldBy).toMatch(new RegExp(`BOUNDS\\.${name}\\b`))
  for (const { field, heldBy } of Object.values(OPTION_BOUNDS))
    expect(readFileSync(heldBy, 'utf8'), heldBy).toContain(field)
})

it('names options that exist', () => {
  const declared = ['cli/options/target-options.ts', 'cli/client/client.ts']
    .map((path) => readFileSync(path, 'utf8'))
    .join('')
  const options = Object.values<Bound>(BOUNDS).flatMap(({ option }) => option ?? [])
  for (const option of [...options, ...Object.keys(OPTION_BOUNDS)]) expect(declared).toContain(`'${option} <`)
})
