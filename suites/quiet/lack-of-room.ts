import { statusOf } from '../../engine/history/reading/reading.ts'
import type { Job } from '../../engine/jobs/job.ts'
import { isOddAfterRefusals } from './attribution-rules.ts'
import { REFUSALS_WATCHED } from './cost.ts'
import type { QuietJobs } from './quiet-jobs.ts'
import { readEverything } from './suspects.ts'

/** With a burst allowed: submits until 429, and reads the meters between one 429 and the next. */
export async function fillTheRoom(quiet: QuietJobs): Promise<void> {
  const { drive } = quiet
  const jobs: Job[] = []
  await submitWithoutRoom(quiet, jobs)
  if (isOddAfterRefusals('a 429', quiet.situation())) {
    await quiet.restWithoutAJob()
    await submitWithoutRoom(quiet, jobs, { readsBetween: false })
  }
  for (const job of jobs) drive.jobs.release(job)
  await Promise.all(jobs.map(({ end }) => end))
}

/** What is read between is answered without room, too, and may leave something to count behind. */
async function submitWithoutRoom(quiet: QuietJobs, jobs: Job[], { readsBetween = true } = {}): Promise<void> {
  const { drive } = quiet
  for (let refusals = 0; jobs.length < drive.configuration.burst && refusals < REFUSALS_WATCHED; ) {
    const purpose = { case: 'a job to use up the capacity' }
    const { exchange, job } = await drive.jobs.submit(quiet.body.text, { purpose, following: 'not at all', waits: 0 })
    if (job) jobs.push(job)
    else if (statusOf(exchange) !== 429) break
    else {
      await quiet.readMeters(refusals === 0 ? undefined : { event: 'a 429', key: 'A' })
      // Nobody polls the jobs that take up the room, so whatever is answered now is answered without any.
      if (refusals++ === 0 && readsBetween) await readEverything(drive)
    }
  }
}
