import { describe, expect, it } from 'vitest'
import type { Cause } from '../../../engine/history/entry/cause.ts'
import { fail, inconclusive, skip, type Verdict } from '../../../engine/judge/verdict.ts'
import { NO_CHECK, type Report } from '../../../reporters/outcome/report.ts'
import { CLAUSES, type ClauseId } from '../../../spec/clauses.ts'
import { SUITES } from '../../../suites/index.ts'
import { certifiableReport } from '../certificates-for-tests.ts'
import { clausesCheckedBy, missingFor, notCoveredBy } from './readiness.ts'

const CHECKABLE = clausesCheckedBy(SUITES)
const broken = fail([{ expected: '404', received: '200', evidence: [1] }], 1)

const missing = (verdicts: Partial<Record<ClauseId, Verdict>>, rest: Partial<Report> = {}) =>
  missingFor(certifiableReport(verdicts, rest), CHECKABLE)

const waived = ({ verdict }: Report['clauses'][number]) => verdict === 'fail' && { waived: 'known' }

describe('a run can be certified', () => {
  it('if it passed every must clause', () => {
    expect(missing({})).toEqual([])
  })

  it('if a failed must clause is waived, or a should clause failed', () => {
    const waivers = [{ clause: 'paths.version-once' as const, reason: 'known', state: 'used' as const }]
    const report = certifiableReport({ 'paths.version-once': broken, 'paths.unknown-path': broken }, { waivers })
    const clauses = report.clauses.map((each) => ({ ...each, ...(each.level === 'must' && waived(each)) }))
    expect(missingFor({ ...report, clauses }, CHECKABLE)).toEqual([])
  })

  it('if this version has no check for a clause, which is named as not covered', () => {
    const report = certifiableReport({ 'media.fps': NO_CHECK })
    expect(missingFor(report, new Set([...CHECKABLE].filter((id) => id !== 'media.fps')))).toEqual([])
    expect(missingFor(report, CHECKABLE)).toMatchObject([{ clause: 'media.fps' }])
    expect(notCoveredBy(report)).toEqual(['media.fps'])
  })
})

const target = { baseUrl: 'https://api.example.com/v1', insecure: true }
const stale = [{ clause: 'auth.unknown-key' as const, reason: 'known', state: 'stale' as const }]

it.each<[rest: Partial<Report>, why: RegExp, remedy: RegExp]>([
  [{ target }, /--insecure/, /./],
  [{ generate: 0 }, /at most 0 bodies/, /without --generate/],
  [{ profile: 'smoke' }, /its profile is smoke/, /--profile full/],
  [{ exit: 1, waivers: stale }, /waived although it passed/, /drop --waive auth\.unknown-key/],
  [{ exit: 2, reason: 'the deadline passed' }, /the deadline passed/, /run it again without interrupting it/],
  [{ exit: 70, faults: ['a judge failed'] }, /a judge failed/, /report this bug in gatecheck/],
  [{ exit: 1 }, /exit code 1/, /run it again without interrupting it/],
  [{ suite: { name: 'gatecheck', version: '0.0.1' } }, /./, /run it again with gatecheck/],
  [{ spec: { sha256: 'b'.repeat(64) } }, /./, /run it again with gatecheck/],
])('names what a run lacks: %j', (rest, why, remedy) => {
  const [only, ...others] = missing({}, rest)
  expect(others).toEqual([])
  expect(only!.why).toMatch(why)
  expect(only!.remedy).toMatch(remedy)
})

const few = inconclusive('jobs needed 1 poll', [], { kind: 'not decided' })
const cut = inconclusive('used up', [], { kind: 'limit', options: ['--max-requests'] })
const skipped = (cause: Cause) => skip('anything', cause)

it.each<[clause: ClauseId, verdict: Verdict, remedy: RegExp]>([
  ['auth.revoked-key', skipped({ kind: 'missing', need: 'revoked-key' }), /set GATECHECK_REVOKED_KEY/],
  ['submission.image-accepted', skipped({ kind: 'missing', need: 'image' }), /set GATECHECK_IMAGE_URL/],
  ['capacity.retry-after-present', skipped({ kind: 'not seen' }), /add --burst 8/],
  ['jobs.failed-has-an-error', skipped({ kind: 'not seen' }), /set GATECHECK_FAILING_PROMPT/],
  ['paths.version-once', skipped({ kind: 'no control' }), /run it again/],
  ['submission.body-is-an-object', skipped({ kind: 'limit', options: ['--max-jobs'] }), /raise or drop --max-jobs/],
  ['auth.unknown-key', cut, /a larger --max-requests, or without it/],
  ['auth.unknown-key', inconclusive('the server was gone'), /fix this cause and run it again/],
  ['auth.unknown-key', broken, /fix the server, or .* --waive auth\.unknown-key/],
  ['auth.unknown-key', NO_CHECK, /./],
  ['codes.not-found', skipped({ kind: 'not seen' }), /^another run will have the same result: a certificate needs/],
  ['jobs.unpolled-stays', few, /^another run will have the same result.*--model/],
])('names the clause that a run lacks, and the remedy: %s', (clause, verdict, remedy) => {
  const left = missing({ [clause]: verdict })
  expect(left.map((each) => each.clause)).toEqual([clause])
  expect(left[0]!.remedy).toMatch(remedy)
})

it('names every clause that a filter left out', () => {
  const report = certifiableReport()
  const clauses = report.clauses.filter(({ id }) => id.startsWith('auth.'))
  const left = missingFor({ ...report, clauses }, CHECKABLE)
  expect(left).toHaveLength(CLAUSES.length - clauses.length)
  expect(left[0]).toMatchObject({ remedy: 'run it again without --only' })
})

it('escapes control sequences in a reason', () => {
  const [only] = missing({ 'auth.unknown-key': inconclusive('the \u001b[2Jserver was gone') })
  expect(only!.why).toBe('the \\u001b[2Jserver was gone')
})
