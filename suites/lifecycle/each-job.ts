import type { Job } from '../../engine/jobs/job.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import type { PlanInput } from '../../engine/run/driving/phase.ts'
import { hasFailed } from './polls.ts'

const READS = { atOnce: 2, inParallel: 5 }
const FEW_READS = { atOnce: 1, inParallel: 2 }
/** How many jobs are read again after their end, beside the first one of those that fail. */
const JOBS = { smoke: 1, standard: 3, full: 10 }

export function mostReads({ jobs, keys, configuration: { profile, failingPrompt } }: PlanInput): number {
  const { atOnce, inParallel } = profile === 'smoke' ? FEW_READS : READS
  const most = Math.min(jobs, JOBS[profile] + (failingPrompt === undefined ? 0 : 1))
  return most * (atOnce + inParallel + (keys.includes('A2') ? 3 : 2))
}

/** Jobs of the run at their end, and for as long as it lasts: at once, in parallel, by another key, some seconds on, and when all are there. */
export async function readEachJobAgain(drive: Drive): Promise<void> {
  const most = JOBS[drive.configuration.profile]
  let taken = 0
  let failed = 0
  const read: Job[] = []
  await drive.jobs.visitEach((job) => {
    if (job.stray || job.key === 'B') return undefined
    const turn = taken++
    const isWanted = () => turn < most || (hasFailed(job) && failed++ === 0)
    return { whole: readOnceEnded(drive, job, isWanted).then((wasRead) => void (wasRead && read.push(job))) }
  })
  for (const job of read) await drive.jobs.poll(job)
}

async function readOnceEnded(drive: Drive, job: Job, isWanted: () => boolean): Promise<boolean> {
  await job.end
  if (!job.final || !isWanted()) return false
  const { atOnce, inParallel } = drive.configuration.profile === 'smoke' ? FEW_READS : READS
  for (let read = 0; read < atOnce; read++) await drive.jobs.poll(job)
  await Promise.all(Array.from({ length: inParallel }, () => drive.jobs.poll(job)))
  if (drive.has('A2')) await drive.jobs.poll(job, job.key === 'A2' ? 'A' : 'A2')
  await drive.wait(drive.configuration.settleMs)
  await drive.jobs.poll(job)
  return true
}
