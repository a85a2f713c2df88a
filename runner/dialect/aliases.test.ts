import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { growthOf, LINEAR } from '../settings/growth-for-tests.ts'
import { aliasesOfForm, aliasLists } from './aliases.ts'

const two = ['aurora', 'breeze']

describe('aliases', () => {
  it.each<[string, unknown, string]>([
    ['a list of words', two, 'a list of words in the whole body'],
    ['a list of words in a field', { models: two }, 'a list of words in models'],
    ['an envelope', { data: { models: two } }, 'a list of words in data.models'],
    [
      'objects by alias',
      [
        { alias: 'aurora', id: 1 },
        { alias: 'breeze', id: 2 },
      ],
      'a list of objects in the whole body, the alias in alias',
    ],
    [
      'objects by id',
      {
        object: 'list',
        data: [
          { id: 'aurora', object: 'model' },
          { id: 'breeze', object: 'model' },
        ],
      },
      'a list of objects in data, the alias in id',
    ],
    [
      'objects by name',
      {
        items: [
          { name: 'aurora', description: 'slow' },
          { name: 'breeze', description: 'quick' },
        ],
      },
      'a list of objects in items, the alias in name',
    ],
    [
      'objects with a field of its own',
      { items: [{ nickname: 'aurora' }, { nickname: 'breeze' }] },
      'a list of objects in items, the alias in nickname',
    ],
    [
      'nodes of a graph',
      {
        data: {
          models: {
            edges: [
              { cursor: 'a', node: { alias: 'aurora' } },
              { cursor: 'b', node: { alias: 'breeze' } },
            ],
          },
        },
      },
      'a list of objects in data.models.edges, the alias in node.alias',
    ],
    [
      'attributes of resources',
      { data: [{ type: 'model', attributes: { alias: 'aurora' } }, { attributes: { alias: 'breeze' } }] },
      'a list of objects in data, the alias in attributes.alias',
    ],
    ['a map by alias', { models: { aurora: { fps: 24 }, breeze: {} } }, 'the names of the fields of models'],
    [
      'a bare map by alias',
      { aurora: { title: 'A' }, breeze: { title: 'B' } },
      'the names of the fields of the whole body',
    ],
  ])('are read from %s', (_, body, form) => {
    expect(aliasLists(body)[0]).toEqual({ form, aliases: two })
  })

  it('prefer what is called an alias to what is called an id or a name', () => {
    const body = [{ id: 'm-1', name: 'Aurora', alias: 'aurora' }]
    expect(aliasLists(body).map(({ aliases }) => aliases[0])).toEqual(
      expect.arrayContaining(['aurora', 'm-1', 'Aurora']),
    )
    expect(aliasLists(body)[0]!.aliases).toEqual(['aurora'])
  })

  it('are not the words that each model has beside its alias', () => {
    const body = {
      models: [
        { nickname: 'aurora', tags: ['fast', 'cheap'], ratios: ['16:9'] },
        { nickname: 'breeze', tags: ['slow'], ratios: ['1:1'] },
      ],
    }
    expect(aliasLists(body)[0]).toEqual({ form: 'a list of objects in models, the alias in nickname', aliases: two })
  })

  it('are read from a text, and from the values of a map, where nothing else is likelier', () => {
    expect(aliasLists('aurora, borealis')[0]!.aliases).toEqual(['aurora', 'borealis'])
    expect(aliasLists({ m0: 'aurora' }).map(({ aliases }) => aliases)).toContainEqual(['aurora'])
  })

  it('are not what stands beside them in a map and holds another sort of thing', () => {
    const lists = aliasLists({ count: 2, aurora: { fps: 24 }, padding: 'f0f0', breeze: {} })
    expect(lists.filter(({ aliases }) => aliases.includes('aurora')).map(({ aliases }) => aliases)).toEqual([two])
  })

  it('are named once each', () => {
    expect(aliasLists(['a', 'b', 'a'])[0]!.aliases).toEqual(['a', 'b'])
  })

  it.each([
    [undefined],
    [null],
    [''],
    [7],
    [[]],
    [{}],
    [['']],
    [[{}]],
    [[1, 2]],
    [['x'.repeat(BOUNDS.aliasCharacters.most + 1)]],
  ])('are not in %j', (body) => {
    expect(aliasLists(body)).toEqual([])
  })
})

describe('the aliases of a form', () => {
  const inFamilies = 'a list of objects in families.gulls.video, the alias in alias'
  const families = { boobies: { video: [{ alias: 'gannet-2' }] }, gulls: { video: [{ alias: 'tern-1' }] } }

  it('are those of all families, whichever of them comes first', () => {
    expect(aliasesOfForm({ families }, inFamilies).sort()).toEqual(['gannet-2', 'tern-1'])
  })

  it('are not those of a list that is called otherwise, or stands at the top', () => {
    const models = [{ alias: 'aurora' }]
    const retired = [{ alias: 'breeze' }]
    expect(aliasesOfForm({ models, retired }, 'a list of objects in models, the alias in alias')).toEqual(['aurora'])
    const other = { ...families, owls: { sound: retired } }
    expect(aliasesOfForm({ families: other }, inFamilies)).not.toContain('breeze')
  })

  it('are none where nothing has that form', () => {
    expect(aliasesOfForm({ models: ['aurora'] }, inFamilies)).toEqual([])
  })
})

describe('a list that is far too long', () => {
  it.each<[string, (size: number) => unknown]>([
    [
      'objects that each have a name of their own',
      (size) => Array.from({ length: size }, (_, n) => ({ [`n${n}`]: `m${n}` })),
    ],
    ['words', (size) => Array.from({ length: size }, (_, n) => `m${n}`)],
    ['names', (size) => Object.fromEntries(Array.from({ length: size }, (_, n) => [`m${n}`, `${n}`]))],
    ['lists of one long row', (size) => Array.from({ length: 20 }, (_, n) => Array(size / 20).fill(`m${n}`))],
    [
      'lists below a long name',
      (size) => ({ ['n'.repeat(100_000)]: Array.from({ length: size }, () => ({ id: 'a' })) }),
    ],
  ])('of %s takes time in proportion', (_, bodyOf) => {
    expect(growthOf(bodyOf, aliasLists, 2000)).toBeLessThan(LINEAR)
  })

  it('is known by its first aliases, and read in the likeliest ways alone', () => {
    const most = BOUNDS.aliases.most
    const [list] = aliasLists(Array.from({ length: most + 1 }, (_, n) => `m${n}`))
    expect(list!.aliases).toHaveLength(most)
    const objects = Array.from({ length: 1000 }, (_, n) => ({ [`n${n}`]: `m${n}` }))
    const lists = aliasLists([...objects, { alias: 'aurora' }])
    expect(lists).toHaveLength(BOUNDS.aliasLists.most)
    expect(lists[0]!.aliases).toEqual(['aurora'])
  })

  it('holds no alias that is longer than a word', () => {
    const most = BOUNDS.aliasCharacters.most
    expect(aliasLists(['x'.repeat(most), 'y'.repeat(most + 1)])[0]!.aliases).toEqual(['x'.repeat(most)])
    expect(aliasLists({ ['x'.repeat(most + 1)]: ['aurora'] })).toEqual([])
  })
})
