import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { Noticed } from './habit.ts'
import { noticeShape, typeOf } from './shapes.ts'
import { Values } from './values.ts'

/** What one answer says at each of its places: the types, and whether it is always there. */
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

describe('the shape of an answer', () => {
  it('has each field at its place', () => {
    expect(shapeOf({ id: 'a', error: { code: 3, hint: null } })).toEqual({
      '': 'object',
      '/id': 'string',
      '/error': 'object',
      '/error/code': 'number',
      '/error/hint': 'null',
    })
  })

  it('counts all items of a list as one, and says what only some of them have', () => {
    expect(shapeOf([{ a: 1 }, { a: 'x', b: true }])).toEqual({
      '': 'list',
      '/*': 'object',
      '/*/a': 'number string',
      '/*/b': 'at times boolean',
    })
  })

  it('says nothing of the items of a list that has none', () => {
    expect(shapeOf({ items: [] })).toEqual({ '': 'object', '/items': 'list' })
  })

  it('takes an object for a map where its names are aliases, ids or dates', () => {
    expect(shapeOf({ swift: { n: 1 }, studio: { n: 2 } }, { aliases: ['swift', 'studio'] })).toEqual({
      '': 'object',
      '/*': 'object',
      '/*/n': 'number',
    })
    expect(shapeOf({ '2026-01-01': 1, '2026-01-02': 2 })).toEqual({ '': 'object', '/*': 'number' })
    expect(shapeOf({ abc: 1 }, { ids: ['abc'] })).toEqual({ '': 'object', '/*': 'number' })
    expect(shapeOf({ swift: 1, total: 2 }, { aliases: ['swift'] })).toHaveProperty(['/total'])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('knows a field that is called %s', (name) => {
    const body = JSON.parse(`{ ${JSON.stringify(name)}: [1] }`)
    expect(shapeOf(body)).toEqual(JSON.parse(`{ "": "object", "/${name}": "list", "/${name}/*": "number" }`))
  })

  it('confuses no name with a place: neither a slash nor a tilde nor a star', () => {
    expect(Object.keys(shapeOf({ 'a/b': 1, '~1': 1, '*': 1, '': 1 })).sort()).toEqual(['', '/', '/a~1b', '/~01', '/~2'])
  })

  it('is small however large the answer is', () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`field${nth}`, nth]))
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
    const typed = (body: unknown) => Object.entries(shapeOf(body)).flatMap(([place, type]) => (type ? [place] : []))
    expect(
      typed(deep)
        .map((place) => place.split('/').length - 1)
        .at(-1),
    ).toBe(BOUNDS.habitLevels.most)
    expect(typed(wide)).toHaveLength(BOUNDS.habitPlaces.most)
    expect(typed({ ['x'.repeat(10_000)]: 1 })).toEqual(['', `/${'x'.repeat(BOUNDS.habitNameCharacters.most)}`])
  })
})

it.each([
  [null, 'null'],
  [[], 'list'],
  [{}, 'object'],
  ['', 'string'],
  [0, 'number'],
  [false, 'boolean'],
])('calls %j a %s', (value, type) => {
  expect(typeOf(value)).toBe(type)
})
