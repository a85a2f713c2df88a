import { expect, it } from 'vitest'
import { targetOf } from '../../../engine/config/target.ts'
import { aliasLists } from '../../../engine/discovery/dialect/aliases.ts'
import { answered } from '../../../engine/history/handwritten-for-tests.ts'
import { Answers, MOST_ALIASES } from './answers.ts'
import { Noticed } from './habit.ts'

it('records the first aliases of a long list, and treats their names elsewhere as keys of a map', () => {
  const most = MOST_ALIASES
  const listed = Array.from({ length: 2 * most }, (_, nth) => `alias${nth}`)
  const [models] = aliasLists(listed)
  const placesOf = (alias: string) => {
    const into = new Noticed()
    const answers = new Answers(into, targetOf('https://server.test/v1'), { models: models! }, new Set())
    const list = answered(200, { path: '/v1/models', body: listed })
    answers.learnAliases(list)
    answers.see(list)
    answers.see(answered(200, { path: '/v1/usage', body: { [alias]: 1 } }))
    const all = [...into.habits.values()]
    return {
      listed: all.filter(({ aspect }) => aspect === 'listed').length,
      places: all.flatMap(({ where, aspect }) =>
        where.endpoint === 'GET /usage' && aspect === 'type' && where.pointer ? [where.pointer] : [],
      ),
    }
  }
  expect(placesOf(listed[most - 1]!)).toEqual({ listed: most, places: ['/*'] })
  expect(placesOf(listed[most]!).places).toEqual([`/${listed[most]}`])
})
