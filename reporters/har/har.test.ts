import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import schemas from 'har-schema'
import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '../../runner/history/entry/entries.ts'
import { answered, unanswered } from '../../runner/judging/handwritten-for-tests.ts'
import { fullReport, sampleExchange } from '../../runner/report/sample-report-for-tests.ts'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { anyUnits, HOSTILE_TEXTS, hostileRun, OBEYED, RUNS, recordOf, wellFormed } from '../hostile-run-for-tests.ts'
import type { RunRecord } from '../reporter.ts'
import { harReport } from './har.ts'

const DRAFT = createRequire(import.meta.url).resolve('ajv/dist/refs/json-schema-draft-06.json')

// One of the schemas says of an array which properties it requires.
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
  test.each(Object.entries(RUNS))('of a run (%s) is what the published schema says', (_, record) => {
    expect(errorsIn(parsed(record))).toEqual([])
  })

  test('says which version of HTTP carried an exchange, where that is known', () => {
    const [over1, over2] = entriesOf(answered(200), { ...answered(200), http2: true })
    expect([over1.request.httpVersion, over1.response.httpVersion]).toEqual(['HTTP/1.1', 'unknown'])
    expect([over2.request.httpVersion, over2.response.httpVersion]).toEqual(['HTTP/2', 'HTTP/2'])
  })

  test('would not be valid with a URL that is none, or without a status', () => {
    for (const spoil of [{ request: { url: 'a b' } }, { response: { status: undefined } }]) {
      const document = parsed(RUNS.full!)
      const [entry] = document.log.entries
      for (const [part, fields] of Object.entries(spoil)) Object.assign(entry[part], fields)
      expect(errorsIn(document)).not.toEqual([])
    }
  })

  test('stays valid whatever was sent and received, and shows nothing that a terminal would obey', () => {
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

  test('holds every exchange, the oldest first, one a line', () => {
    const entries = [3, 1, 2].map((n) => sampleExchange(n))
    const written = harReport(recordOf(fullReport, [{ kind: 'skipped', by: 'a', why: 'b' }, ...entries]))
    const { entries: kept } = JSON.parse(written).log
    expect(kept.map((each: { _exchange: number }) => each._exchange)).toEqual([1, 2, 3])
    expect(kept[0].startedDateTime).toBe('2026-11-21T02:07:08.133Z')
    expect(written.split('\n')).toHaveLength(6)
  })

  test('has long bodies as long as there is room, and their beginnings from then on', () => {
    const most = BOUNDS.harCharacters.most
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

  test('says what was asked and what came', () => {
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

  test('adds up the time of every entry from parts that are not negative, as the schema forgets to ask', () => {
    const tenths = () => fc.integer({ min: 0, max: 500 }).map((each) => each / 10)
    const phases = fc.record({ blocked: tenths(), connect: tenths(), wait: tenths() }, { requiredKeys: ['blocked'] })
    const known = fc.sample(fc.record({ ms: tenths(), phases }), { numRuns: 100, seed: 1 })
    const times = [...[-1, 0, 0.1].map((ms) => ({ ms })), ...known]
    const came = entriesOf(...times.map((each, n) => ({ ...answered(200), n, ...each })))
    const failed = entriesOf(...times.map((each, n) => ({ ...unanswered('timeout'), n, ...each })))
    for (const { time, timings } of [...came, ...failed]) {
      expect(Math.min(timings.send, timings.wait, timings.receive)).toBeGreaterThanOrEqual(0)
      const parts = (Object.values(timings) as number[]).filter((part) => part >= 0)
      expect(time).toBeCloseTo(parts.reduce((sum, part) => sum + part))
    }
  })

  test('says where the time of a request went, and -1 where nobody knows', () => {
    const known = { ...answered(200), ms: 20, phases: { blocked: 1, connect: 4, wait: 10 } }
    const kept = { ...answered(200), ms: 20, phases: { blocked: 1, wait: 10 } }
    const silent = { ...unanswered('timeout'), ms: 20, phases: { blocked: 1, connect: 4 } }
    const old = { ...answered(200), ms: 20 }
    const unknown = { dns: -1, ssl: -1, send: 0 }
    expect(entriesOf(known, kept, silent, old).map((entry: { timings: object }) => entry.timings)).toEqual([
      { ...unknown, blocked: 1, connect: 4, wait: 10, receive: 5 },
      { ...unknown, blocked: 1, connect: -1, wait: 10, receive: 9 },
      { ...unknown, blocked: 1, connect: 4, wait: 15, receive: 0 },
      { ...unknown, blocked: -1, connect: -1, wait: 20, receive: 0 },
    ])
  })

  test('has the words of the status line where the history has them', () => {
    const { answer, ...rest } = answered(404)
    const [told, silent] = entriesOf({ ...rest, answer: { ...answer!, statusText: 'Not Found' } }, answered(404))
    expect([told.response.statusText, silent.response.statusText]).toEqual(['Not Found', ''])
  })

  test('writes down an exchange without an answer as browsers do', () => {
    const [entry] = entriesOf(unanswered('refused'))
    expect(entry._failure).toBe('refused')
    expect(entry.response).toMatchObject({ status: 0, _error: 'the connection was refused: refused', bodySize: -1 })
  })

  test('leaves keys recipes, wherever they stand', () => {
    const path = '/v1/models?key={{A without character 7}}'
    const [entry] = entriesOf(answered(401, { path, posted: '{"key":"{{B}}"}' }))
    expect(entry.request.url).toBe('https://api.example.com/v1/models?key=%7B%7BA%20without%20character%207%7D%7D')
    expect(entry.request._path).toBe(path)
    expect(entry.request.queryString).toEqual([{ name: 'key', value: '{{A without character 7}}' }])
    expect(entry.request.bodySize).toBe(-1)
    expect(entry._recipes).toEqual(['{{A without character 7}}', '{{A}}', '{{B}}'])
  })

  test('leaves dots in a path, for they may be the point, and has no fragment', () => {
    const [dots, fragment] = entriesOf(answered(404, { path: '/v1/videos/..' }), answered(404, { path: '/v1/a#b%' }))
    expect(dots.request.url).toBe('https://api.example.com/v1/videos/..')
    expect(dots.request._path).toBeUndefined()
    expect(fragment.request.url).toBe('https://api.example.com/v1/a%23b%25')
  })

  test('writes down bytes that are no text in base64, and others as the text they are', () => {
    const bytes = (body: string) => {
      const exchange = answered(400, { posted: body })
      return { ...exchange, request: { ...exchange.request, bytes: true as const } }
    }
    const [broken, text] = entriesOf(bytes('a\xff'), bytes('\xc3\xbc'))
    expect(broken.request.postData).toMatchObject({ text: 'Yf8=', _encoding: 'base64' })
    expect(broken.request.bodySize).toBe(2)
    expect(text.request.postData).toEqual({ mimeType: '', text: 'ü' })
  })

  test('keeps a body of 100 kB whole, and says what is missing of a longer one', () => {
    const [whole, cut, unread] = entriesOf(
      answered(200, { body: 'x'.repeat(100_000) }),
      answered(200, { body: `${'x'.repeat(99_999)}🎬` }),
      answered(200, { body: 'x', truncated: true, garbled: 'the gzip body cannot be unpacked' }),
    )
    expect(whole.response.content.text).toHaveLength(100_000)
    expect(whole.response.content._truncated).toBeUndefined()
    expect(cut.response.content.text).toBe('x'.repeat(99_999))
    expect(cut.response.content._truncated).toBe('the first 100000 of 100001 characters')
    expect(unread.response.content).toMatchObject({
      size: -1,
      _truncated: 'the answer was longer than the client reads',
      _garbled: 'the gzip body cannot be unpacked',
    })
  })

  test('can be opened though every answer is as long as it may be', () => {
    const exchange = answered(200, { body: 'x'.repeat(100_000) })
    const many = Array.from({ length: 700 }, (_, n) => ({ ...exchange, n }))
    const written = harReport(recordOf(fullReport, many))
    expect(written.length).toBeLessThan(66_000_000)
    const { entries } = JSON.parse(written).log
    expect(entries).toHaveLength(700)
    expect(entries.at(-1).response.content._truncated).toBe('the first 100 of 100000 characters')
  })
})
