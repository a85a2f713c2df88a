import { faultsElsewhere, whyNoVerdict } from '../causes/suite-faults.ts'
import { listToChange } from '../outcome/known-failures.ts'
import type { Report } from '../outcome/report.ts'
import { failing, type Test } from './test-of-check.ts'

/**
 * Problems of no single check: internal errors, stale waivers, and a missing verdict, with the time that belongs to no
 * check.
 */
export function testsOfTheWhole(report: Report, rest: number): Test[] {
  const faults = faultsElsewhere(report).map((fault, index) =>
    ofTheWhole(`internal error ${index + 1} of the suite`, 'fault', fault),
  )
  const stale = report.waivers
    .filter(({ state }) => state === 'stale')
    .map(({ clause, reason }) =>
      ofTheWhole(
        `waiver of ${clause} is still needed`,
        'stale waiver',
        `${clause} passes, so this waiver is stale; remove it (its reason: ${reason})`,
      ),
    )
  const entries = listToChange(report).flatMap(({ title, message, fails }) =>
    fails ? [ofTheWhole(title, 'stale entry', message)] : [],
  )
  return [...faults, ...stale, ...entries, { ...theRun(report), duration: rest }]
}

function theRun(report: Report): Test {
  const name = 'run reaches a verdict'
  const without = whyNoVerdict(report)
  return without === undefined
    ? { name, suite: ['gatecheck'], status: 'passed', rawStatus: 'pass', duration: 0 }
    : ofTheWhole(name, without.how, without.why)
}

function ofTheWhole(name: string, rawStatus: string, why: string): Test {
  return { name, suite: ['gatecheck'], ...failing(rawStatus, why), duration: 0 }
}
