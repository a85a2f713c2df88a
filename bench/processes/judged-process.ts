import { rejudge } from '../../reporters/outcome/run.ts'
import { SUITES } from '../../suites/index.ts'
import type { Judged } from '../judging.ts'

process.once('disconnect', () => process.exit())

const path = process.argv[2]!
const begun = performance.now()
const { report } = rejudge(path, SUITES)
const judged: Judged = {
  exchanges: report.budget.requests,
  seconds: (performance.now() - begun) / 1000,
  megabytes: process.resourceUsage().maxRSS / 1024,
}
process.send?.(judged)
