import type { Drive } from '../../runner/driving/drive.ts'
import type { Phase } from '../../runner/driving/phase.ts'
import { statusOf, succeeded } from '../../runner/history/reading.ts'
import type { Job } from '../../runner/jobs/job.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { oddAfterOneJobOf } from './attribution-rules.ts'
import { cost, MORE_READINGS, POLLS_AT_REST, secondLook, TURNS } from './cost.ts'
import { fillTheRoom } from './lack-of-room.ts'
import {
  type Life,
  lateRest,
  lengthOf,
  livesIn,
  type Movement,
  mostPollsOf,
  movementIn,
  triosIn,
  twinsOf,
} from './lives.ts'
import { type Happening, ROLE, type Role, roleInWords, SUSPECTS, type Suspect } from './marks.ts'
import { readMeters } from './meters.ts'
import { pollToTheEnd, type Rest } from './poll-to-the-end.ts'
import { pollFinishedJobs, pollInVain, readEverything, sendRefusedBodies } from './suspects.ts'
import { happeningOf, type Other, otherInWords, othersToWatch, restingWish, type Wish } from './wishes.ts'

/** How much slower the slow twin is polled. */
const SLOWER = 3
/** A job left alone rests longer than its slow twin took, by this much. */
const LONGER = 1.15
/** Where polls take milliseconds: what a clock moves, it moves by seconds. */
const LEAST_REST = { ms: 2500, settlings: 10 }

export const QUIET: Phase = { name: 'quiet phase', alone: true, cost, secondLook, drive: keepQuiet }

/** One job after the other, with nothing else under way: what moves a job, and what moves the meters. */
async function keepQuiet(drive: Drive): Promise<void> {
  const phase = new QuietPhase(drive, await restingWish(drive), await othersToWatch(drive))
  await phase.learnWhatMovesByItself()
  await phase.watchJob('A', { trio: 1, pace: 'fast' })
  await phase.watchJob(drive.has('A2') ? 'A2' : 'A', { trio: 1, pace: 'slow' })
  await phase.watchRefusals()
  await phase.experiment()
  await phase.watchWhatIsLeft()
  await phase.watchOddOnesAgain()
  await phase.watchLackOfRoom()
}

class QuietPhase {
  readonly #drive: Drive
  readonly #body: Wish
  readonly #interval: number
  readonly #others: readonly Other[]
  /** Watched while another job rests, as far as there is room for two; one by one otherwise. */
  #unwatched: readonly Other[]
  #readings = 0

  constructor(drive: Drive, body: Wish, others: readonly Other[]) {
    this.#drive = drive
    this.#body = body
    this.#others = others
    this.#unwatched = others
    this.#interval = drive.configuration.pollIntervalMs
  }

  get isFull(): boolean {
    return this.#drive.configuration.profile === 'full'
  }

  /**
   * What the run does anyway while a job is under way, without one; and readings one after the other, for what takes one
   * of a few values at each of them, as the name of the machine that answers.
   */
  async learnWhatMovesByItself(): Promise<void> {
    await this.#readMeters()
    const job = await this.#drive.jobs.finished()
    for (let poll = 0; poll < POLLS_AT_REST; poll++) {
      await this.#drive.wait(this.#interval)
      await this.#drive.jobs.poll(job)
      await this.#readMeters({ event: 'nothing', key: 'A' })
    }
    for (let more = 0; more < MORE_READINGS; more++) await this.#readMeters({ event: 'nothing', key: 'A' })
  }

