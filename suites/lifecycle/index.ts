import type { Suite } from '../../engine/judge/check.ts'
import { endsInTime, everyPollIsAnswered, pollingReachesTheEnd } from './ending.ts'
import { lifecycleObservations } from './observations.ts'
import { finalKeepsItsResult, finalStaysFinal, recordRules } from './record.ts'

export const lifecycle: Suite = {
  name: 'lifecycle',
  about: 'The job record, from the first poll until after the job has finished (§2, §3).',
  checks: [
    everyPollIsAnswered,
    ...recordRules,
    finalStaysFinal,
    finalKeepsItsResult,
    endsInTime,
    pollingReachesTheEnd,
    ...lifecycleObservations,
  ],
}
