import { goingOn, resumptionOf } from '../../engine/run/resume/resumption.ts'
import { SUITES } from '../../suites/index.ts'
import type { Judged } from '../judging.ts'

process.once('disconnect', () => process.exit())

const path = process.argv[2]!
const begun = performance.now()
const resumption = resumptionOf(path, SUITES)
goingOn(resumption, (entry) => entry)
const resumed: Judged = {
  exchanges: resumption.earlier.spent.requests,
  seconds: (performance.now() - begun) / 1000,
  megabytes: process.resourceUsage().maxRSS / 1024,
}
process.send?.(resumed)
