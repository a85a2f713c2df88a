import type { Jobs } from '../jobs/jobs.ts'

/** How far a run is. */
export type Progress = {
  seconds: number
  checksDone: number
  checks: number
  jobs: { unfinished: number; ended: number; last?: string }
  requests: number
  /** What the run waits for that is not its own doing. */
  waitsFor?: string
}

type Parts = Omit<Progress, 'jobs' | 'waitsFor'> & { jobs: Jobs; waitsFor: string | undefined }

export function progressOf({ jobs, waitsFor, ...counts }: Parts): Progress {
  const last = jobs.all.at(-1)?.polls.at(-1)?.answer?.body
  const status = /"status"\s*:\s*"(\w+)"/.exec(last ?? '')?.[1]
  return {
    ...counts,
    jobs: {
      unfinished: jobs.unfinished().length,
      ended: jobs.all.filter((job) => job.final).length,
      ...(status && { last: status }),
    },
    ...(waitsFor !== undefined && { waitsFor }),
  }
}
