import { describe, expect, it } from 'vitest'
import { changedPlaces } from './values.ts'

describe('the places at which two values differ', () => {
  it.each<[unknown, unknown]>([
    [1, 1],
    ['a', 'a'],
    [null, null],
    [undefined, undefined],
    [[], []],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ])('are none between %j and %j', (before, after) => {
    expect(changedPlaces(before, after)).toEqual([])
  })

  it.each<[unknown, unknown, string[]]>([
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, ['b']],
    [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, ['a.b.c']],
    [{ a: 1, b: { c: 1, d: 1 } }, { a: 2, b: { c: 1, d: 2 } }, ['a', 'b.d']],
    [{ list: [{ n: 1 }, { n: 2 }] }, { list: [{ n: 1 }, { n: 3 }] }, ['list.1.n']],
    [{ a: 1 }, {}, ['a']],
    [{}, { a: { b: 1 } }, ['a']],
    [{ a: null }, {}, ['a']],
    [{ list: [1] }, { list: [1, 2, 3] }, ['list.1', 'list.2']],
    [{ a: 1 }, { a: '1' }, ['a']],
    [{ a: 0 }, { a: null }, ['a']],
    [{ a: { b: 1 } }, { a: null }, ['a']],
    [{ a: {} }, { a: [] }, ['a']],
    [1, 2, ['the whole body']],
    [undefined, {}, ['the whole body']],
    ['a', ['a'], ['the whole body']],
    [{}, [], ['the whole body']],
  ])('between %j and %j are named, both ways', (before, after, places) => {
    expect(changedPlaces(before, after)).toEqual(places)
    expect(changedPlaces(after, before)).toEqual(places)
  })
})
