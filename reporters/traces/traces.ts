import { createHash } from 'node:crypto'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { Fetch, Look } from '../../engine/history/entry/inspection.ts'
import { isToBeRefused } from '../../engine/history/reading/facts.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { escapeObeyed } from '../../engine/writing/escaped.ts'
import { formOf } from '../comparing/likeness.ts'
import { urlOf } from '../har/request.ts'
import type { Report } from '../outcome/report.ts'
import { decidingExchanges } from '../recorded/show.ts'
import type { RunRecord } from '../reporter.ts'

/** Values of the OTLP enumerations. */
const CLIENT = 3
const ERROR = 2
const MOST_OF_A_URL = 2000
/** Methods that the semantic conventions name; others are _OTHER. */
const KNOWN_METHOD = /^(GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|QUERY)$/

type Value = string | number | readonly string[] | undefined

/** The run as OTLP/JSON: a span for each request, with the ids that --trace sent, else with generated ids. */
export function tracesReport({ report, history }: RunRecord): string {
  const failed = failedClauses(report)
  const spans: string[] = []
  // The clock of a run stops while the run is interrupted.
  let began = Date.parse(report.startedAt)
  for (const entry of history) {
    if (entry.kind === 'resumed') began = Date.parse(entry.startedAt) - entry.at
    if (entry.kind === 'exchange') {
      const control = entry.purpose.twin === undefined ? undefined : history.exchange(entry.purpose.twin)
      spans.push(written(spanOfExchange(entry, { report, began, control, failed: failed.get(entry.n) })))
    }
    if (entry.kind === 'look')
      for (const { fetches } of entry.attempts)
        for (const fetch of fetches) spans.push(written(spanOfFetch(fetch, entry, { report, began, n: spans.length })))
  }
  const { name, version } = report.suite
  const resource = { attributes: attributes({ 'service.name': name, 'service.version': version, ...runOf(report) }) }
  const scope = written({ name, version })
  return `{"resourceSpans":[{"resource":${written(resource)},"scopeSpans":[{"scope":${scope},"spans":[\n${spans.join(',\n')}\n]}]}]}\n`
}

const runOf = ({ run, seed, profile, target }: Report) => ({
  'service.instance.id': run,
  'gatecheck.seed': seed,
  'gatecheck.profile': profile,
  'gatecheck.insecure': target.insecure ? 'true' : undefined,
})

type About = { report: Report; began: number; control: Exchange | undefined; failed: readonly string[] | undefined }

function spanOfExchange(exchange: Exchange, { report, began, control, failed }: About) {
  const { n, at, ms, phases, http2, again, purpose, request, answer, failure } = exchange
  const { method } = request
  const isKnown = KNOWN_METHOD.test(method)
  const wrong = failure?.kind ?? (answer && answer.status >= 400 ? String(answer.status) : undefined)
  // Probes expect a refusal, so a 4xx is no error.
  const isError = failure !== undefined || (answer?.status ?? 0) >= (isToBeRefused(purpose) ? 500 : 400)
  return {
    ...idsOf(exchange.traceparent, `exchange ${n}`, report),
    ...(control && control.n !== n && { links: [idsOf(control.traceparent, `exchange ${control.n}`, report)] }),
    name: excerpt(`${isKnown ? method : 'HTTP'} ${formOf(request.path)}`),
    ...timesOf({ from: began + at + (phases?.blocked ?? 0), to: began + at + ms }),
    ...{ kind: CLIENT, ...(isError && { status: { code: ERROR } }) },
    attributes: attributes({
      'http.request.method': isKnown ? method : '_OTHER',
      'http.request.method_original': isKnown ? undefined : method,
      ...addressOf(urlOf(request.path, report.target.baseUrl)),
      'network.protocol.version': http2 ? '2' : '1.1',
      'http.request.resend_count': again?.attempts.length || undefined,
      'http.response.status_code': answer?.status,
      'error.type': isError ? wrong : undefined,
      'gatecheck.exchange': n,
      'gatecheck.by': purpose.by,
      'gatecheck.part': purpose.part,
      'gatecheck.case': purpose.case,
      'gatecheck.failed': failed,
    }),
  }
}

function spanOfFetch(
  { traceparent, at, ms, url, status, failure }: Fetch,
  { by, job }: Look,
  { report, began, n }: { report: Report; began: number; n: number },
) {
  const wrong = failure?.kind ?? (status !== undefined && status >= 400 ? String(status) : undefined)
  return {
    ...idsOf(traceparent, `download ${n}`, report),
    ...{ name: 'GET', ...timesOf({ from: began + at, to: began + at + ms }) },
    ...{ kind: CLIENT, ...(wrong !== undefined && { status: { code: ERROR } }) },
    attributes: attributes({
      'http.request.method': 'GET',
      ...addressOf(url),
      'http.response.status_code': status,
      'error.type': wrong,
      'gatecheck.by': by,
      'gatecheck.job': job,
    }),
  }
}

/** Clauses that fail because of an exchange. */
function failedClauses({ clauses }: Report): Map<number, string[]> {
  const failed = new Map<number, string[]>()
  for (const clause of clauses) {
    if (clause.verdict !== 'fail') continue
    for (const n of decidingExchanges(clause)) failed.set(n, [...(failed.get(n) ?? []), clause.id])
  }
  return failed
}

function idsOf(traceparent: string | undefined, what: string, { history }: Report) {
  const own = () => createHash('sha256').update(`${history.sha256} ${what}`).digest('hex')
  const ids = traceparent?.slice(3, -3) ?? `${own().slice(0, 32)}-${own().slice(-16)}`
  return { traceId: ids.slice(0, 32), spanId: ids.slice(33) }
}

/** Microseconds are whole numbers in JavaScript, nanoseconds are not. */
const nanos = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)

const timesOf = ({ from, to }: { from: number; to: number }) => ({
  startTimeUnixNano: nanos(from),
  endTimeUnixNano: nanos(Math.max(from, to)),
})

function addressOf(full: string) {
  const url = URL.parse(full)
  if (!url) return { 'url.full': full }
  const { protocol, hostname, port } = url
  const ports: Record<string, number> = { 'http:': 80, 'https:': 443 }
  return {
    'url.full': full.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').slice(0, MOST_OF_A_URL),
    'server.address': hostname,
    'server.port': port === '' ? ports[protocol] : Number(port),
  }
}

/** OTLP/JSON writes 64-bit numbers as strings. */
function attributes(values: Record<string, Value>) {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  )
}

function anyValue(value: NonNullable<Value>): object {
  if (typeof value === 'number') return { intValue: String(value) }
  if (typeof value === 'string') return { stringValue: excerpt(value, MOST_OF_A_URL) }
  return { arrayValue: { values: value.map(anyValue) } }
}

const written = (value: unknown) =>
  escapeObeyed(JSON.stringify(value, (_, each) => (typeof each === 'string' ? each.toWellFormed() : each)))
