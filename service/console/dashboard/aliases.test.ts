import { expect, it } from 'vitest'
import { DIALECTS } from '../../dialects/index.ts'
import { aliasesIn } from './aliases.ts'

it.each(Object.values(DIALECTS))('finds the aliases as $name lists them', ({ readings, aliases }) => {
  expect(aliasesIn(readings.models(aliases))).toEqual([...aliases])
})

it.each([
  [{ data: { items: [{ slug: 'swift' }] } }, ['swift']],
  [{ result: { swift: {}, studio: {} } }, ['swift', 'studio']],
  ['swift', []],
  [null, []],
  [{ models: [] }, []],
])('finds in %j what may be chosen', (models, aliases) => {
  expect(aliasesIn(models)).toEqual(aliases)
})
