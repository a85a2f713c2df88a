import { expect, it } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { inPlaceOf } from './not-kept.ts'

it('of the keys in what nobody can read a few are told, each once', () => {
  const most = BOUNDS.recipesOfUnread.most
  const recipes = Array.from({ length: 5 * most }, (_, nth) => `{{K${nth + 1}}}`)
  const told = inPlaceOf(Buffer.from('?'), [...recipes, ...recipes]).match(/\{\{K\d+\}\}/g)
  expect(told).toEqual(recipes.slice(0, most))
})
