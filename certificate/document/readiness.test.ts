import { describe, expect, it } from 'vitest'
import type { Cause } from '../../runner/history/entry/cause.ts'
import { fail, inconclusive, skip, type Verdict } from '../../runner/judging/verdict.ts'
import { NO_CHECK, type Report } from '../../runner/report/report.ts'
import { GENERATED_BODIES } from '../../runner/settings/configuration.ts'
import { CLAUSES, type ClauseId } from '../../spec/clauses.ts'
import { SUITES } from '../../suites/index.ts'
import { certifiableReport } from '../certificates-for-tests.ts'
import { clausesCheckedBy, missingFor, notCoveredBy } from './readiness.ts'

const CHECKABLE = clausesCheckedBy(SUITES)
const broken = fail([{ expected: '404', received: '200', evidence: [1] }], 1)

const missing = (verdicts: Partial<Record<ClauseId, Verdict>>, rest: Partial<Report> = {}) =>
  missingFor(certifiableReport(verdicts, rest), CHECKABLE)

describe('a run that can be certified', () => {
  it('kept every must clause, in the profile full, to its end', () => {
    expect(missing({})).toEqual([])
  })

  it('may break what is waived, or what is no must', () => {
    const waivers = [{ clause: 'paths.version-once' as const, reason: 'known', state: 'used' as const }]
    const report = certifiableReport({ 'paths.version-once': broken, 'paths.unknown-path': broken }, { waivers })
    const clauses = report.clauses.map((each) => ({ ...each, ...(each.level === 'must' && waived(each)) }))
    expect(missingFor({ ...report, clauses }, CHECKABLE)).toEqual([])
  })

  it('need not cover what this version has no check for, and names it', () => {
    const report = certifiableReport({ 'media.fps': NO_CHECK, 'media.url-needs-no-key': NO_CHECK })
    const before = new Set([...CHECKABLE].filter((id) => id !== 'media.fps' && id !== 'media.url-needs-no-key'))
    expect(missingFor(report, before)).toEqual([])
    expect(missingFor(report, CHECKABLE)).not.toEqual([])
    expect(notCoveredBy(report)).toEqual(['media.fps', 'media.url-needs-no-key'])
  })
})

