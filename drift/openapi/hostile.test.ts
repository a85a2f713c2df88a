import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { Noticed } from '../habits/habit.ts'
import { changed, compared, ORDINARY } from './documents-for-tests.ts'
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

describe('a text that is no document', () => {
  it.each([
    ['', /is no OpenAPI document: it is not an object/],
    ['[]', /is not an object/],
    ['just words', /is not an object/],
    ['{"openapi": ', /is neither JSON nor YAML/],
    ['a: [', /is neither JSON nor YAML/],
    ['{"swagger":"2.0","paths":{}}', /is a Swagger 2\.0 document.*convert it to OpenAPI 3\.0 or 3\.1/],
    ['swagger: "2.0"', /is a Swagger 2\.0 document/],
    ['{"info":{}}', /does not say its version/],
    ['{"openapi":3.1,"paths":{}}', /does not say its version/],
    ['{"openapi":"4.0.0","paths":{}}', /is OpenAPI 4\.0\.0: what is read is 3\.0 and 3\.1/],
    ['{"openapi":"3.1.0"}', /describes no paths/],
    ['{"openapi":"3.1.0","paths":[]}', /describes no paths/],
    [`{"openapi":"3.1.0","paths":${'{"a":'.repeat(300)}1${'}'.repeat(301)}`, /larger, or nested more deeply/],
    ['a: &a\n  b: *a\n', /larger, or nested more deeply/],
    [`${'['.repeat(100_000)}`, /larger, or nested more deeply/],
    [`a: ${'['.repeat(100_000)}`, /larger, or nested more deeply/],
    ['- '.repeat(50_000), /larger, or nested more deeply/],
    ['#'.repeat(3_000_000), /larger, or nested more deeply/],
    [JSON.stringify({ openapi: '3.1.0', paths: { a: Array(600_000).fill(0) } }), /larger, or nested more deeply/],
  ])('says so: %.40s', (text, why) => {
    expect(() => compared(text)).toThrow(NoDocument)
    expect(() => compared(text)).toThrow(why)
  })

  it('may be a bomb of aliases', () => {
    const names = [...'abcdefghij']
    const lines = names
      .slice(1)
      .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${names[index]}`).join(',')}]`)
    expect(() => compared(`a: &a [1,1,1,1,1,1,1,1,1,1]\n${lines.join('\n')}\n`)).toThrow(NoDocument)
  })
})

