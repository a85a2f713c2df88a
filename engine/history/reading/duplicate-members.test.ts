import { describe, expect, it } from 'vitest'
import { duplicateMembers, membersThatDiffer } from './duplicate-members.ts'

describe('names that stand twice in one object', () => {
  it.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":{"b":1,"c":[{"d":1,"d":1}],"b":2}}', ['d', 'b']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{ "a" : "x" ,\n"b":"a", "a"\t:1}', ['a']],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":{"a":{"a":"a"}},"b":["b","b"]}', []],
    ['{"a":"{\\"a\\":1,\\"a\\":2}","b":"\\\\"}', []],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ])('%s: %j', (json, names) => {
    expect(duplicateMembers(json)).toEqual(names)
  })
})

describe('names that stand twice with values that differ', () => {
  it.each([
    ['{"a":1,"a":1}', []],
    ['{"a":{"b":[1,{"c":2}]},"a":{"b":[1,{"c":2}]}}', []],
    ['{"a":1,"a":2}', ['a']],
    ['{"b":{"a":1,"a":2},"c":{"a":1,"a":1}}', ['a']],
    [`{"a":"${'x'.repeat(2000)}","a":"${'x'.repeat(2000)}"}`, ['a']],
  ])('%.60s: %j', (json, names) => {
    expect(membersThatDiffer(json)).toEqual(names)
  })

  it('are looked for once, however deep they lie in each other', () => {
    const depth = 50_000
    expect(membersThatDiffer(`${'{"a":'.repeat(depth)}{"a":1,"a":2}${'}'.repeat(depth)}`)).toEqual(['a'])
  })
})
