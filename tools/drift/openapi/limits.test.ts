import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../../engine/config/bounds/bounds.ts'
import { Noticed } from '../habits/habit.ts'
import { refusalOf } from './accepts.ts'
import { Document, readDocument } from './document.ts'
import { changed, compared, ORDINARY } from './documents-for-tests.ts'
import { DocumentFindings } from './finding.ts'
import { headersAgainstSaid } from './observed/headers.ts'
import type { ObservedPlace } from './observed/places.ts'
import { operationsIn } from './operations.ts'
import { type Schema, variantsOf } from './variants.ts'

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
    ['of long JSON', BOUNDS.documentCharacters.most, (size) => JSON_TEXT.padEnd(size)],
    ['of long YAML', BOUNDS.yamlCharacters.most, (size) => `${YAML_TEXT}#`.padEnd(size, '.')],
    ['of many open brackets', BOUNDS.yamlBrackets.most, (size) => `${YAML_TEXT}# ${'['.repeat(size)}`],
    // Root and paths are the first two levels, and are counted from zero.
    ['of many levels', BOUNDS.documentLevels.most, (size) => withPaths(nested(size - 1))],
    ['of many values', BOUNDS.documentValues.most, (size) => withPaths(`{"a":[${times(size - 4, 0).join()}]}`)],
  ])('%s is read up to the limit', (_, most, text) => {
    expect(isRead(text(most))).toBe(true)
    expect(isRead(text(most + 1))).toMatch(/^is too large or too deeply nested/)
  })

  it('is read with aliases up to the limit', () => {
    const repeating = (count: number) => `${YAML_TEXT}x: &x y\nz: [${times(count, '*x').join()}]\n`
    expect(isRead(repeating(BOUNDS.yamlAliases.most - 1))).toBe(true)
    expect(isRead(repeating(BOUNDS.yamlAliases.most + 1))).toMatch(/^cannot be read as YAML/)
  })

  it('has a limited list of parts left out', () => {
    const document = new Document({}, false)
    const most = BOUNDS.documentPartsLeftOut.most
    for (let nth = 0; nth < 2 * most; nth++) document.leaveOut(`#/${nth}`, 'does not exist')
    expect(document.unresolved.size).toBe(most)
  })

  const basePathBehind = (before: number, url = 'https://a.test/api') =>
    operationsIn(new Document({ ...ORDINARY, servers: [...times(before, { url: 7 }), { url }] }, true)).basePath

  it('is read at its first servers', () => {
    expect(basePathBehind(BOUNDS.serversOfADocument.most - 1)).toBe('/api')
    expect(basePathBehind(BOUNDS.serversOfADocument.most)).toBe('')
  })

  it('is read at server URLs up to the limit', () => {
    const most = BOUNDS.serverUrlCharacters.most
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
    const most = BOUNDS.waysToShowAKey.most
    expect([mayBeLeftOut(most - 1), mayBeLeftOut(most)]).toEqual([true, false])
  })
})

describe('a schema', () => {
  /** Whether it was left out for being entangled. */
  const isLeftOut = (look: (document: Document) => unknown) => {
    const document = new Document({}, false)
    look(document)
    return document.unresolved.size > 0
  }
  const fits = (schema: Schema) => isLeftOut((document) => refusalOf(schema, {}, document))
  const expanded = (schema: Schema) => isLeftOut((document) => variantsOf([schema], document))
  const deep = (levels: number): Schema => (levels === 0 ? true : { allOf: [deep(levels - 1)] })

  it.each<[string, number, (size: number) => boolean]>([
    ['of a body', BOUNDS.schemaSteps.most, (size) => fits({ allOf: times(size - 1, true) })],
    ['nested in others', BOUNDS.schemaLevels.most, (size) => fits(deep(size))],
    ['of alternatives', BOUNDS.variants.most, (size) => expanded({ anyOf: times(size, {}) })],
    ['of combined schemas', BOUNDS.variantSteps.most, (size) => expanded({ allOf: times(size - 1, {}) })],
  ])('%s is read up to the limit, and then left out', (_, most, looked) => {
    expect([looked(most), looked(most + 1)]).toEqual([false, true])
  })
})

describe('a response', () => {
  it('is compared with the first promised headers', () => {
    const findings = new DocumentFindings()
    const most = BOUNDS.headersPromised.most
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
    const most = BOUNDS.levelsPromised.most
    expect(missing(most - 1)).toEqual(['/a'.repeat(most)])
    expect(missing(most)).toEqual([])
    expect(most).toBeGreaterThan(BOUNDS.habitLevels.most)
  })
})
