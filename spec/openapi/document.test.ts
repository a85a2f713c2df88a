import { readFileSync } from 'node:fs'
import { setMetaSchemaOutputFormat } from '@hyperjump/json-schema'
import { DETAILED } from '@hyperjump/json-schema/experimental'
import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CLAUSES } from '../clauses.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { OPEN_POINTS } from '../open-points.ts'
import { openapiDocument } from './document.ts'
import { OPENAPI_FORMATS } from './text.ts'
import { fits } from './validator.ts'

const document = JSON.parse(JSON.stringify(openapiDocument()))

type Node = Record<string, unknown>

/** Every object of the document with its path. */
function* objects(node: unknown, way = '#'): Generator<[way: string, node: Node]> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield [way, node as Node]
  for (const [key, inner] of Object.entries(node)) {
    if (key !== 'examples' && key !== 'example' && key !== 'default') yield* objects(inner, `${way}/${key}`)
  }
}
const all = [...objects(document)]
const cited = (keyword: 'x-clauses' | 'x-open') => new Set(all.flatMap(([, node]) => (node[keyword] ?? []) as string[]))

describe('the checked-in documents', () => {
  it.each(Object.entries(OPENAPI_FORMATS))('%s is up to date ("npm run generate" writes it)', (format, text) => {
    expect(readFileSync(new URL(`../openapi.${format}`, import.meta.url), 'utf8')).toBe(text())
  })

  it('are equal', () => {
    expect(parse(OPENAPI_FORMATS.yaml())).toEqual(JSON.parse(OPENAPI_FORMATS.json()))
    expect(JSON.parse(OPENAPI_FORMATS.json())).toEqual(document)
  })
})

describe('the document', () => {
  it('is OpenAPI 3.1 with JSON Schema 2020-12', async () => {
    setMetaSchemaOutputFormat(DETAILED)
    const output = await validate('https://spec.openapis.org/oas/3.1/schema-base', document)
    expect(output.valid).toBe(true)
    const broken = { ...document, paths: { '/videos': { post: { responses: { 202: {} } } } } }
    expect((await validate('https://spec.openapis.org/oas/3.1/schema-base', broken)).valid).toBe(false)
  })

  it('has the six operations, each with a key, and no webhooks', () => {
    const operations = Object.entries<Node>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.sort()).toEqual(ENDPOINTS.map(({ name }) => name as string).sort())
    expect(document.security).toEqual([{ key: [] }])
    expect(document.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(document.webhooks).toEqual({})
  })

  it('cites every clause and no other', () => {
    expect([...cited('x-clauses')].sort()).toEqual(CLAUSES.map(({ id }) => id as string).sort())
  })

  it('cites every open point and no other', () => {
    expect([...cited('x-open')].sort()).toEqual(OPEN_POINTS.map(({ id }) => id as string).sort())
  })
})

describe('the examples', () => {
  const withExamples = all.filter(([, node]) => 'schema' in node && ('examples' in node || 'example' in node))

  it.each(withExamples)('%s fit their schema', (_, node) => {
    const given =
      'example' in node ? [node.example] : Object.values(node.examples as Node).map((each) => (each as Node).value)
    expect(given.length).toBeGreaterThan(0)
    for (const value of given) expect(fits(node.schema as object, value)).toEqual({ ok: true })
  })
})
