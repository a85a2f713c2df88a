import type { Drive } from '../../runner/driving/drive.ts'
import { statusOf } from '../../runner/history/reading.ts'
import type { Job } from '../../runner/jobs/job.ts'
import type { Happening } from './marks.ts'
import { readEverything } from './suspects.ts'

/** The first refusal is where the meters stand then; two more tell whether a refusal moves them. */
export const REFUSALS_WATCHED = 3

/** Where the user allows a burst: submits until there is no room, and reads the meters between one 429 and the next. */
export async function fillTheRoom(
  drive: Drive,
  text: string,
  readMeters: (happening?: Happening) => Promise<void>,
): Promise<void> {
  const jobs: Job[] = []
  for (let refusals = 0; jobs.length < drive.configuration.burst && refusals < REFUSALS_WATCHED; ) {
    const purpose = { case: 'a job to fill the room' }
    const { exchange, job } = await drive.jobs.submit(text, { purpose, following: 'not at all', waits: 0 })
    if (job) jobs.push(job)
    else if (statusOf(exchange) !== 429) break
    else {
      await readMeters(refusals === 0 ? undefined : { event: 'a lack of room', key: 'A' })
      // Nobody polls the jobs that take up the room, so whatever is answered now is answered without any.
      if (refusals++ === 0) await readEverything(drive)
    }
  }
  for (const job of jobs) drive.jobs.release(job)
  await Promise.all(jobs.map(({ end }) => end))
}
