import type { Suite } from '../../runner/judging/check.ts'
import { advancement } from './advancement.ts'
import { attribution } from './attribution.ts'

export const quiet: Suite = {
  name: 'quiet',
  about: 'One job at a time, nothing else under way (§1.3, §1.6): what moves a job, and whose usage and balance move.',
  risksJobs: true,
  checks: [...advancement, ...attribution],
}