describe('a document that somebody has made to keep its reader busy', () => {
  const usage = (schemas: object) => changed(({ components }) => Object.assign(components.schemas, schemas))
  const ladder = (combine: (next: object) => object) =>
    Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        index === 0 ? 'Usage' : `U${index}`,
        index === 59 ? { type: 'string' } : combine({ $ref: `#/components/schemas/U${index + 1}` }),
      ]),
    )

  it.each<[string, object, RegExp]>([
    [
      'a circle of references',
      { Usage: { $ref: '#/components/schemas/U' }, U: { $ref: '#/components/schemas/Usage' } },
      /defined by itself/,
    ],
    [
      'a schema that is all of itself',
      { Usage: { allOf: [{ $ref: '#/components/schemas/Usage' }] } },
      /defined by itself/,
    ],
    ['alternatives of alternatives', ladder((next) => ({ anyOf: [next, next] })), /entangled/],
    [
      'alternatives of alternatives, all of them',
      ladder((next) => ({ allOf: [{ anyOf: [next, { type: 'object' }] }, { anyOf: [next, {}] }] })),
      /entangled/,
    ],
    [
      'a reference to another file',
      { Usage: { $ref: 'https://example.com/x.json#/Usage' } },
      /leads out of the document/,
    ],
    ['a reference to nothing', { Usage: { $ref: '#/components/schemas/Nobody/of/it' } }, /leads nowhere/],
    ['a reference to a prototype', { Usage: { $ref: '#/components/schemas/constructor' } }, /leads nowhere/],
    ['an anchor', { Usage: { $ref: '#usage' } }, /is an anchor/],
  ])('has %s, and is read as far as it goes', (_, schemas, why) => {
    const { findings, leftOut } = compared(usage(schemas), habits())
    expect(findings).toEqual([])
    expect(leftOut.map((each) => each.why).join()).toMatch(why)
  })

  it('may hold itself, as a tree does', () => {
    const tree = { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/Usage' } } }
    const { findings, leftOut } = compared(usage({ Usage: tree }), habits())
    expect(findings).toMatchObject([{ kind: 'promised, not kept', about: 'required', pointer: '/a/a/a/a' }])
    expect(leftOut).toEqual([])
  })

  it('may refer in a circle where no schema stands', () => {
    const text = changed(({ components }) => {
      components.responses = { Unauthorized: { $ref: '#/components/responses/Unauthorized' } }
    })
    expect(compared(text, habits()).leftOut).toContainEqual({
      what: '#/components/responses/Unauthorized',
      why: 'leads to itself',
    })
  })

  it.each([
    [
      'a pattern that never ends',
      { Submission: { type: 'object', properties: { image_url: { pattern: '^(.|.|.|.|.|.|.|.|.|.)*\\d$' } } } },
    ],
    [
      'alternatives without an end',
      { ...ladder((next) => ({ oneOf: [next, next] })), Submission: { $ref: '#/components/schemas/Usage' } },
    ],
    ['a circle', { Submission: { not: { $ref: '#/components/schemas/Submission' } } }],
  ])('describes a submission by %s, and is read as far as it goes', (_, schemas) => {
    expect(compared(usage(schemas)).findings.every(({ side }) => side === 'law')).toBe(true)
  })

  it('may promise more than anybody can list', () => {
    const required = Array.from({ length: 5000 }, (_, index) => `field-${index}`)
    const { findings, isCut } = compared(usage({ Usage: { type: 'object', required } }), habits())
    expect(findings).toHaveLength(BOUNDS.differencesOfADocument.most)
    expect(isCut).toBe(true)
  })

  it('shows nothing that a terminal would obey', () => {
    const { findings } = compared(usage({ Usage: { required: ['\u001b[31mred\u0007'] } }), habits())
    expect(findings).toHaveLength(1)
    const told = findings.flatMap((finding) => Object.values(finding)).join(' ')
    expect(told).not.toMatch(/\p{Cc}/u)
    expect(told).toContain('\\u001b[31mred')
  })

  it('never makes the reader fail otherwise, whatever stands in it', () => {
    const anything = fc.anything({ maxDepth: 3, withNullPrototype: false })
    const places: string[] = []
    const walk = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return
      for (const [name, inner] of Object.entries(value)) {
        places.push(`${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
        walk(inner, places.at(-1)!)
      }
    }
    walk(ORDINARY, '')
    const put = (document: object, place: string, value: unknown) => {
      const steps = place
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      let here = document as Record<string, unknown>
      for (const step of steps.slice(0, -1)) {
        if (typeof here !== 'object' || here === null) return
        here = here[step] as Record<string, unknown>
      }
      if (typeof here === 'object' && here !== null) here[steps.at(-1)!] = value
    }
    const schema = fc
      .constantFrom('#/components/schemas/Job', '#/components/schemas/Order', '#', '#/paths')
      .map(($ref) => ({ $ref }))
    const changes = fc.array(fc.tuple(fc.constantFrom(...places), fc.oneof(anything, schema)), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(changes, (all) => {
        const document = structuredClone(ORDINARY)
        for (const [place, value] of all) put(document, place, value)
        try {
          for (const { what, id } of compared(JSON.stringify(document), habits()).findings) {
            expect(what).toMatch(/\.$|…$/)
            expect(id).toMatch(/^[\da-f]{12}$/)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(NoDocument)
        }
      }),
      { numRuns: 300, seed: 1 },
    )
  })
})
