import fc from 'fast-check'
import type { HistoryEntry } from '../engine/history/entry/entries.ts'
import type { Exchange } from '../engine/history/entry/exchange.ts'
import { recordingOf } from '../engine/history/recording.ts'
import { answered, unanswered } from '../engine/judge/handwritten-for-tests.ts'
import { fail, inconclusive, skip } from '../engine/judge/verdict.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { Report } from './outcome/report.ts'
import {
  brokenAt,
  fullReport,
  HOSTILE,
  passed,
  sampleExchange,
  sampleReport,
  withFaultAt,
} from './outcome/sample-report-for-tests.ts'
import { sampleOfNone, sampleVideo } from './outcome/sample-videos-for-tests.ts'
import type { RunRecord } from './reporter.ts'

/** Characters that a terminal or viewer would interpret. */
export const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u

/** For JSON.parse: strict parsers refuse lone surrogates, even escaped ones. */
export function wellFormed(_: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error(`half of a pair in ${JSON.stringify(value)}`)
  return value
}

/** Any UTF-16 code units, lone surrogates included. */
export const anyUnits = () => fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) })

/** Texts that break out of a format if they are not escaped. */
export const HOSTILE_TEXTS = [
  HOSTILE,
  'x'.repeat(1_000_000),
  '`'.repeat(500),
  '% '.repeat(1000),
  ']]> --> */ </pre></details></code>',
  '::error file=a.ts,line=1::mine',
  'one\n::error::mine\r::stop-commands::mine\n##[error]mine',
  '##[add-mask]mine ####[warning]mine',
  '```\n# mine\n```\n~~~\n<script>alert(1)</script>',
  '<img src=x onerror=alert(1)> <b>mine</b> &lt;b&gt; <!-- mine',
  '[mine](https://evil.example) ![mine](https://evil.example/x.png) <https://evil.example>',
  'https://evil.example www.evil.example me@evil.example @mine #1 GH-1 octo/mine#1 deadbeef',
  '\n\n# mine\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- mine\n\n---\n\n1. mine\n\n    mine\n\n> mine',
  '**mine** _mine_ ~~mine~~ $`mine`$ $$mine$$ :tada: [^1]\n\n[^1]: mine\n\n- [x] mine',
  ' `mine` ',
  '\\',
  '',
]

export function recordOf(report: Report, entries: readonly HistoryEntry[] = exchanges(8)): RunRecord {
  return { report, history: recordingOf(entries) }
}

const exchanges = (count: number) => Array.from({ length: count }, (_, index) => sampleExchange(index + 1))

/** A run with the text in every place that the server or user controls. */
export function hostileRun(text: string, rest: Partial<Report> = {}): RunRecord {
  const entries = hostileExchanges(text)
  const [shown, silent] = entries.map(({ n }) => n) as [number, number]
  const broken = fail(
    [
      { case: text, expected: text, received: text, evidence: [shown] },
      { case: text, expected: text, received: text, evidence: [silent] },
    ],
    2,
  )
  const report = sampleReport(
    {
      'auth.header-required': broken,
      'paths.unknown-path': broken,
      'paths.version-present': broken,
      'auth.unknown-key': inconclusive(text, [shown]),
      'auth.revoked-key': skip(text),
      'paths.version-once': { ...passed, remark: text } as typeof passed,
    },
    {
      verdict: 'inconclusive',
      exit: 130,
      reason: text,
      faults: [text],
      network: [{ kind: text, count: 2 }],
      waivers: [{ clause: 'paths.version-once', reason: text, state: 'stale' }],
      videos: hostileVideos(text),
      ...rest,
    },
  )
  const faulty = withFaultAt(report, 'auth.unknown-key', `auth.check-of-unknown-key: ${text}`)
  return recordOf(waived(faulty, 'paths.version-present', text), entries)
}

/** File metadata is controlled by the server, and a history can contain anything. */
function hostileVideos(text: string): Report['videos'] {
  const told = { what: text, by: text, value: text }
  const video = sampleVideo({
    frame: text,
    sha256: text,
    delivered: {
      ...{ container: text, codec: text, besides: [text, text] },
      says: Array.from({ length: 100 }, () => told),
      unread: Array.from({ length: 100 }, () => ({ what: text, why: text })),
    },
    wrong: { resolution: [text, text] },
    unread: { fps: text },
  })
  const more = Array.from({ length: 100 }, () => video)
  const pictures = [`data:image/png;base64,AAAA "${text}`, 'data:image/png;base64,AAAA'].map((frame) => ({
    ...video,
    frame,
  }))
  return [...pictures, sampleOfNone('refused', text), ...more]
}

function hostileExchanges(text: string): Exchange[] {
  return [
    answered(200, {
      by: 'auth.unknown-key',
      part: 'probe',
      case: text,
      path: `/v1/videos/${text}?${text}=${text}`,
      posted: text,
      body: text,
      headers: { 'Content-Type': text, 'Set-Cookie': `${text}=${text}`, Location: text, 'X-Told': text, [text]: text },
      garbled: text,
    }),
    { ...unanswered('malformed', { case: text }), failure: { kind: 'malformed', message: text } },
  ]
}

/** The same run with one waived failure. */
export function waived(report: Report, clause: ClauseId, reason: string): Report {
  return {
    ...report,
    clauses: report.clauses.map((each) => (each.id === clause ? { ...each, waived: reason } : each)),
    waivers: [...report.waivers, { clause, reason, state: 'used' }],
  }
}

export const RUNS: Record<string, RunRecord> = {
  full: recordOf(fullReport),
  'nothing judged': recordOf(
    sampleReport({}, { verdict: 'inconclusive', exit: 2, reason: 'nothing could be judged' }),
    [],
  ),
  passing: recordOf(sampleReport({ 'auth.header-required': passed, 'paths.unknown-path': passed })),
  'cut short': recordOf(
    sampleReport(
      { 'auth.header-required': passed, 'jobs.running-has-a-stage': inconclusive('the run ended first', [3]) },
      { verdict: 'inconclusive', exit: 2, reason: 'the deadline of 600 s came first' },
    ),
  ),
  interrupted: recordOf(
    sampleReport({ 'auth.header-required': passed }, { verdict: 'pass', exit: 130, reason: 'the run was interrupted' }),
  ),
  'with a failure that is waived': recordOf(
    waived(sampleReport({ 'auth.unknown-key': brokenAt('GET /models') }), 'auth.unknown-key', 'mended in release 7'),
  ),
  'with a stale waiver': recordOf(
    sampleReport(
      { 'auth.unknown-key': passed },
      {
        verdict: 'fail',
        exit: 1,
        waivers: [{ clause: 'auth.unknown-key', reason: 'mended in release 7', state: 'stale' }],
      },
    ),
  ),
  'with faults of the suite': recordOf(
    withFaultAt(
      sampleReport(
        { 'auth.revoked-key': inconclusive('its judge failed') },
        {
          faults: ['auth.www-authenticate could not be judged: Error'],
          exit: 70,
          verdict: 'inconclusive',
          reason: 'nothing could be judged',
        },
      ),
      'auth.revoked-key',
      'auth.check-of-revoked-key: TypeError: x\n    at judge',
    ),
  ),
}
