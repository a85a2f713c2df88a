import type { Configuration } from '../../engine/config/configuration.ts'
import { statusOf } from '../../engine/history/reading/reading.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { NotTried } from '../../engine/run/driving/not-tried.ts'
import { isOddAfterRefusals } from './attribution-rules.ts'
import { happeningOf, type Other, otherInWords } from './bodies.ts'
import { TURNS } from './cost.ts'
import { type Life, lateRest, lengthOf, type Movement, movementIn, triosIn, triosNeeded, twinsOf } from './lives.ts'
import { SUSPECTS, type Suspect } from './marks.ts'
import { type QuietJobs, SLOWER } from './quiet-jobs.ts'
import { pollFinishedJobs, pollInVain, readEverything, sendRefusedBodies } from './suspects.ts'

/** A job left alone rests longer than its slow twin took, by this much. */
export const LONGER = 1.15
/** Where polls take milliseconds: what a clock moves, it moves each second, or by seconds. */
export const leastRest = ({ settleMs }: Pick<Configuration, 'settleMs'>): number => Math.min(2500, settleMs * 10)

/** One job of a trio: how many polls it has behind it, and what is done meanwhile. */
type Alone = { trio: number; cause: Suspect; after: number }

/** A job is left alone, and everything else is done meanwhile that could move it: then one thing after the other. */
export class Experiment {
  readonly #quiet: QuietJobs
  /** Did not come to their ends while another rested, which may have stood before them. */
  readonly #unfinished: Job[] = []
  /** Another job of the same key finished while one was left alone: the server has capacity for both. */
  #hasCapacityForTwo = false

  constructor(quiet: QuietJobs) {
    this.#quiet = quiet
  }

