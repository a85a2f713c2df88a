import type { Configuration } from '../../engine/config/configuration.ts'
import { statusOf } from '../../engine/history/reading/reading.ts'
import type { Job } from '../../engine/jobs/job.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import { isOddAfterRefusals } from './attribution-rules.ts'
import { besideInWords, happeningOf, type Other } from './bodies.ts'
import { CAUSES, type Cause, type Role, roleInWords } from './marks.ts'
import { type QuietSession, SLOWER } from './session.ts'
import { lateRest, lengthOf, type Movement, movementIn, pairOf, triosIn, triosNeeded } from './trios.ts'

/** How often each possible cause is repeated. */
export const TURNS = 5
/** A rest is longer than the slow job took, by this factor. */
export const LONGER = 1.15
/** Jobs that advance by time advance each second, even if polls take milliseconds; in full also each second second. */
export const leastRest = ({ settleMs, profile }: Pick<Configuration, 'settleMs' | 'profile'>): number =>
  profile === 'full' ? Math.min(2500, settleMs * 10) : Math.min(1100, settleMs * 10)

type Alone = { trio: number; cause: Cause; after: number }

/** Leaves a job alone and does everything else that may advance it; then one thing after the other. */
export class Rests {
  readonly #session: QuietSession
  /** Other jobs that did not finish while one rested. */
  readonly #unfinished: Job[] = []
  /** Another job of the same key finished while one was left alone: the server has capacity for both. */
  #hasCapacityForTwo = false

  constructor(session: QuietSession) {
    this.#session = session
  }

