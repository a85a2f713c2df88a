import { expect, it } from 'vitest'
import { Noticed } from './habit.ts'
import { LONGEST_FIELD_NAME, MOST_FIELDS, MOST_RECORDED_LEVELS, noticeShape } from './shapes.ts'
import { Values } from './values.ts'

/** The types at each place of one response, and whether they are always there. */
function shapeOf(body: unknown, { aliases = [] as string[], ids = [] as string[] } = {}): Record<string, string> {
  const into = new Noticed()
  const names = { isAlias: (text: string) => aliases.includes(text), isId: (text: string) => ids.includes(text) }
  const sight = { where: { endpoint: 'GET /usage', status: 200 } as const, n: 1, unit: '1', ...names }
  noticeShape(body, sight, into, new Values())
  const shape = new Map<string, string[]>()
  for (const { where, aspect, tally } of into.habits.values()) {
    const own = aspect === 'presence' ? [...tally.keys()].filter((each) => each !== 'always') : [...tally.keys()]
    shape.set(where.pointer!, [...(shape.get(where.pointer!) ?? []), ...own])
  }
  return Object.fromEntries([...shape].map(([pointer, all]) => [pointer, all.join(' ')]))
}

it('records the type at each place, and fields that only some items of a list have', () => {
  expect(shapeOf({ id: 'a', error: { code: 3, hint: null }, items: [] })).toEqual({
    ...{ '': 'object', '/id': 'string', '/items': 'list' },
    ...{ '/error': 'object', '/error/code': 'number', '/error/hint': 'null' },
  })
  expect(shapeOf([{ a: 1 }, { a: 'x', b: true }])).toEqual({
    ...{ '': 'list', '/*': 'object', '/*/a': 'number string', '/*/b': 'at times boolean' },
  })
})

it('takes an object whose names are aliases, ids or dates for a map', () => {
  const map = { '': 'object', '/*': 'number' }
  expect(shapeOf({ swift: 1, studio: 2 }, { aliases: ['swift', 'studio'] })).toEqual(map)
  expect(shapeOf({ '2026-01-01': 1, '2026-01-02': 2 })).toEqual(map)
  expect(shapeOf({ abc: 1 }, { ids: ['abc'] })).toEqual(map)
  expect(shapeOf({ swift: 1, total: 2 }, { aliases: ['swift'] })).toHaveProperty(['/total'])
})

it('records fields with names of prototypes and of places unchanged', () => {
  const body = JSON.parse('{ "__proto__": [1], "constructor": 1, "a/b": 1, "~1": 1, "*": 1, "": 1 }')
  expect(Object.keys(shapeOf(body)).sort()).toEqual(
    ['', '/', '/__proto__', '/__proto__/*', '/a~1b', '/constructor', '/~01', '/~2'].sort(),
  )
})

it('is limited in levels, places and length of names', () => {
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`field${nth}`, nth]))
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
  const typed = (body: unknown) => Object.entries(shapeOf(body)).flatMap(([place, type]) => (type ? [place] : []))
  expect(typed(deep).at(-1)!.split('/')).toHaveLength(MOST_RECORDED_LEVELS + 1)
  expect(typed(wide)).toHaveLength(MOST_FIELDS)
  expect(typed({ ['x'.repeat(10_000)]: 1 })).toEqual(['', `/${'x'.repeat(LONGEST_FIELD_NAME)}`])
})