  /** A job of this key, and what the meters say then. */
  async watchJob(key: KeyName, role?: Role): Promise<void> {
    if (await this.#live(role, key)) await this.#readMeters({ event: 'a job', key })
  }

  async watchWhatIsLeft(): Promise<void> {
    for (const each of this.#unwatched) await this.#watchOther(each)
    this.#unwatched = []
  }

  async #watchOther(other: Other): Promise<void> {
    if (await this.#live(undefined, other.key, other)) await this.#readMeters(happeningOf(other))
  }

  /** What counts say has to be repeated: one more job of each kind with whose only one a meter did what it should not. */
  async watchOddOnesAgain(): Promise<void> {
    const has = (key: KeyName) => this.#drive.has(key)
    const isOdd = (key: KeyName, sort?: string) => oddAfterOneJobOf({ key, sort }, this.#drive.exchanges(), has)
    for (const key of (['A', 'A2', 'B'] as const).filter(has)) if (isOdd(key)) await this.watchJob(key)
    for (const each of this.#others) if (each.sort && isOdd(each.key, each.sort)) await this.#watchOther(each)
  }

  async watchRefusals(): Promise<void> {
    for (const turn of [0, 1]) {
      await sendRefusedBodies(this.#drive, this.#body.text, turn)
      await this.#readMeters({ event: 'refused bodies', key: 'A' })
    }
  }

  watchLackOfRoom(): Promise<void> {
    return fillTheRoom(this.#drive, this.#body.text, (happening) => this.#readMeters(happening))
  }

  #readMeters(happening?: Happening): Promise<void> {
    return readMeters(this.#drive, ++this.#readings, happening)
  }

  /** A job from its submission to its end; false where it is refused or lost. */
  async #live(role: Role | undefined, key: KeyName = 'A', other?: Other): Promise<boolean> {
    const { wish = this.#body, poller = key } = other ?? {}
    const what = role ? roleInWords(role) : otherInWords(other ?? { key })
    const { exchange, job } = await this.#drive.jobs.submit(wish.text, {
      key,
      purpose: { case: what, tries: wish.tries, ...(role && { mark: ROLE.of(role) }) },
      following: 'not at all',
    })
    if (!succeeded(exchange) || !job) return false
    const interval = role?.pace === 'slow' ? this.#interval * SLOWER : this.#interval
    const rest = role?.pace === 'rested' ? role : undefined
    const resting = rest && { after: rest.after, act: () => this.#rest(job, rest) }
    await this.#pollToTheEnd(job, interval, resting, poller)
    return job.final !== undefined
  }

  #lives(): Life[] {
    return livesIn(this.#drive.exchanges())
  }

  #pollToTheEnd(job: Job, interval: number, rest?: Rest, poller: KeyName = job.key): Promise<void> {
    return pollToTheEnd(this.#drive, job, { interval, most: mostPollsOf(this.#lives()), poller, ...(rest && { rest }) })
  }

  /** Left alone from its submission on; and, where that moves nothing, once more when it has come some way. */
  async experiment(): Promise<void> {
    const twins = twinsOf(this.#lives(), 1)
    if (!twins || (await this.#isMovedAfter(0)) || !this.isFull) return
    const late = lateRest(twins)
    if (late !== undefined && late > 0) await this.#isMovedAfter(late)
  }

  /** Everything at once first: a job that stays where it is through all of it answers all questions together. */
  async #isMovedAfter(after: number): Promise<boolean> {
    const twins = twinsOf(this.#lives(), 1)
    if (!twins || !this.#hasTime(twins.slow)) return false
    const first = await this.#movement(1, 'everything at once', after)
    if (first !== 'moved' && first !== 'final at once') return false
    const cause = await this.#causeOf(after)
    if (cause) await this.#confirm(cause, after)
    return true
  }

  async #movement(trio: number, cause: Suspect, after: number): Promise<Movement> {
    await this.#live({ trio, pace: 'rested', cause, after })
    const found = triosIn(this.#lives()).find(
      (each) => each.trio === trio && each.cause === cause && each.after === after,
    )
    return found ? movementIn(found) : 'unclear'
  }

  async #causeOf(after: number): Promise<Suspect | undefined> {
    for (const cause of SUSPECTS) {
      if (cause === 'everything at once' || (cause === 'another job' && !this.isFull)) continue
      const movement = await this.#movement(1, cause, after)
      if (movement === 'moved' || movement === 'final at once') return cause
    }
    return undefined
  }

  /** What was inferred from counts is repeated, with twins of its own. */
  async #confirm(cause: Suspect, after: number): Promise<void> {
    await this.#live({ trio: 2, pace: 'fast' })
    await this.#live({ trio: 2, pace: 'slow' })
    await this.#live({ trio: 2, pace: 'rested', cause, after })
  }

  #hasTime(slow: Life): boolean {
    const left = this.#drive.configuration.deadlineMs - this.#drive.now()
    return lengthOf(slow) * LONGER + lengthOf(slow) / SLOWER < left
  }

  async #rest(job: Job, { cause, after, trio }: { cause: Suspect; after: number; trio: number }): Promise<void> {
    const slow = this.#lives().find(({ role }) => role.pace === 'slow' && role.trio === trio)
    const least = this.isFull ? Math.min(LEAST_REST.ms, this.#drive.configuration.settleMs * LEAST_REST.settlings) : 0
    const until = this.#drive.now() + Math.max(least, (slow ? lengthOf(slow) : 0) * LONGER) + this.#interval
    const suspects = cause === 'everything at once' ? SUSPECTS.filter((each) => after === 0 || isFree(each)) : [cause]
    for (const each of suspects) await this.#suspect(each, job)
    if (cause === 'everything at once') await this.#watchWhileOneRests()
    await this.#drive.wait(Math.max(0, until - this.#drive.now()))
  }

  async #suspect(cause: Suspect, job: Job): Promise<void> {
    const turns = Array.from({ length: TURNS })
    if (cause === 'readings') for (const _ of turns) await readEverything(this.#drive)
    if (cause === 'refused polls') for (const _ of turns) await pollInVain(this.#drive, job)
    if (cause === 'refused submissions')
      for (const turn of [0, 1]) await sendRefusedBodies(this.#drive, this.#body.text, turn, { waits: 0 })
    if (cause === 'polls of finished jobs') for (const _ of turns) await pollFinishedJobs(this.#drive)
    if (cause === 'another job') await this.#bringOthersToTheirEnds()
  }

  /** In full only: it costs jobs. Where there is room for one job only, the attempts are all. */
  async #bringOthersToTheirEnds(): Promise<void> {
    if (!this.isFull) return
    await this.#readMeters()
    for (const _ of ['once', 'and again'])
      if (await this.#bringAnotherToItsEnd(this.#nextOf('A'))) break
      else await this.#readMeters({ event: 'a lack of room', key: 'A' })
    if (this.#drive.has('B')) await this.#bringAnotherToItsEnd(this.#nextOf('B'))
  }

  /** The time passes anyway: whatever of it moves the job that rests has to be found by itself then. */
  async #watchWhileOneRests(): Promise<void> {
    if (this.#unwatched.length > 0) await this.#readMeters()
    for (const each of this.#unwatched) if (!(await this.#bringAnotherToItsEnd(each))) break
    // Those that have come to their ends meanwhile are polled, too.
    if (this.isFull) await pollFinishedJobs(this.#drive)
  }

  /** One that is to be watched anyway, if there is any of this key. */
  #nextOf(key: KeyName): Other {
    return this.#unwatched.find((each) => each.key === key) ?? { key, wish: this.#body, poller: key }
  }

  /** False where there was no room for it. */
  async #bringAnotherToItsEnd(other: Other): Promise<boolean> {
    const { key, wish, poller } = other
    const { exchange, job } = await this.#drive.jobs.submit(wish.text, {
      key,
      // Nobody waits for room here, so that it is refused says nothing of what it asks for.
      purpose: { case: `${otherInWords(other)} while one rests` },
      following: 'not at all',
      waits: 0,
    })
    if (job) {
      await this.#pollToTheEnd(job, this.#interval, undefined, poller)
      if (job.final) await this.#readMeters(happeningOf(other))
      this.#unwatched = this.#unwatched.filter((each) => each !== other)
    }
    return statusOf(exchange) !== 429
  }
}

/** Costs no job. */
const isFree = (cause: Suspect) => cause !== 'another job'
