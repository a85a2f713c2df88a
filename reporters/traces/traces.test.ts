import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import { HOSTILE_TEXTS, hostileRun, OBEYED, RUNS, recordOf, wellFormed } from '../hostile-run-for-tests.ts'
import { brokenAt, sampleExchange, sampleReport } from '../outcome/sample-report-for-tests.ts'
import type { RunRecord } from '../reporter.ts'
import { tracesReport } from './traces.ts'

type Attribute = { key: string; value: object }
type Span = { [member: string]: unknown; attributes: Attribute[] }
const spansOf = (record: RunRecord): Span[] =>
  JSON.parse(tracesReport(record), wellFormed).resourceSpans[0].scopeSpans[0].spans
const spanOf = (...entries: HistoryEntry[]) => spansOf(recordOf(sampleReport({}), entries)).at(-1)!
const attributeOf = ({ attributes }: Span, wanted: string) => attributes.find(({ key }) => key === wanted)?.value

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${SPAN}-01`
const answer = (status: number) => ({ status, headers: [], body: '', bytes: 0 })

describe('traces.json', () => {
  it('has the ids, times and attributes of OTLP/JSON', () => {
    const phases = { blocked: 2 }
    const span = spanOf({ ...sampleExchange(2), traceparent, phases, answer: answer(200) })
    expect(span).toMatchObject({ traceId: TRACE, spanId: SPAN, kind: 3 })
    // 2026-11-21T02:07:08.123Z, 20 ms into the run, sent 2 ms later, answered after 5 ms
    expect(span).toMatchObject({ startTimeUnixNano: '1795226828145000000', endTimeUnixNano: '1795226828148000000' })
    expect(span).not.toHaveProperty('status')
    expect(attributeOf(span, 'http.request.method')).toEqual({ stringValue: 'GET' })
    expect(attributeOf(span, 'http.response.status_code')).toEqual({ intValue: '200' })
    expect(attributeOf(span, 'server.address')).toEqual({ stringValue: 'api.example.com' })
    expect(attributeOf(span, 'server.port')).toEqual({ intValue: '443' })
  })

  it('marks a 4xx as an error, except for a probe, and a 5xx and no response always', () => {
    const exchange = sampleExchange(2)
    const poll = { ...exchange, purpose: { by: 'a', part: 'poll' } as const }
    expect(spanOf({ ...exchange, answer: answer(401) })).not.toHaveProperty('status')
    expect(spanOf({ ...poll, answer: answer(401) }).status).toEqual({ code: 2 })
    const broken = spanOf({ ...exchange, answer: answer(500) })
    expect([broken.status, attributeOf(broken, 'error.type')]).toEqual([{ code: 2 }, { stringValue: '500' }])
    const lost = spanOf({ ...exchange, failure: { kind: 'reset', message: '' } })
    expect([lost.status, attributeOf(lost, 'error.type')]).toEqual([{ code: 2 }, { stringValue: 'reset' }])
  })

  it('links a probe to its control request and names the clauses that it fails', () => {
    const exchanges = [{ ...sampleExchange(1), traceparent }, sampleExchange(2)]
    const span = spansOf(recordOf(sampleReport({ 'auth.unknown-key': brokenAt('one') }), exchanges)).at(-1)!
    expect(span.links).toEqual([{ traceId: TRACE, spanId: SPAN }])
    expect(attributeOf(span, 'gatecheck.failed')).toEqual({
      arrayValue: { values: [{ stringValue: 'auth.unknown-key' }] },
    })
  })

  it('leaves out the time between an interruption and its continuation', () => {
    const startedAt = '2026-11-21T03:00:00.000Z'
    const span = spanOf({ kind: 'resumed', at: 20, startedAt, abandoned: [] }, sampleExchange(2))
    expect(span.startTimeUnixNano).toBe('1795230000000000000')
  })

  it('has a span for each download, without a password in its url', () => {
    const fetch = { at: 1, ms: 1, url: 'https://me:word@cdn.example/a.mp4', bytes: 0, status: 404, traceparent }
    const outcome = { kind: 'refused', status: 404 } as const
    const look = { kind: 'look', by: 'media', at: 1, ms: 1, job: 7, time: 'first', read: 0 } as const
    const span = spanOf({ ...look, attempts: [{ url: fetch.url, poll: 8, fetches: [fetch], outcome }] })
    expect(span).toMatchObject({ traceId: TRACE, status: { code: 2 } })
    expect(attributeOf(span, 'url.full')).toEqual({ stringValue: 'https://cdn.example/a.mp4' })
  })

  it.each(Object.entries(RUNS))('of a run without --trace (%s) has unique, valid ids', (_, record) => {
    const ids = spansOf(record).map(({ traceId, spanId }) => `${traceId} ${spanId}`)
    expect(ids.filter((each) => !/^[0-9a-f]{32} [0-9a-f]{16}$/.test(each))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('stays valid whatever was sent and received', () => {
    for (const text of HOSTILE_TEXTS) {
      const written = tracesReport(hostileRun(text))
      expect(() => JSON.parse(written, wellFormed)).not.toThrow()
      expect(written).not.toMatch(OBEYED)
      expect(written.length).toBeLessThan(1_000_000)
    }
  })
})
