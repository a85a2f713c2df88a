import { describe, expect, it } from 'vitest'
import { Noticed } from '../habits/habit.ts'
import { MOST_RECORDED_LEVELS } from '../habits/shapes.ts'
import { MOST_LEVELS, MOST_SCHEMAS, refusalOf } from './accepts.ts'
import { DOCUMENT_LIMITS, Document, readDocument } from './document.ts'
import { changed, compared, ORDINARY } from './documents-for-tests.ts'
import { DocumentFindings } from './finding.ts'
import { MOST_SCHEMES } from './law/security.ts'
import { headersAgainstSaid, MOST_DOCUMENTED_HEADERS } from './observed/headers.ts'
import type { ObservedPlace } from './observed/places.ts'
import { MOST_COMPARED_LEVELS } from './observed/shape.ts'
import { LONGEST_SERVER_URL, MOST_SERVERS, operationsIn } from './operations.ts'
import { MOST_STEPS, MOST_VARIANTS, type Schema, variantsOf } from './variants.ts'

const JSON_TEXT = '{"openapi":"3.1.0","paths":{}}'
const YAML_TEXT = 'openapi: 3.1.0\npaths: {}\n'
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const times = <T>(count: number, each: T): T[] => new Array<T>(count).fill(each)
const withPaths = (paths: string) => `{"openapi":"3.1.0","paths":${paths}}`

describe('a document', () => {
  const isRead = (text: string) => {
    try {
      return readDocument(text, 'x') instanceof Document
    } catch (error) {
      return (error as Error).message.replace(/^x /, '')
    }
  }

  it.each<[string, number, (size: number) => string]>([
    ['of long JSON', DOCUMENT_LIMITS.characters, (size) => JSON_TEXT.padEnd(size)],
    ['of long YAML', DOCUMENT_LIMITS.yamlCharacters, (size) => `${YAML_TEXT}#`.padEnd(size, '.')],
    ['of many open brackets', DOCUMENT_LIMITS.yamlBrackets, (size) => `${YAML_TEXT}# ${'['.repeat(size)}`],
    // Root and paths are the first two levels, counted from zero.
    ['of many levels', DOCUMENT_LIMITS.levels, (size) => withPaths(nested(size - 1))],
    ['of many values', DOCUMENT_LIMITS.values, (size) => withPaths(`{"a":[${times(size - 4, 0).join()}]}`)],
  ])('%s is read up to the limit', (_, most, text) => {
    expect(isRead(text(most))).toBe(true)
    expect(isRead(text(most + 1))).toMatch(/^is too large or too deeply nested/)
  })

  it('is read with aliases up to the limit', () => {
    const repeating = (count: number) => `${YAML_TEXT}x: &x y\nz: [${times(count, '*x').join()}]\n`
    expect(isRead(repeating(DOCUMENT_LIMITS.yamlAliases - 1))).toBe(true)
    expect(isRead(repeating(DOCUMENT_LIMITS.yamlAliases + 1))).toMatch(/^cannot be read as YAML/)
  })

  it('has a limited list of parts left out', () => {
    const document = new Document({}, false)
    const most = DOCUMENT_LIMITS.partsLeftOut
    for (let nth = 0; nth < 2 * most; nth++) document.leaveOut(`#/${nth}`, 'does not exist')
    expect(document.unresolved.size).toBe(most)
  })

  const basePathBehind = (before: number, url = 'https://a.test/api') =>
    operationsIn(new Document({ ...ORDINARY, servers: [...times(before, { url: 7 }), { url }] }, true)).basePath

  it('is read at its first servers', () => {
    expect(basePathBehind(MOST_SERVERS - 1)).toBe('/api')
    expect(basePathBehind(MOST_SERVERS)).toBe('')
  })

  it('is read at server URLs up to the limit', () => {
    const most = LONGEST_SERVER_URL
    const base = (length: number) => basePathBehind(0, 'https://a.test/'.padEnd(length, 'x'))
    expect([base(most), base(most + 1)]).toEqual([expect.stringMatching(/^\/x+$/), ''])
  })

  it('is read for its first ways to authenticate', () => {
    const mayBeLeftOut = (before: number) => {
      const security = [...times<object>(before, { bearer: [] }), {}]
      return compared(JSON.stringify({ ...ORDINARY, security })).findings.some(
        ({ received }) => received === 'an optional key',
      )
    }
    const most = MOST_SCHEMES
    expect([mayBeLeftOut(most - 1), mayBeLeftOut(most)]).toEqual([true, false])
  })
})

describe('a schema', () => {
  /** Whether it was left out as too complex. */
  const isLeftOut = (look: (document: Document) => unknown) => {
    const document = new Document({}, false)
    look(document)
    return document.unresolved.size > 0
  }
  const fits = (schema: Schema) => isLeftOut((document) => refusalOf(schema, {}, document))
  const expanded = (schema: Schema) => isLeftOut((document) => variantsOf([schema], document))
  const deep = (levels: number): Schema => (levels === 0 ? true : { allOf: [deep(levels - 1)] })

  it.each<[string, number, (size: number) => boolean]>([
    ['of a body', MOST_SCHEMAS, (size) => fits({ allOf: times(size - 1, true) })],
    ['nested in others', MOST_LEVELS, (size) => fits(deep(size))],
    ['of alternatives', MOST_VARIANTS, (size) => expanded({ anyOf: times(size, {}) })],
    ['of combined schemas', MOST_STEPS, (size) => expanded({ allOf: times(size - 1, {}) })],
  ])('%s is read up to the limit, and then left out', (_, most, looked) => {
    expect([looked(most), looked(most + 1)]).toEqual([false, true])
  })
})

describe('a response', () => {
  it('is compared with the first documented headers', () => {
    const findings = new DocumentFindings()
    const most = MOST_DOCUMENTED_HEADERS
    const headers = Object.fromEntries(Array.from({ length: 2 * most }, (_, nth) => [`X-Own-${nth}`, {}]))
    const place = {
      endpoint: 'GET /usage',
      status: 200,
      headers: new Map(),
      answers: 10,
    } as Partial<ObservedPlace> as ObservedPlace
    const said = { name: '200', response: { headers } }
    headersAgainstSaid(place, { said, document: new Document({}, false), findings })
    expect(findings.inOrder()).toHaveLength(most)
  })

  it('is compared to a depth just beyond what is recorded', () => {
    const missing = (levels: number) => {
      const noticed = new Noticed()
      for (let level = 0; level <= levels; level++) {
        const where = { endpoint: 'GET /usage', status: 200, pointer: '/a'.repeat(level) } as const
        noticed.note(where, 'presence', 'always', [])
        noticed.see(where, 'type', 'object')
      }
      const Usage = { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/Usage' } } }
      const text = changed(({ components }) => Object.assign(components.schemas, { Usage }))
      return compared(text, noticed.habits).findings.map(({ pointer }) => pointer)
    }
    const most = MOST_COMPARED_LEVELS
    expect(missing(most - 1)).toEqual(['/a'.repeat(most)])
    expect(missing(most)).toEqual([])
    expect(most).toBeGreaterThan(MOST_RECORDED_LEVELS)
  })
})
