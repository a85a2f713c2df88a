import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
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
    ['long in JSON', BOUNDS.documentCharacters.most, (size) => JSON_TEXT.padEnd(size)],
    ['long in YAML', BOUNDS.yamlCharacters.most, (size) => `${YAML_TEXT}#`.padEnd(size, '.')],
    ['of open brackets', BOUNDS.yamlBrackets.most, (size) => `${YAML_TEXT}# ${'['.repeat(size)}`],
    // Root and paths are the first two levels, and are counted from zero.
    ['deep', BOUNDS.documentLevels.most, (size) => withPaths(nested(size - 1))],
    ['of values', BOUNDS.documentValues.most, (size) => withPaths(`{"a":[${times(size - 4, 0).join()}]}`)],
  ])('that is %s is read up to a bound', (_, most, text) => {
    expect(isRead(text(most))).toBe(true)
    expect(isRead(text(most + 1))).toMatch(/^is larger, or nested more deeply/)
  })

  it('repeats itself by aliases up to a bound', () => {
    const repeating = (count: number) => `${YAML_TEXT}x: &x y\nz: [${times(count, '*x').join()}]\n`
    expect(isRead(repeating(BOUNDS.yamlAliases.most - 1))).toBe(true)
    expect(isRead(repeating(BOUNDS.yamlAliases.most + 1))).toMatch(/^cannot be read as YAML/)
  })

  it('is told to be left out in parts, as far as anybody reads', () => {
    const document = new Document({}, false)
    const most = BOUNDS.documentPartsLeftOut.most
    for (let nth = 0; nth < 2 * most; nth++) document.leaveOut(`#/${nth}`, 'leads nowhere')
    expect(document.unresolved.size).toBe(most)
  })

  const basePathBehind = (before: number, url = 'https://a.test/api') =>
    operationsIn(new Document({ ...ORDINARY, servers: [...times(before, { url: 7 }), { url }] }, true)).basePath

  it('is looked for below its first servers', () => {
    expect(basePathBehind(BOUNDS.serversOfADocument.most - 1)).toBe('/api')
    expect(basePathBehind(BOUNDS.serversOfADocument.most)).toBe('')
  })

  it('is looked for below an address as long as addresses are', () => {
    const most = BOUNDS.serverUrlCharacters.most
    const base = (length: number) => basePathBehind(0, 'https://a.test/'.padEnd(length, 'x'))
    expect([base(most), base(most + 1)]).toEqual([expect.stringMatching(/^\/x+$/), ''])
  })

  it('says in some ways how a key is shown, of which the first are looked at', () => {
    const mayBeLeftOut = (before: number) => {
      const security = [...times<object>(before, { bearer: [] }), {}]
      return compared(JSON.stringify({ ...ORDINARY, security })).findings.some(
        ({ received }) => received === 'a key that may be left out',
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
    ['a body is held against', BOUNDS.schemaSteps.most, (size) => fits({ allOf: times(size - 1, true) })],
    ['that stands in others', BOUNDS.schemaLevels.most, (size) => fits(deep(size))],
    ['of alternatives', BOUNDS.variants.most, (size) => expanded({ anyOf: times(size, {}) })],
    ['of others that hold at once', BOUNDS.variantSteps.most, (size) => expanded({ allOf: times(size - 1, {}) })],
  ])('%s is looked through up to a bound, and then left out', (_, most, looked) => {
    expect([looked(most), looked(most + 1)]).toEqual([false, true])
  })
})

describe('what a server does, against what it says', () => {
  it('is looked at for the first headers that an answer promises', () => {
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

  it('is looked at as deep as habits go, and a little deeper', () => {
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
