import type { Exchange } from '../history/exchange.ts'
import { recordOf } from '../history/reading.ts'
import type { Job } from '../jobs/job.ts'
import type { KeyName } from '../keys/recipes.ts'
import { NotTried } from './not-tried.ts'
import type { Shared } from './shared.ts'

/** What a check sees of the jobs of the run, whoever submitted them. */
export class JobsSeen {
  protected readonly shared: Shared

  constructor(shared: Shared) {
    this.shared = shared
  }

  /** A job of account A, at whatever point of its life. */
  job(): Promise<Job> {
    return this.shared.firstJob
  }

  async finishedJob(): Promise<Job> {
    const job = await this.shared.firstJob
    await job.end
    if (!job.final) throw new NotTried(`the job did not come to its end: ${job.lost}`)
    return job
  }

  /** Whose job each is that has ended, and how, in an order that does not depend on which was quicker. */
  async endings(): Promise<{ id: string; key: KeyName; status?: string }[]> {
    const ended = await this.endedJobs()
    const order = ({ key, body, n }: Job) => `${key} ${body} ${String(n).padStart(9, '0')}`
    return ended
      .sort((one, other) => (order(one) < order(other) ? -1 : 1))
      .map(({ id, key, final }) => {
        const status = final && recordOf(final)?.status
        return { id, key, ...(typeof status === 'string' && { status }) }
      })
  }

  /** Whether a job of the run has this id. */
  isKnownId(id: string): boolean {
    return this.shared.jobs.all.some((job) => job.id === id)
  }

  /** A job of this key that has come to its end by now. */
  finishedJobOf(key: KeyName): Job | undefined {
    return this.shared.jobs.all.find((job) => job.key === key && job.final !== undefined && !job.stray)
  }

  /** Every job of the run that has ended, once no more of them are submitted while several checks drive at once. */
  async endedJobs(): Promise<Job[]> {
    await this.shared.placed()
    const { all } = this.shared.jobs
    await Promise.allSettled(all.map(({ end }) => end))
    return all.filter(({ final, stray }) => final !== undefined && !stray)
  }

  /** The poll that showed the job final which a submission has made; nothing where there is none. */
  async endOf(submission: Exchange): Promise<Exchange | undefined> {
    const job = this.shared.jobs.all.find(({ n }) => n === submission.n)
    await job?.end
    return job?.final
  }

  /** Each job of the run so far and each that is still to come while checks drive at once, from before its first poll. */
  async forEachJob(
    visit: (job: Job) => { atBirth?: Promise<unknown>; whole: Promise<void> } | undefined,
  ): Promise<void> {
    const { jobs } = this.shared
    const visits: Promise<void>[] = []
    const take = (job: Job) => {
      const visited = visit(job)
      if (visited) visits.push(visited.whole)
      // The visit fails as a whole; its beginning must not bring the process down.
      visited?.whole.catch(() => undefined)
      return visited?.atBirth?.catch(() => undefined)
    }
    for (const job of jobs.all) take(job)
    const stop = jobs.onBirth((job) => take(job))
    await this.shared.placed()
    // What comes then is for phases that want to be alone.
    stop()
    await Promise.all(visits)
  }

  /** Done whenever there is no room for one more job, at once; whatever becomes of it, the drive goes on. */
  whenFull(act: () => Promise<void>): void {
    this.shared.jobs.room.whenFull(act)
  }

  release(job: Job): void {
    this.shared.jobs.release(job)
  }
}
