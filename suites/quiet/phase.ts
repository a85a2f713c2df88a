import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import { isOddAfterJobsOf, isOddAfterRefusals } from './attribution-rules.ts'
import { comparedBody, otherJobs } from './bodies.ts'
import { MORE_READINGS, max, POLLS_AT_REST } from './cost.ts'
import { Experiment } from './experiment.ts'
import { fillTheRoom } from './lack-of-room.ts'
import { lasts } from './lasts.ts'
import { QuietJobs } from './quiet-jobs.ts'
import { sendRefusedBodies } from './suspects.ts'

export const QUIET: Phase = {
  name: 'quiet phase',
  stage: 'quiet',
  undisturbed: true,
  max,
  priority: 2,
  lasts,
  drive: keepQuiet,
}

/** One job after the other, with nothing else under way: what moves a job, and what moves the meters. */
async function keepQuiet(drive: Drive): Promise<void> {
  const quiet = new QuietJobs(drive, await comparedBody(drive), await otherJobs(drive))
  await learnWhatMovesByItself(quiet)
  await quiet.watchJob('A', { trio: 1, pace: 'fast' })
  await quiet.watchJob(drive.has('A2') ? 'A2' : 'A', { trio: 1, pace: 'slow' })
  await watchRefusals(quiet)
  await new Experiment(quiet).leaveAlone()
  await watchWhatIsLeft(quiet)
  await watchOddOnesAgain(quiet)
  await fillTheRoom(quiet)
}

/**
 * What the run does anyway while a job is under way, without one; and readings one after the other, for what takes one
 * of a few values at each of them, as the name of the machine that answers.
 */
async function learnWhatMovesByItself(quiet: QuietJobs): Promise<void> {
  const { drive, interval } = quiet
  await quiet.readMeters()
  const job = await drive.jobs.finished()
  for (let poll = 0; poll < POLLS_AT_REST; poll++) {
    await drive.wait(interval)
    await drive.jobs.poll(job)
    await quiet.readMeters({ event: 'nothing', key: 'A' })
  }
  for (let more = 0; more < MORE_READINGS; more++) await quiet.readMeters({ event: 'nothing', key: 'A' })
}

async function watchRefusals(quiet: QuietJobs): Promise<void> {
  await sendAllThatIsRefused(quiet)
  if (!isOddAfterRefusals('refused bodies', quiet.situation())) return
  await quiet.restWithoutAJob()
  await sendAllThatIsRefused(quiet)
}

async function sendAllThatIsRefused(quiet: QuietJobs): Promise<void> {
  for (const turn of [0, 1]) {
    await sendRefusedBodies(quiet.drive, quiet.body.text, turn)
    await quiet.readMeters({ event: 'refused bodies', key: 'A' })
  }
}

async function watchWhatIsLeft(quiet: QuietJobs): Promise<void> {
  for (const each of quiet.unwatched) await quiet.watchOther(each)
  quiet.unwatched = []
}

/** Each is as long as usage may lag. */
const MOST_RESTS = 4

/**
 * What counts say has to be repeated: one more job of each kind by which a meter did what it should not, after a rest,
 * and one more right behind it, while nobody else asks for anything, where somebody else's meter moved.
 */
async function watchOddOnesAgain(quiet: QuietJobs): Promise<void> {
  const { drive, others } = quiet
  const plain = (['A', 'A2', 'B'] as const).filter((key) => drive.has(key)).map((key) => ({ key, sort: undefined }))
  const isOdd = (each: { key: KeyName; sort?: string | undefined }) => isOddAfterJobsOf(each, quiet.situation())
  const unusual = others.filter(({ sort }) => sort !== undefined)
  const kinds = [
    ...plain.map((each) => ({ each, watch: () => quiet.watchJob(each.key) })),
    ...unusual.map((each) => ({ each, watch: () => quiet.watchOther(each) })),
  ]
  let rests = 0
  for (const { each, watch } of kinds) {
    if (!isOdd(each)) continue
    if (rests++ < MOST_RESTS) await quiet.restWithoutAJob()
    for (const _ of ['once more', 'and again']) if (isOdd(each)) await watch()
  }
}