  /** Left alone from its submission on; and, where that moves nothing, once more when it has come some way. */
  async leaveAlone(): Promise<void> {
    const twins = twinsOf(this.#quiet.lives(), 1)
    if (!twins || (await this.#isMovedAfter(0)) || !this.#quiet.isFull) return
    const late = lateRest(twins)
    if (late !== undefined && late > 0) await this.#isMovedAfter(late)
  }

  /** Everything at once first: a job that stays where it is through all of it answers all questions together. */
  async #isMovedAfter(after: number): Promise<boolean> {
    const twins = twinsOf(this.#quiet.lives(), 1)
    if (!twins || !this.#hasTime(twins.slow)) return false
    const first = await this.#movement(1, 'everything at once', after)
    if (first !== 'moved' && first !== 'final at once') return false
    if (triosNeeded(twins) > 2 && !this.#quiet.isFull) return true
    const cause = await this.#causeOf(after)
    if (cause) for (let trio = 2; trio <= triosNeeded(twins); trio++) await this.#confirm(cause, after, trio)
    return true
  }

  async #movement(trio: number, cause: Suspect, after: number): Promise<Movement> {
    const find = () =>
      triosIn(this.#quiet.lives()).find((each) => each.trio === trio && each.cause === cause && each.after === after)
    if (!find()) await this.#leaveOneAlone({ trio, cause, after })
    const found = find()
    return found ? movementIn(found) : 'unclear'
  }

  async #leaveOneAlone(way: Alone): Promise<void> {
    const rest = (job: Job) => ({ after: way.after, act: () => this.#rest(job, way) })
    await this.#quiet.live({ ...way, pace: 'rested' }, 'A', undefined, rest)
    // What is asked of the next ones must not stand behind these.
    for (const job of this.#unfinished.splice(0)) await this.#quiet.pollToTheEnd(job)
  }

  async #causeOf(after: number): Promise<Suspect | undefined> {
    for (const cause of SUSPECTS) {
      if (cause === 'everything at once') continue
      const movement = await this.#movement(1, cause, after)
      if (movement === 'moved' || movement === 'final at once') return cause
    }
    return undefined
  }

  /** What was inferred from counts is repeated, with twins of its own. */
  async #confirm(cause: Suspect, after: number, trio: number): Promise<void> {
    await this.#quiet.live({ trio, pace: 'fast' })
    await this.#quiet.live({ trio, pace: 'slow' })
    await this.#leaveOneAlone({ trio, cause, after })
  }

  #hasTime(slow: Life): boolean {
    const left = this.#quiet.drive.configuration.deadlineMs - this.#quiet.drive.now()
    return lengthOf(slow) * LONGER + lengthOf(slow) / SLOWER < left
  }

  async #rest(job: Job, { cause, after, trio }: Alone): Promise<void> {
    const slow = this.#quiet.lives().find(({ role }) => role.pace === 'slow' && role.trio === trio)
    const least = leastRest(this.#quiet.drive.configuration)
    const until = this.#quiet.drive.now() + Math.max(least, (slow ? lengthOf(slow) : 0) * LONGER) + this.#quiet.interval
    const suspects = cause === 'everything at once' ? SUSPECTS.filter((each) => after === 0 || isFree(each)) : [cause]
    for (const each of suspects) await this.#suspect(each, job)
    if (cause === 'everything at once') await this.#watchWhileOneRests()
    if (cause === 'everything at once' && after === 0) await this.#leaveASecondAlone()
    await this.#quiet.drive.wait(Math.max(0, until - this.#quiet.drive.now()))
  }

  /** A rest takes longer than a slow job: the late one is taken during the first. */
  async #leaveASecondAlone(): Promise<void> {
    const twins = this.#quiet.isFull && this.#hasCapacityForTwo ? twinsOf(this.#quiet.lives(), 1) : undefined
    const after = twins && lateRest(twins)
    if (after) await this.#leaveOneAlone({ trio: 1, cause: 'everything at once', after })
  }

  async #suspect(cause: Suspect, job: Job): Promise<void> {
    const turns = Array.from({ length: TURNS })
    if (cause === 'readings') for (const _ of turns) await readEverything(this.#quiet.drive)
    if (cause === 'refused polls') for (const _ of turns) await pollInVain(this.#quiet.drive, job)
    if (cause === 'refused submissions')
      for (const turn of [0, 1]) await sendRefusedBodies(this.#quiet.drive, this.#quiet.body.text, turn, { waits: 0 })
    if (cause === 'polls of finished jobs') for (const _ of turns) await pollFinishedJobs(this.#quiet.drive)
    if (cause === 'another job') await this.#bringOthersToTheirEnds()
  }

  /** One in standard: each costs a job. Where there is room for one job only, the attempts are all. */
  async #bringOthersToTheirEnds(): Promise<void> {
    const { drive, isFull } = this.#quiet
    if (!isFull) return this.#bringOneToItsEnd()
    if (!(await this.#findsRoom()) && isOddAfterRefusals('a 429', this.#quiet.situation())) {
      await drive.wait(drive.configuration.lagMs)
      await this.#findsRoom()
    }
    if (drive.has('B')) await this.#bringAnotherToItsEnd(this.#nextOf('B'))
  }

  /** Asked for twice where there is none: then the readings between tell what a lack of room costs. */
  async #findsRoom(): Promise<boolean> {
    await this.#quiet.readMeters()
    for (const _ of ['once', 'and again']) {
      if (await this.#bringAnotherToItsEnd(this.#nextOf('A'))) return true
      await this.#quiet.readMeters({ event: 'a 429', key: 'A' })
    }
    return false
  }

  /** The time passes anyway: whatever of it moves the job that rests has to be found by itself then. */
  async #watchWhileOneRests(): Promise<void> {
    if (this.#quiet.unwatched.length > 0) await this.#quiet.readMeters()
    for (const each of this.#quiet.unwatched) if (!(await this.#bringAnotherToItsEnd(each))) break
    // Those that have come to their ends meanwhile are polled, too.
    if (this.#quiet.isFull) await pollFinishedJobs(this.#quiet.drive)
  }

  /** One that is to be watched anyway, if there is any of this key. */
  #nextOf(key: KeyName): Other {
    return (
      this.#quiet.unwatched.find((each) => each.key === key) ?? { key, body: this.#quiet.plainest(key), poller: key }
    )
  }

  /** It may fail to come to its end: the one that rests needs it no more. */
  async #bringOneToItsEnd(): Promise<void> {
    await this.#quiet.readMeters()
    try {
      await this.#bringAnotherToItsEnd(this.#nextOf('A'), this.#patience)
    } catch (error) {
      if (!(error instanceof NotTried)) throw error
      this.#quiet.drive.gap('another job while one rests', error)
    }
  }

  /** For a job behind one that nobody polls: a run is not to wait for a server that takes one after the other. */
  get #patience(): number {
    return 2 * Math.max(...this.#quiet.lives().map(({ states }) => states.length)) + 2
  }

  /** False if the limits did not allow it. */
  async #bringAnotherToItsEnd(other: Other, upTo?: number): Promise<boolean> {
    const { key, body, poller } = other
    const { exchange, job } = await this.#quiet.drive.jobs.submit(body.text, {
      key,
      // Nobody waits for room here, so that it is refused says nothing of what it asks for.
      purpose: { case: `${otherInWords(other)} while one rests` },
      following: 'not at all',
      waits: 0,
    })
    if (job) {
      await this.#quiet.pollToTheEnd(job, { poller, ...(upTo !== undefined && { upTo }) })
      if (!job.final) this.#unfinished.push(job)
      else {
        this.#hasCapacityForTwo ||= key === 'A'
        await this.#quiet.readAfterAJob(happeningOf(other))
      }
      this.#quiet.unwatched = this.#quiet.unwatched.filter((each) => each !== other)
    }
    return statusOf(exchange) !== 429
  }
}

/** Costs no job. */
const isFree = (cause: Suspect) => cause !== 'another job'