describe('what a run lacks', () => {
  it('is to know who answered', () => {
    const target = { baseUrl: 'https://api.example.com/v1', insecure: true }
    expect(missing({}, { target })).toMatchObject([{ why: expect.stringContaining('--insecure') }])
    expect(missing({}, { target: { ...target, insecure: false } })).toEqual([])
  })

  it('is a check that its history did not plan, though this version has it', () => {
    expect(missing({ 'auth.unknown-key': NO_CHECK })).toMatchObject([{ clause: 'auth.unknown-key' }])
  })

  it('is every clause that a filter left out, whatever its level', () => {
    const report = certifiableReport()
    const clauses = report.clauses.filter(({ id }) => id.startsWith('auth.'))
    const left = missingFor({ ...report, clauses }, CHECKABLE)
    expect(left).toHaveLength(CLAUSES.length - clauses.length)
    expect(left[0]).toMatchObject({ why: 'the run left it out', remedy: 'run it again without --only' })
  })

  it('is the profile full, once for the run and once for each clause that it would try', () => {
    const reason = 'left out'
    const leftOut = skip(reason, { kind: 'profile', least: 'standard' })
    expect(missing({ 'auth.comes-first': leftOut }, { profile: 'smoke' })).toEqual([
      { why: 'its profile is smoke', remedy: 'run it again with --profile full' },
      { clause: 'auth.comes-first', why: reason, remedy: 'use --profile full, and run it again' },
    ])
  })

  it('is the generated bodies that it was told to leave out', () => {
    expect(missing({}, { generate: 0 })).toEqual([
      {
        why: `it was to generate 0 bodies, where a full run generates ${GENERATED_BODIES.full}`,
        remedy: 'run it again without --generate',
      },
    ])
  })

  it.each([
    ['revoked-key', 'auth.revoked-key', 'set GATECHECK_REVOKED_KEY to a revoked key, and run it again'],
    [
      'image',
      'submission.image-accepted',
      'set GATECHECK_IMAGE_URL to an image that the server may use, and run it again',
    ],
    [
      'other-account-key',
      'accounts.other-account-sees-404',
      'set GATECHECK_OTHER_ACCOUNT_KEY to a key of another account, and run it again',
    ],
    [
      'same-account-key',
      'accounts.same-account-shares-jobs',
      'set GATECHECK_SAME_ACCOUNT_KEY to another key of the same account, and run it again',
    ],
  ] as const)('is told with the way to provide it: %s', (need, clause, remedy) => {
    expect(missing({ [clause]: skip('something is missing', { kind: 'missing', need }) })).toEqual([
      { clause, why: 'something is missing', remedy },
    ])
  })

  it.each([
    ['capacity.retry-after-present', { kind: 'not seen' }, 'add --burst 8'],
    ['jobs.failed-has-an-error', { kind: 'not seen' }, 'set GATECHECK_FAILING_PROMPT'],
    ['paths.version-once', { kind: 'no control' }, 'run it again'],
    ['submission.body-is-an-object', { kind: 'limit', options: ['--max-jobs'] }, 'raise or drop --max-jobs'],
    [
      'submission.range-ends-accepted',
      { kind: 'limit', options: ['--max-resolution', '--max-duration'] },
      'raise or drop --max-resolution and --max-duration',
    ],
  ] satisfies [ClauseId, Cause, string][])('is told with what helps: %s', (clause, cause, remedy) => {
    const [entry, ...others] = missing({ [clause]: skip('whatever the sentence says', cause) })
    expect(others).toEqual([])
    expect(entry?.remedy).toContain(remedy)
  })

  it.each([
    ['jobs.running-has-a-stage', { kind: 'not seen' }],
    ['codes.not-found', { kind: 'not seen' }],
    ['codes.capacity-exceeded', { kind: 'not seen' }],
  ] satisfies [ClauseId, Cause][])(
    'does not advise another run if only the server can show it: %s',
    (clause, cause) => {
      const [entry] = missing({ [clause]: skip('no such case', cause) })
      expect(entry?.remedy).toMatch(/^another run will show the same: a certificate needs/)
      expect(entry?.remedy).not.toContain('run it again')
    },
  )

  it('does not advise another run if the jobs take too few polls', () => {
    const few = inconclusive('jobs needed 1 poll', [], { kind: 'not decided' })
    expect(missing({ 'jobs.unpolled-stays': few })[0]?.remedy).toMatch(/^another run will show the same.*--model/)
  })

  it('is a 429, as long as no submission met one', () => {
    const unseen = skip('no 429', { kind: 'not seen' })
    const left = missing({ 'codes.capacity-exceeded': unseen, 'capacity.retry-after-present': unseen })
    for (const { remedy } of left) expect(remedy).toContain('add --burst 8')
  })

  it('is a larger limit where the run had reached its own', () => {
    const cut = inconclusive('used up', [], { kind: 'limit', options: ['--max-requests'] })
    expect(missing({ 'auth.unknown-key': cut })).toMatchObject([
      { remedy: 'run it again with a larger --max-requests, or without it' },
    ])
  })

  it('is a verdict where the evidence allowed none', () => {
    expect(missing({ 'auth.unknown-key': inconclusive('the \u001b[2Jserver was gone') })).toEqual([
      {
        clause: 'auth.unknown-key',
        why: 'the \\u001b[2Jserver was gone',
        remedy: 'run it again once this reason is gone',
      },
    ])
  })

  it('is a server that keeps the clause, or a reason to put up with it', () => {
    expect(missing({ 'auth.unknown-key': broken }, { exit: 1 })).toEqual([
      {
        clause: 'auth.unknown-key',
        why: 'expected 404, received 200',
        remedy: 'fix the server, or accept the failure with a reason: --waive auth.unknown-key="…"',
      },
    ])
    expect(missing({ 'paths.unknown-path': broken }, { exit: 1, strict: true })).toMatchObject([
      { clause: 'paths.unknown-path', remedy: expect.stringContaining('or drop --strict') },
    ])
  })

  it('is the end of a waiver that has gone stale', () => {
    const waivers = [{ clause: 'auth.unknown-key' as const, reason: 'known', state: 'stale' as const }]
    expect(missing({}, { exit: 1, waivers })).toEqual([
      { clause: 'auth.unknown-key', why: 'it is waived although it holds', remedy: 'drop --waive auth.unknown-key' },
    ])
  })

  it.each([
    [{ exit: 2, reason: 'the deadline passed' }, 'the deadline passed', 'run it again, to its end'],
    [{ exit: 130, reason: 'interrupted' }, 'interrupted', 'run it again, to its end'],
    [{ exit: 70, faults: ['a judge failed'] }, 'a judge failed', 'report this fault of gatecheck'],
    [{ exit: 1 }, 'it ended with the exit code 1', 'run it again, to its end'],
  ] as const)('is a whole run: %j', (rest, why, remedy) => {
    expect(missing({}, rest as Partial<Report>)).toEqual([{ why, remedy }])
  })

  it.each([{ suite: { name: 'gatecheck', version: '0.0.1' } }, { spec: { sha256: 'b'.repeat(64) } }])(
    'is a run by this version and its law: %j',
    (rest) => {
      expect(missing({}, rest)).toMatchObject([{ remedy: expect.stringContaining('run it again with gatecheck') }])
    },
  )
})

function waived({ verdict }: Report['clauses'][number]) {
  return verdict === 'fail' && { waived: 'known' }
}
