import type { Report } from '../../runner/report/report.ts'
import { faultsElsewhere, whyNoVerdict } from '../suite-faults.ts'
import { failing, type Test } from './test-of-check.ts'

/** What concerns no single check: other faults of the suite, waivers that nobody needs any more, a run without verdict. */
export function testsOfTheWhole(report: Report): Test[] {
  const faults = faultsElsewhere(report).map((fault, index) =>
    ofTheWhole(`fault ${index + 1} of the suite`, 'fault', fault),
  )
  const stale = report.waivers
    .filter(({ state }) => state === 'stale')
    .map(({ clause, reason }) =>
      ofTheWhole(
        `the waiver of ${clause} is still needed`,
        'stale waiver',
        `${clause} holds, so nothing is waived any more; take the waiver away (its reason: ${reason})`,
      ),
    )
  const without = whyNoVerdict(report)
  return [
    ...faults,
    ...stale,
    ...(without === undefined ? [] : [ofTheWhole('the run comes to a verdict', without.how, without.why)]),
  ]
}

function ofTheWhole(name: string, rawStatus: string, why: string): Test {
  return { name, suite: ['gatecheck'], ...failing(rawStatus, why), duration: 0 }
}
