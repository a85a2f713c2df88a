import type { Jobs } from '../jobs/jobs.ts'
import type { Progress } from './progress.ts'

type Parts = Omit<Progress, 'jobs' | 'waitsFor'> & { jobs: Jobs; waitsFor: string | undefined }

export function howFar({ jobs, waitsFor, ...counts }: Parts): Progress {
  const last = jobs.unfinished().at(-1)?.polls.at(-1)?.answer?.body
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