  /** From its submission; and in full, if that advances nothing, once more after some polls. */
  async run(): Promise<void> {
    const pair = pairOf(this.#session.lives(), 1)
    if (!pair || (await this.#isAdvanced(0)) || !this.#session.isFull) return
    const late = lateRest(pair)
    if (late !== undefined && late > 0) await this.#isAdvanced(late)
  }

  async #isAdvanced(after: number): Promise<boolean> {
    const { isFull, drive } = this.#session
    const pair = pairOf(this.#session.lives(), 1)
    if (!pair) return false
    const needed = lengthOf(pair.slow) * LONGER + lengthOf(pair.slow) / SLOWER
    if (needed >= drive.configuration.deadlineMs - drive.now()) return false
    if (!(await this.#advances({ trio: 1, cause: 'everything at once', after }))) return false
    const trios = triosNeeded(pair)
    if (trios > 2 && !isFull) return true
    for (const cause of CAUSES) {
      if (cause === 'everything at once' || !(await this.#advances({ trio: 1, cause, after }))) continue
      // What counts and timing suggest is repeated.
      for (let trio = 2; trio <= trios; trio++) {
        await this.#part({ trio, pace: 'fast' }, (role) => this.#session.compare(role))
        await this.#part({ trio, pace: 'slow' }, (role) => this.#session.compare(role))
        await this.#part({ trio, pace: 'rested', cause, after }, () => this.#leaveOneAlone({ trio, cause, after }))
      }
      break
    }
    return true
  }

  async #advances(alone: Alone): Promise<boolean> {
    const { trio, cause, after } = alone
    const find = () =>
      triosIn(this.#session.lives()).find((each) => each.trio === trio && each.cause === cause && each.after === after)
    if (!find()) await this.#part({ ...alone, pace: 'rested' }, () => this.#leaveOneAlone(alone))
    const found = find()
    const advanced: Movement[] = ['moved', 'final at once']
    return found !== undefined && advanced.includes(movementIn(found))
  }

  #part(role: Role, act: (role: Role) => Promise<unknown>): Promise<void> {
    return this.#session.drive.part(roleInWords(role), async () => void (await act(role)))
  }

  async #leaveOneAlone(alone: Alone, waits?: number): Promise<void> {
    const rest = { after: alone.after, act: (job: Job) => this.#rest(job, alone) }
    await this.#session.compare({ ...alone, pace: 'rested' }, 'A', rest, waits)
    for (const job of this.#unfinished.splice(0)) await this.#session.poll(job)
  }

  async #rest(job: Job, { cause, after, trio }: Alone): Promise<void> {
    const session = this.#session
    const { drive } = session
    const slow = session.lives().find(({ role }) => role.pace === 'slow' && role.trio === trio)
    const ms = Math.max(leastRest(drive.configuration), (slow ? lengthOf(slow) : 0) * LONGER) + session.interval
    const until = drive.now() + ms
    const isAll = cause === 'everything at once'
    // Other jobs cost something: once is enough.
    const causes = isAll ? CAUSES.filter((each) => after === 0 || each !== 'another job') : [cause]
    for (const each of causes) await this.#cause(each, job)
    if (isAll) await this.#watchOthers()
    if (isAll && after === 0) await this.#leaveSecondAlone()
    await drive.wait(Math.max(0, until - drive.now()))
  }

  /** Saves the time of a second rest. It does not wait for capacity, which the job that rests may use up. */
  async #leaveSecondAlone(): Promise<void> {
    const pair = this.#session.isFull && this.#hasCapacityForTwo ? pairOf(this.#session.lives(), 1) : undefined
    const after = pair && lateRest(pair)
    if (!after) return
    try {
      await this.#leaveOneAlone({ trio: 1, cause: 'everything at once', after }, 0)
    } catch (error) {
      if (!(error instanceof NotTested)) throw error
      this.#session.drive.gap('a second job while one rests', error)
    }
  }

  async #cause(cause: Cause, job: Job): Promise<void> {
    const session = this.#session
    for (let turn = 0; turn < TURNS; turn++) {
      if (cause === 'readings') await session.readEverything()
      if (cause === 'refused polls') await session.pollInVain(job)
      if (cause === 'polls of finished jobs') await session.pollFinishedJobs()
    }
    if (cause === 'refused submissions') for (const turn of [0, 1]) await session.sendRefusedBodies(turn, { waits: 0 })
    if (cause === 'another job') await this.#submitOthers()
  }

  /** In full also one of the other account. If the capacity allows one job only, the refused attempts are all. */
  async #submitOthers(): Promise<void> {
    const session = this.#session
    const { drive, isFull } = session
    if (!(await this.#fits()) && isFull && isOddAfterRefusals('a 429', session.situation())) {
      await drive.wait(drive.configuration.lagMs)
      await this.#fits()
    }
    if (isFull && drive.has('B')) await this.#watchWhileOneRests(session.nextOf('B'))
  }

  /** In full tried twice: the readings in between show what a 429 costs. */
  async #fits(): Promise<boolean> {
    const session = this.#session
    await session.readCounters()
    for (let attempt = 0; attempt < (session.isFull ? 2 : 1); attempt++) {
      if (await this.#watchWhileOneRests(session.nextOf('A'))) return true
      if (session.isFull) await session.readCounters({ event: 'a 429', key: 'A' })
    }
    return false
  }

  async #watchOthers(): Promise<void> {
    const session = this.#session
    if (session.unwatched.length > 0) await session.readCounters()
    for (const each of session.unwatched) if (!(await this.#watchWhileOneRests(each))) break
    if (session.isFull) await session.pollFinishedJobs()
  }

  /** False after a 429. A server may generate one job after the other: so the polls are limited. */
  async #watchWhileOneRests(other: Other): Promise<boolean> {
    const session = this.#session
    const { key, body, poller } = other
    const what = besideInWords(other)
    try {
      const purpose = { case: what }
      const how = { key, purpose, following: 'not at all' as const, waits: 0 }
      const { exchange, job } = await session.drive.jobs.submit(body.text, how)
      if (!job) return statusOf(exchange) !== 429
      session.unwatched = session.unwatched.filter((each) => each !== other)
      const upTo = 2 * Math.max(...session.lives().map(({ states }) => states.length)) + 2
      await session.poll(job, { poller, upTo })
      if (job.final) {
        this.#hasCapacityForTwo ||= key === 'A'
        await session.readAfterAJob(happeningOf(other))
      } else this.#unfinished.push(job)
    } catch (error) {
      if (!(error instanceof NotTested)) throw error
      session.drive.gap(what, error)
    }
    return true
  }
}
