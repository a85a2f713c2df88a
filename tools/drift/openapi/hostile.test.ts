import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Noticed } from '../habits/habit.ts'
import { type Changeable, changed, compared, ORDINARY } from './documents-for-tests.ts'
import { MOST_FINDINGS } from './finding.ts'
import { NoDocument } from './openapi.ts'

const habits = () => {
  const noticed = new Noticed()
  const place = { endpoint: 'GET /usage', status: 200 } as const
  noticed.see({ ...place, pointer: '' }, 'type', 'object')
  for (const pointer of ['/a', '/a/a', '/a/a/a']) {
    noticed.note({ ...place, pointer }, 'presence', 'always', [])
    noticed.see({ ...place, pointer }, 'type', 'object')
  }
  return noticed.habits
}

const nested = `{"openapi":"3.1.0","paths":${'{"a":'.repeat(300)}1${'}'.repeat(301)}`
const bomb = [...'bcdefghij'].map((name, nth) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[nth]}`).join()}]`)

it.each([
  ['', /is not an OpenAPI document: it is not an object/],
  ['a: [', /is neither JSON nor YAML/],
  ['{"swagger":"2.0","paths":{}}', /is a Swagger 2\.0 document.*convert it to OpenAPI 3\.0 or 3\.1/],
  ['{"info":{}}', /has no version/],
  ['{"openapi":"4.0.0","paths":{}}', /is OpenAPI 4\.0\.0/],
  ['{"openapi":"3.1.0","paths":[]}', /describes no paths/],
  [nested, /too large or too deeply nested/],
  ['a: &a\n  b: *a\n', /too large or too deeply nested/],
  [`a: ${'['.repeat(100_000)}`, /too large or too deeply nested/],
  ['- '.repeat(50_000), /too large or too deeply nested/],
  ['#'.repeat(3_000_000), /too large or too deeply nested/],
  [['a: &a [1,1,1,1,1,1,1,1,1,1]', ...bomb].join('\n'), /cannot be read|larger/],
])('refuses a file with the reason: %.40s', (text, why) => {
  expect(() => compared(text)).toThrow(NoDocument)
  expect(() => compared(text)).toThrow(why)
})

const usage = (schemas: object) => changed(({ components }) => Object.assign(components.schemas, schemas))
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const ladder = (combine: (next: object) => object) =>
  Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      index === 0 ? 'Usage' : `U${index}`,
      index === 59 ? { type: 'string' } : combine(to(`U${index + 1}`)),
    ]),
  )
const allAlternatives = ladder((next) => ({ allOf: [{ anyOf: [next, { type: 'object' }] }, { anyOf: [next, {}] }] }))

it.each<[string, object, RegExp]>([
  ['a circle of references', { Usage: to('U'), U: to('Usage') }, /refers to itself/],
  ['a schema that contains itself', { Usage: { allOf: [to('Usage')] } }, /refers to itself/],
  ['exponential alternatives', ladder((next) => ({ anyOf: [next, next] })), /too complex/],
  ['exponential combinations', allAlternatives, /too complex/],
  ['a remote reference', { Usage: { $ref: 'https://example.com/x.json#/Usage' } }, /points outside the document/],
  ['a reference to a prototype', { Usage: to('constructor') }, /does not exist/],
  ['an anchor', { Usage: { $ref: '#usage' } }, /is an anchor/],
])('leaves out %s, and says why', (_, schemas, why) => {
  const { findings, leftOut } = compared(usage(schemas), habits())
  expect(leftOut.map((each) => each.why)).toContainEqual(expect.stringMatching(why))
  expect(findings.filter(({ side }) => side === 'law')).toEqual([])
})

it('follows a recursive schema as deep as the observed data', () => {
  const tree = { type: 'object', required: ['a'], properties: { a: to('Usage') } }
  const { findings, leftOut } = compared(usage({ Usage: tree }), habits())
  expect(findings).toMatchObject([{ kind: 'promised, not kept', about: 'required', pointer: '/a/a/a/a' }])
  expect(leftOut).toEqual([])
})

it('reads a pattern with catastrophic backtracking in time', () => {
  const schema = { type: 'object', properties: { image_url: { pattern: '^(.|.|.|.|.|.|.|.|.|.)*\\d$' } } }
  expect(compared(usage({ Submission: schema })).findings.every(({ side }) => side === 'law')).toBe(true)
})

it('limits the number of findings', () => {
  const required = Array.from({ length: 5000 }, (_, index) => `field-${index}`)
  const { findings, isCut } = compared(usage({ Usage: { type: 'object', required } }), habits())
  expect(findings).toHaveLength(MOST_FINDINGS)
  expect(isCut).toBe(true)
})

it('escapes terminal control sequences', () => {
  const { findings } = compared(usage({ Usage: { required: ['\u001b[31mred\u0007'] } }), habits())
  const told = findings.flatMap((finding) => Object.values(finding)).join(' ')
  expect(told).not.toMatch(/\p{Cc}/u)
  expect(told).toContain('\\u001b[31mred')
})

it('reads any value at any place, or refuses the document', () => {
  const places: string[][] = []
  const walk = (value: unknown, path: string[]) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      places.push([...path, name])
      walk(inner, places.at(-1)!)
    }
  }
  walk(ORDINARY, [])
  const put = (document: object, path: string[], value: unknown) => {
    const parent = path.slice(0, -1).reduce<Changeable>((here, step) => here?.[step], document)
    if (typeof parent === 'object' && parent !== null) parent[path.at(-1)!] = value
  }
  const anything = fc.anything({ maxDepth: 3, withNullPrototype: false })
  const reference = fc.constantFrom('#/components/schemas/Job', '#', '#/paths').map(($ref) => ({ $ref }))
  const change = fc.tuple(fc.constantFrom(...places), fc.oneof(anything, reference))
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (all) => {
      const document = structuredClone(ORDINARY)
      for (const [path, value] of all) put(document, path, value)
      try {
        for (const { id } of compared(JSON.stringify(document), habits()).findings) expect(id).toMatch(/^[\da-f]{12}$/)
      } catch (error) {
        expect(error).toBeInstanceOf(NoDocument)
      }
    }),
    { numRuns: 200, seed: 1 },
  )
})
