import { describe, expect, it } from 'vitest'
import { aliasesOfForm, aliasLists } from './aliases.ts'

const two = ['aurora', 'breeze']

describe('aliases', () => {
  it.each<[string, unknown, string]>([
    ['a list of words', two, 'a list of words in the whole body'],
    ['a list of words in a field', { models: two }, 'a list of words in models'],
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
    ['a map by alias', { models: { aurora: { fps: 24 }, breeze: {} } }, 'the names of the fields of models'],
    [
      'a bare map by alias',
      { aurora: { title: 'A' }, breeze: { title: 'B' } },
      'the names of the fields of the whole body',
    ],
  ])('are read from %s', (_, body, form) => {
    expect(aliasLists(body)[0]).toEqual({ form, aliases: two })
  })

  it('prefer a field alias to id and name', () => {
    const body = [{ id: 'm-1', name: 'Aurora', alias: 'aurora' }]
    expect(aliasLists(body).map(({ aliases }) => aliases[0])).toEqual(
      expect.arrayContaining(['aurora', 'm-1', 'Aurora']),
    )
    expect(aliasLists(body)[0]!.aliases).toEqual(['aurora'])
  })

  it('are not other words of each model', () => {
    const body = {
      models: [
        { nickname: 'aurora', tags: ['fast', 'cheap'], ratios: ['16:9'] },
        { nickname: 'breeze', tags: ['slow'], ratios: ['1:1'] },
      ],
    }
    expect(aliasLists(body)[0]).toEqual({ form: 'a list of objects in models, the alias in nickname', aliases: two })
  })

  it('are not fields of another type in the same map', () => {
    const lists = aliasLists({ count: 2, aurora: { fps: 24 }, padding: 'f0f0', breeze: {} })
    expect(lists.filter(({ aliases }) => aliases.includes('aurora')).map(({ aliases }) => aliases)).toEqual([two])
  })

  it.each([[undefined], [null], [''], [7], [[]], [{}], [['']], [[{}]], [[1, 2]], [['x'.repeat(1001)]]])(
    'are not in %j',
    (body) => {
      expect(aliasLists(body)).toEqual([])
    },
  )
})

describe('the aliases of a form', () => {
  const inFamilies = 'a list of objects in families.gulls.video, the alias in alias'
  const families = { boobies: { video: [{ alias: 'gannet-2' }] }, gulls: { video: [{ alias: 'tern-1' }] } }

  it('are those of all families, in any order', () => {
    expect(aliasesOfForm({ families }, inFamilies).sort()).toEqual(['gannet-2', 'tern-1'])
  })

  it('are not those of a list with another name or at the top', () => {
    const models = [{ alias: 'aurora' }]
    const retired = [{ alias: 'breeze' }]
    expect(aliasesOfForm({ models, retired }, 'a list of objects in models, the alias in alias')).toEqual(['aurora'])
    const other = { ...families, owls: { sound: retired } }
    expect(aliasesOfForm({ families: other }, inFamilies)).not.toContain('breeze')
  })
})
