import { excerpt, printable } from '../../engine/history/reading/words.ts'
import { escapeObeyed } from '../../engine/writing/escaped.ts'
import { causesOf } from '../causes/causes.ts'
import type { Report } from '../outcome/report.ts'
import { sharesOfTime } from '../outcome/shares-of-time.ts'
import type { RunRecord } from '../reporter.ts'
import { type Status, type Test, testOf } from './test-of-check.ts'
import { testsOfTheWhole } from './whole-run.ts'

/** The working draft has no version number yet. */
const SPEC_VERSION = '0.0.0'

/**
 * Common Test Report Format: a test for each check, one for the run, and one for each other problem that must not look
 * green. The durations of the tests add up to that of the run.
 */
export function ctrfReport(record: RunRecord): string {
  const { report } = record
  const shares = sharesOfTime(record)
  const explained = { ...record, causes: causesOf(record) }
  const tests = [
    ...report.checks.map((check) => testOf(check, explained, shares.of(check.id))),
    ...testsOfTheWhole(report, shares.rest),
  ]
  const { name, version } = report.suite
  const document = {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    runId: report.history.sha256,
    generatedBy: `${name} ${version}`,
    results: {
      tool: { name, version },
      summary: summaryOf(tests, report),
      tests,
      environment: {
        testEnvironment: printable(report.target.baseUrl),
        extra: {
          'gatecheck.target': {
            baseUrl: printable(report.target.baseUrl),
            ...(report.target.insecure && { insecure: true }),
          },
        },
      },
      extra: { 'gatecheck.run': runOf(report) },
    },
  }
  return `${escapeObeyed(JSON.stringify(document, null, 2))}\n`
}

function summaryOf(tests: readonly Test[], { startedAt, seconds }: Report) {
  const count = (status: Status) => tests.filter((test) => test.status === status).length
  const start = Date.parse(startedAt)
  const duration = Math.round(seconds * 1000)
  return {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: 0,
    other: count('other'),
    suites: new Set(tests.flatMap(({ suite }) => suite)).size,
    start,
    stop: start + duration,
    duration,
  }
}

function runOf({ verdict, exit, reason, profile, seed, strict, complete, spec, history, budget }: Report) {
  return {
    verdict,
    exit,
    ...(reason !== undefined && { reason: excerpt(reason, 1000) }),
    profile,
    seed,
    strict,
    complete,
    specSha256: spec.sha256,
    historySha256: history.sha256,
    requests: budget.requests,
    jobs: budget.jobs,
    videoSeconds: budget.videoSeconds,
  }
}
