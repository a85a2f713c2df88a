import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { fail, inconclusive, pass, skip, type Verdict } from '../../engine/judge/verdict.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { type CheckReport, type ClauseReport, NO_CHECK, type Report } from './report.ts'
import { sampleOfNone, sampleVideo, wrongVideo } from './sample-videos-for-tests.ts'

const SHA256 = 'a'.repeat(64)

/** A handwritten run with the given verdicts, one check for each clause. */
export function sampleReport(verdicts: Partial<Record<ClauseId, Verdict>>, rest: Partial<Report> = {}): Report {
  const judged = Object.entries(verdicts) as [ClauseId, Verdict][]
  return {
    schema: 2,
    suite: { name: 'gatecheck', version: '0.1.0' },
    spec: { sha256: SHA256 },
    history: { sha256: SHA256 },
    target: { baseUrl: 'https://api.example.com/v1' },
    verdict: 'pass',
    conformant: 'unknown',
    notJudged: [],
    exit: 0,
    startedAt: '2026-11-21T02:07:08.123Z',
    seconds: 12.345,
    seed: 42,
    profile: 'standard',
    generate: 320,
    strict: false,
    complete: false,
    clauses: judged.map(([id, verdict]): ClauseReport => {
      const { level, section, rule } = clause(id)
      const { tried: _, remark: __, ...fields } = fieldsOf(verdict)
      return { id, level, section, rule, ...fields }
    }),
    open: [],
    videos: [],
    jobs: [],
    budget: { requests: 41, jobs: 2, videoSeconds: 10, downloaded: 0, generated: 3, deadlineSeconds: 600 },
    checks: judged.map(([id, verdict]): CheckReport => {
      const suite = id.slice(0, id.indexOf('.'))
      return {
        id: `${suite}.check-of-${id.slice(suite.length + 1)}`,
        clause: id,
        suite,
        title: `keeps ${id}`,
        ...fieldsOf(verdict),
      }
    }),
    waivers: [],
    network: [],
    faults: [],
    ...rest,
  }
}

/** Adds an internal error to a check and to the run. */
export function withFaultAt(report: Report, at: ClauseId, fault: string): Report {
  const checks = report.checks.map((check) => (check.clause === at ? { ...check, faults: [fault] } : check))
  return { ...report, checks, faults: [fault, ...report.faults] }
}

type Fields = { evidence: number[]; tried?: number; remark?: string } & Omit<
  CheckReport,
  'id' | 'clause' | 'suite' | 'title'
>

function fieldsOf(verdict: Verdict): Fields {
  const { alike: _, ...fields } = verdict as Verdict & { alike?: unknown }
  return { evidence: [], ...fields } as Fields
}

export const passed = pass(6, [1, 2])
export const brokenAt = (...cases: string[]) =>
  fail(
    cases.map((each, index) => ({
      case: each,
      expected: '401',
      received: '200 {"object":"list"}',
      evidence: [1, index + 2],
    })),
    cases.length,
  )

/** Every kind of verdict, and everything a report can contain. */
export const fullReport = sampleReport(
  {
    'auth.header-required': passed,
    'auth.unknown-key': brokenAt('a key that was never issued, GET /models', 'a key that was never issued, GET /usage'),
    'auth.revoked-key': skip('set GATECHECK_REVOKED_KEY (a revoked key) to test this', {
      kind: 'missing',
      need: 'revoked-key',
    }),
    'paths.version-once': passed,
    'paths.version-present': passed,
    'paths.unknown-path': brokenAt('GET /nowhere'),
    'jobs.running-has-a-stage': inconclusive('the run ended first', [3], { kind: 'run ended', how: 'deadline' }),
    'media.resolution': NO_CHECK,
  },
  {
    verdict: 'fail',
    exit: 1,
    open: [
      { id: 'id.place', choice: 'in id, at the top', values: ['id'], evidence: [4] },
      {
        id: 'refusal.status',
        choice: '400 or 422',
        values: ['400', '422'],
        evidence: [5, 6],
        inconsistent: '2 behaviours in this run',
      },
    ],
    videos: [sampleVideo(), wrongVideo, sampleOfNone('no video', 'an HTML page', { submission: 11, job: 'j3' })],
    jobs: [
      {
        id: 'j1',
        body: '{"model":"m","prompt":"a"}',
        submission: 4,
        states: [
          [10.5, 'queued', null],
          [20, null, 'generating'],
        ],
      },
    ],
    budget: {
      requests: 41,
      jobs: 2,
      videoSeconds: 10,
      downloaded: 262_656,
      maxDownload: 32 * 1024 * 1024,
      generated: 3,
      maxJobs: 5,
      maxVideoSeconds: 60,
      maxRequests: 500,
      deadlineSeconds: 600,
    },
    network: [{ kind: 'reset', count: 2 }],
  },
)

const probe: RequestTemplate = {
  method: 'GET',
  path: '/v1/models',
  headers: [['Authorization', 'Bearer {{U}}']],
}

export function sampleExchange(n: number, request: RequestTemplate = probe): Exchange {
  const purpose = { by: 'auth.unknown-key', part: 'probe', twin: 1 } as const
  return { kind: 'exchange', n, at: n * 10, ms: 5, sent: n, received: n, purpose, request }
}

/** Server text that tries to attack readers of the report. */
export const HOSTILE = [
  '\u001b[2J\u001b]0;owned\u0007',
  '\u009b31m',
  'left\u202etfel',
  ']]>',
  '<script>alert(1)</script> &amp; "\'',
  'half \ud800 of a pair',
  'no\u0000thing\ufffe\uffff\u000b',
  'one\r\ntwo\u2028three',
  '\u{e0001}\u{f0000}',
].join(' ')
