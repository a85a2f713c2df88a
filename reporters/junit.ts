import { excerpt } from '../runner/history/words.ts'
import type { CheckReport, Report } from '../runner/report/report.ts'
import { gravityOf } from '../runner/report/waivers.ts'
import { clause } from '../spec/clauses.ts'
import { linesOf } from './account-lines.ts'
import { accountOf } from './broken.ts'
import { type Case, suiteOf } from './junit/suite.ts'
import { element } from './junit/xml.ts'
import type { Shown } from './reporter.ts'
import { faultsElsewhere, faultsOf, whyNoVerdict } from './suite-faults.ts'

const LONGEST_FAULT = 4000

/** JUnit XML as Jenkins reads it: one suite for each of ours, one case for each check. */
export function junitReport(record: Shown): string {
  const { report } = record
  const names = [...new Set(report.checks.map((check) => check.suite))]
  const suites = names.map((name) => {
    const cases = report.checks.filter((check) => check.suite === name).map((check) => caseOf(check, record))
    return suiteOf(name, cases, report)
  })
  const whole = wholeRun(report)
  if (whole.length > 0) suites.push(suiteOf('gatecheck', whole, report))
  const sum = (count: 'tests' | 'failures' | 'errors') => suites.reduce((total, suite) => total + suite[count], 0)
  const totals = { tests: sum('tests'), failures: sum('failures'), errors: sum('errors') }
  const attributes = { name: 'gatecheck', ...totals, time: report.seconds.toFixed(3) }
  const root = element('testsuites', attributes, '\n', ...suites.map((suite) => `${suite.xml}\n`))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function caseOf(check: CheckReport, record: Shown): Case {
  const { history } = record
  const ms = check.evidence.reduce((sum, n) => sum + (history.exchange(n)?.ms ?? 0), 0)
  const named = { classname: `gatecheck.${check.suite}`, name: `${check.id}: ${check.title}`, seconds: ms / 1000 }
  const fault = faultsOf(check)[0]
  if (check.verdict === 'fail') return { ...named, ...failed(check, record) }
  if (fault !== undefined)
    return { ...named, outcome: 'error', type: 'fault', message: excerpt(fault, 300), text: bounded(fault) }
  if (check.verdict === 'pass') return { ...named, outcome: 'pass', ...(check.remark && { text: check.remark }) }
  return { ...named, outcome: 'skipped', text: `${check.verdict}: ${excerpt(check.reason ?? '', 1000)}` }
}

/** A broken should clause is a warning; only --strict lets it fail the run, here as in the exit code. */
function failed(check: CheckReport, record: Shown): Pick<Case, 'outcome' | 'type' | 'message' | 'text'> {
  const { report } = record
  const { level, section, rule } = clause(check.clause)
  const account = accountOf(check, record)
  const message = `${check.clause} (${section}): expected ${account.expected}, received ${account.received}`
  const lines = [`${check.clause} (${level}, ${section}): ${rule}`, ...linesOf(account), `seed: ${report.seed}`]
  const waived = report.clauses.find(({ id }) => id === check.clause)?.waived
  const gravity = gravityOf({ level, ...(waived !== undefined && { waived }) }, report)
  if (gravity === 'waived') return { outcome: 'skipped', text: `waived: ${excerpt(waived!, 300)}\n${lines.join('\n')}` }
  if (gravity === 'warning') return { outcome: 'pass', text: `warning: ${lines.join('\n')}` }
  return { outcome: 'failure', type: level, message, text: lines.join('\n') }
}

/** What concerns no single check, and must not look green: faults elsewhere, stale waivers, a run without a verdict. */
function wholeRun(report: Report): Case[] {
  const noVerdict = whyNoVerdict(report)
  const stale = report.waivers.filter(({ state }) => state === 'stale')
  return [
    ...faultsElsewhere(report).map((fault, index) => erring(`fault ${index + 1} of the suite`, 'fault', fault)),
    ...stale.map(({ clause: id }) =>
      erring(`the waiver of ${id}`, 'stale-waiver', `${id} holds: take the waiver away`),
    ),
    ...(noVerdict ? [erring('the run comes to a verdict', noVerdict.how, noVerdict.why)] : []),
  ]
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
