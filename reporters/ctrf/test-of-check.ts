import { excerpt, printable } from '../../engine/history/reading/words.ts'
import { clause } from '../../spec/clauses.ts'
import { type Cause, causeOf } from '../causes/causes.ts'
import { linesOf } from '../causes/detail-lines.ts'
import { detailsOf } from '../causes/details.ts'
import { faultsOf } from '../causes/suite-faults.ts'
import type { CheckReport, Report } from '../outcome/report.ts'
import { type Gravity, gravityOf } from '../outcome/waivers.ts'
import type { RunRecord } from '../reporter.ts'

export type Status = 'passed' | 'failed' | 'skipped' | 'other'

export type Test = {
  testId?: string
  name: string
  suite: [string, ...string[]]
  status: Status
  /** Whole milliseconds. */
  duration: number
  /** gatecheck's own verdict. */
  rawStatus: string
  message?: string
  trace?: string
  tags?: string[]
  extra?: Record<`gatecheck.${string}`, unknown>
}

type Outcome = Pick<Test, 'status' | 'rawStatus' | 'message' | 'trace'>

const LONGEST_REASON = 1000
const LONGEST_TRACE = 4000

type Explained = RunRecord & { causes: readonly Cause[] }

export function testOf(check: CheckReport, record: Explained, duration: number): Test {
  const { report } = record
  const { level, section } = clause(check.clause)
  return {
    testId: check.id,
    name: printable(`${check.id}: ${check.title}`),
    suite: [check.suite],
    ...outcomeOf(check, record),
    duration,
    tags: [level, section],
    extra: {
      'gatecheck.check': {
        clause: check.clause,
        verdict: check.verdict,
        ...(check.verdict === 'fail' && { gravity: gravityIn(report, check) }),
        ...(check.tried !== undefined && { tried: check.tried }),
        evidence: check.evidence,
      },
    },
  }
}

function outcomeOf(check: CheckReport, record: Explained): Outcome {
  if (check.verdict === 'fail') return failed(check, record)
  const fault = faultsOf(check)[0]
  if (fault !== undefined) return failing('fault', fault)
  if (check.verdict === 'pass') {
    return { status: 'passed', rawStatus: 'pass', ...(check.remark && { message: excerpt(check.remark, 300) }) }
  }
  const message = excerpt(check.reason ?? 'no reason given', LONGEST_REASON)
  if (check.verdict === 'skip') return { status: 'skipped', rawStatus: 'skip', message }
  return { status: 'other', rawStatus: 'inconclusive', message }
}

/** A failed should clause is a warning; only --strict fails it, as in the exit code. */
function failed(check: CheckReport, record: Explained): Outcome {
  const { report } = record
  const { level, section, rule } = clause(check.clause)
  const cause = causeOf(check.clause, record.causes)
  const details = detailsOf(check, record, cause?.after)
  const said = `${check.clause} (${section}): expected ${details.expected}, received ${details.received}`
  const lines = [`${check.clause} (${level}, ${section}): ${rule}`, ...linesOf(details, cause), `seed: ${report.seed}`]
  const trace = lines.join('\n')
  const gravity = gravityIn(report, check)
  if (gravity === 'broken') return { status: 'failed', rawStatus: 'fail', message: said, trace }
  const why = gravity === 'waived' ? `waived: ${excerpt(waiverOf(report, check) ?? '', 300)}` : 'warning'
  return { status: 'passed', rawStatus: gravity, message: `failed (${why}): ${said}`, trace }
}

function gravityIn(report: Report, check: CheckReport): Gravity {
  const waived = waiverOf(report, check)
  return gravityOf({ level: clause(check.clause).level, ...(waived !== undefined && { waived }) }, report)
}

function waiverOf({ clauses }: Report, check: CheckReport): string | undefined {
  return clauses.find(({ id }) => id === check.clause)?.waived
}

/** For problems that are not the server's fault, but must not look green. */
export function failing(rawStatus: string, why: string): Outcome {
  const lines = why.split('\n').map((line) => printable(line))
  return { status: 'failed', rawStatus, message: excerpt(why, 300), trace: bounded(lines.join('\n')) }
}

function bounded(text: string): string {
  return text.length > LONGEST_TRACE ? `${text.slice(0, LONGEST_TRACE).replace(/[\ud800-\udbff]$/, '')}…` : text
}
