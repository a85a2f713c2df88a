import { tenths } from '../../../reporters/outcome/spent.ts'
import { counted } from '../../../reporters/words/counted.ts'
import type { DriftReport } from '../report.ts'

export function spentInWords({ spent, seconds }: Pick<DriftReport, 'spent' | 'seconds'>): string {
  const { requests, jobs, videoSeconds } = spent
  const video = videoSeconds > 0 ? ` (${tenths(videoSeconds)} s of video)` : ''
  return `${counted(requests, 'request')}, ${counted(jobs, 'job')}${video}, ${seconds.toFixed(1)} s`
}

/** Finding nothing means something only if changes would have been found. */
export function proofInWords({ proof }: Pick<DriftReport, 'proof'>): string {
  const { found, notPlanted, missed } = proof
  return [
    `${counted(found.length, 'seeded change')} found`,
    ...(missed.length > 0 ? [`${missed.length} missed`] : []),
    ...(notPlanted.length > 0 ? [`${notPlanted.length} not applicable`] : []),
  ].join(', ')
}
