import type { Explanation } from '../clause.ts'
import type { jobs as clauses } from '../clauses/jobs.ts'
import { jobsOverTime } from './jobs-over-time.ts'
import { jobsRecords } from './jobs-records.ts'

export const jobs: Record<(typeof clauses)[number]['id'], Explanation> = {
  ...jobsRecords,
  ...jobsOverTime,
}
