import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import schemas from 'har-schema'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../engine/config/limits.ts'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import { answered } from '../../engine/judge/handwritten-for-tests.ts'
import { anyUnits, HOSTILE_TEXTS, hostileRun, OBEYED, RUNS, recordOf, wellFormed } from '../hostile-run-for-tests.ts'
import { fullReport } from '../outcome/sample-report-for-tests.ts'
import type { RunRecord } from '../reporter.ts'
import { harReport } from './har.ts'

const DRAFT = createRequire(import.meta.url).resolve('ajv/dist/refs/json-schema-draft-06.json')

// One of the schemas requires properties of an array.
const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false })
formats.default(ajv)
ajv.addMetaSchema(JSON.parse(readFileSync(DRAFT, 'utf8')))
ajv.addVocabulary(['optional', 'unique', 'min'])
for (const schema of Object.values(schemas)) ajv.addSchema(schema)
const validate = ajv.compile({ $ref: 'har.json#' })
const errorsIn = (document: unknown) =>
  validate(document) ? [] : validate.errors!.map((each) => `${each.instancePath} ${each.message}`)

const parsed = (record: RunRecord) => JSON.parse(harReport(record))
const entriesOf = (...entries: HistoryEntry[]) => parsed(recordOf(fullReport, entries)).log.entries

describe('the HAR', () => {
  test.each(Object.entries(RUNS))('of a run (%s) is valid by the published schema', (_, record) => {
    expect(errorsIn(parsed(record))).toEqual([])
  })

  test('stays valid with anything sent and received, without control sequences', () => {
    for (const text of HOSTILE_TEXTS) {
      const written = harReport(hostileRun(text))
      expect(errorsIn(JSON.parse(written, wellFormed))).toEqual([])
      expect(written).not.toMatch(OBEYED)
      expect(written.length).toBeLessThan(1_000_000)
    }
    fc.assert(
      fc.property(anyUnits(), (text) => {
        expect(errorsIn(JSON.parse(harReport(hostileRun(text)), wellFormed))).toEqual([])
      }),
      { numRuns: 50, seed: 1 },
    )
  })

  test('has long bodies up to its size limit, and truncated ones from then on', () => {
    const most = LIMITS.harCharacters
    const [long, entries] = [90_000, Math.ceil(most / 90_000) + 100]
    const answer = answered(200, { body: 'x'.repeat(long) })
    const written = harReport(
      recordOf(
        fullReport,
        Array.from({ length: entries }, (_, n) => ({ ...answer, n: n + 1 })),
      ),
    )
    expect(written.length).toBeGreaterThan(most * 0.99)
    expect(written.length).toBeLessThan(most * 1.01)
    expect(written.split('\n').filter((line) => line.length > long).length).toBeLessThan(entries - 100)
    expect(written.match(/"_exchange":/g)).toHaveLength(entries)
  })

  test('has requests and responses', () => {
    const exchange = answered(202, {
      by: 'submission.plainest',
      part: 'submission',
      case: 'the plainest',
      path: '/v1/videos?a=1&b=x%20y&c',
      posted: '{"model":"m"}',
      connection: 3,
      body: { id: 'j1' },
      headers: { 'Content-Type': 'application/json', 'Set-Cookie': 'a=b; Path=/', Location: '/v1/videos/j1' },
    })
    const [entry] = entriesOf({ ...exchange, ms: 12.3 })
    expect(entry).toMatchObject({
      time: 12.3,
      timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 12.3, receive: 0 },
      connection: '3',
      _check: 'submission.plainest',
      _part: 'submission',
      _case: 'the plainest',
      _recipes: ['{{A}}'],
    })
    expect(entry.request).toMatchObject({
      method: 'POST',
      url: 'https://api.example.com/v1/videos?a=1&b=x%20y&c',
      headers: [{ name: 'Authorization', value: 'Bearer {{A}}' }],
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: 'x y' },
        { name: 'c', value: '' },
      ],
      postData: { mimeType: '', text: '{"model":"m"}' },
      headersSize: -1,
      bodySize: 13,
    })
    expect(entry.response).toMatchObject({
      status: 202,
      cookies: [{ name: 'a', value: 'b' }],
      content: { size: 11, mimeType: 'application/json', text: '{"id":"j1"}' },
      redirectURL: '/v1/videos/j1',
      bodySize: 11,
    })
  })

  test('keeps placeholders for keys everywhere', () => {
    const path = '/v1/models?key={{A without character 7}}'
    const [entry] = entriesOf(answered(401, { path, posted: '{"key":"{{B}}"}' }))
    expect(entry.request.url).toBe('https://api.example.com/v1/models?key=%7B%7BA%20without%20character%207%7D%7D')
    expect(entry.request._path).toBe(path)
    expect(entry.request.queryString).toEqual([{ name: 'key', value: '{{A without character 7}}' }])
    expect(entry.request.bodySize).toBe(-1)
    expect(entry._recipes).toEqual(['{{A without character 7}}', '{{A}}', '{{B}}'])
  })
})
