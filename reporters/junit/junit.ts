import { excerpt } from '../../engine/history/reading/words.ts'
import { clause } from '../../spec/clauses.ts'
import { type Cause, causeOf, causesOf } from '../causes/causes.ts'
import { linesOf } from '../causes/detail-lines.ts'
import { detailsOf } from '../causes/details.ts'
import { faultsElsewhere, faultsOf, whyNoVerdict } from '../causes/suite-faults.ts'
import { listToChange } from '../outcome/known-failures.ts'
import type { CheckReport, Report } from '../outcome/report.ts'
import { type Shares, sharesOfTime } from '../outcome/shares-of-time.ts'
import { gravityOf } from '../outcome/waivers.ts'
import type { Manner, RunRecord } from '../reporter.ts'
import { type Case, suiteOf, suitesInXml } from './suite.ts'

const LONGEST_FAULT = 4000

type Warnings = NonNullable<Manner['junitWarnings']>
type Untimed = Omit<Case, 'seconds'>
type Explained = RunRecord & { causes: readonly Cause[] }

/**
 * JUnit XML for Jenkins: one suite for each of ours, one case for each check, and one for the run. The times of the
 * cases add up to that of the run.
 */
export function junitReport(record: RunRecord, { junitWarnings = 'pass' }: Manner = {}): string {
  const { report } = record
  const shares = sharesOfTime(record)
  const explained = { ...record, causes: causesOf(record) }
  const { startedAt, target, profile, seed } = report
  const common = { startedAt, properties: { target: target.baseUrl, profile, seed, ...insecurityOf(target) } }
  const names = [...new Set(report.checks.map((check) => check.suite))]
  const suites = names.map((name) => {
    const cases = report.checks
      .filter((check) => check.suite === name)
      .map((check) => ({ ...caseOf(check, explained, junitWarnings), seconds: shares.of(check.id) / 1000 }))
    return suiteOf(name, cases, common)
  })
  suites.push(suiteOf('gatecheck', wholeRun(report, shares), common))
  return suitesInXml('gatecheck', suites, report.seconds)
}

function caseOf(check: CheckReport, record: Explained, warnings: Warnings): Untimed {
  const named = { classname: `gatecheck.${check.suite}`, name: `${check.id}: ${check.title}` }
  const fault = faultsOf(check)[0]
  if (check.verdict === 'fail') return { ...named, ...failed(check, record, warnings) }
  if (fault !== undefined)
    return { ...named, outcome: 'error', type: 'fault', message: excerpt(fault, 300), text: bounded(fault) }
  if (check.verdict === 'pass') return { ...named, outcome: 'pass', ...(check.remark && { text: check.remark }) }
  return { ...named, outcome: 'skipped', text: `${check.verdict}: ${excerpt(check.reason ?? '', 1000)}` }
}

const insecurityOf = ({ insecure }: Report['target']) => (insecure ? { insecure: 'TLS certificates not verified' } : {})

/** A failed should clause is a warning; only --strict fails it, as in the exit code. */
function failed(check: CheckReport, record: Explained, warnings: Warnings): Omit<Untimed, 'classname' | 'name'> {
  const { report } = record
  const { level, section, rule } = clause(check.clause)
  const cause = causeOf(check.clause, record.causes)
  const details = detailsOf(check, record, cause?.after)
  const message = `${check.clause} (${section}): expected ${details.expected}, received ${details.received}`
  const lines = [`${check.clause} (${level}, ${section}): ${rule}`, ...linesOf(details, cause), `seed: ${report.seed}`]
  const waived = report.clauses.find(({ id }) => id === check.clause)?.waived
  const gravity = gravityOf({ level, ...(waived !== undefined && { waived }) }, report)
  if (gravity === 'waived') return { outcome: 'skipped', text: `waived: ${excerpt(waived!, 300)}\n${lines.join('\n')}` }
  if (gravity === 'warning') return asWarning(warnings, { message, lines })
  return { outcome: 'failure', type: level, message, text: lines.join('\n') }
}

/** Viewers show failures first, list skipped cases, and show the output of a passed case only when it is opened. */
function asWarning(warnings: Warnings, { message, lines }: { message: string; lines: readonly string[] }) {
  const text = `warning: ${lines.join('\n')}`
  return warnings === 'failure'
    ? { outcome: warnings, type: 'should', message: `warning: ${message}`, text }
    : { outcome: warnings, text }
}

/** Problems of no single check that must not look green: internal errors, stale waivers, a run without a verdict. */
function wholeRun(report: Report, { rest }: Shares): Case[] {
  const stale = report.waivers.filter(({ state }) => state === 'stale')
  return [
    ...faultsElsewhere(report).map((fault, index) =>
      erring(`internal error ${index + 1} of the suite`, 'fault', fault),
    ),
    ...stale.map(({ clause: id }) => erring(`waiver of ${id}`, 'stale-waiver', `${id} passes: remove the waiver`)),
    ...listToChange(report)
      .filter(({ fails }) => fails)
      .map(({ title, message }) => erring(title, 'stale-entry', message)),
    { ...theRun(report), seconds: rest / 1000 },
  ]
}

/** Time that belongs to no check: discovery, and waiting. */
function theRun(report: Report): Case {
  const name = 'run reaches a verdict'
  const noVerdict = whyNoVerdict(report)
  return noVerdict
    ? erring(name, noVerdict.how, noVerdict.why)
    : { classname: 'gatecheck', name, seconds: 0, outcome: 'pass' }
}

function erring(name: string, type: string, why: string): Case {
  return {
    classname: 'gatecheck',
    name,
    seconds: 0,
    outcome: 'error',
    type,
    message: excerpt(why, 300),
    text: bounded(why),
  }
}

const bounded = (text: string) => (text.length > LONGEST_FAULT ? `${text.slice(0, LONGEST_FAULT)}…` : text)
