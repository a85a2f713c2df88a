import type { Suite } from '../../engine/judge/check.ts'
import { advancement } from './advancement.ts'
import { attribution } from './attribution.ts'

export const quiet: Suite = {
  name: 'quiet',
  about:
    'One job at a time with no other traffic (§1.3, §1.6): what advances a job, and whose usage and balance change.',
  checks: [...advancement, ...attribution],
}
