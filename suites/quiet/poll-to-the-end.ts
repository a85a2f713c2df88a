import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { NotTried } from '../../engine/run/driving/not-tried.ts'

/** What is done instead of one wait, after so many polls. */
export type Rest = { after: number; act: () => Promise<void> }

export type Way = {
  interval: number
  poller: KeyName
  rest?: Rest
  /** More polls than that, and it is the end of the whole phase. */
  most: number
  /** After so many it is left as it is. */
  upTo?: number
}

/** By nobody but this, and no more often than any of its twins needed many times over. */
export async function pollToTheEnd(
  drive: Drive,
  job: Job,
  { interval, most, poller, rest, upTo = Number.POSITIVE_INFINITY }: Way,
): Promise<void> {
  for (let polls = 0; ; ) {
    await (rest && polls === rest.after ? rest.act() : drive.wait(interval))
    const poll = await drive.jobs.poll(job, poller)
    polls++
    if (job.final || polls >= upTo) return
    if (polls >= most) throw new NotTried(`a job was not final after ${polls} polls`)
    if (!succeeded(poll) && polls >= 5) throw new NotTried(`a poll returned ${statusOf(poll)}`)
  }
}
