import { type Drive, NotTried } from '../../runner/drive.ts'
import { type Job, mostPollsBeside } from '../../runner/jobs.ts'
import { statusOf, succeeded } from '../../runner/reading.ts'
import { requestTo, withAuthorization } from '../../runner/requests.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { bookFor } from '../limits/means.ts'
import { restingOrder } from '../limits/order-book.ts'
import { bodyOf, traitsOf } from '../limits/trait.ts'
import { MUST_BE_REFUSED } from '../submission/defects.ts'
import { CAUSES, type Cause, type Life, livesIn, movementIn, type Role, roleInWords, trioOf } from './lives.ts'
import { readMeters } from './meters.ts'

export const QUIET_PHASE = 'quiet phase'

/** How much slower the slow twin is polled. */
const SLOWER = 3
/** A job left alone rests longer than its slow twin took, by this much. */
const LONGER = 1.15
const REFUSED_BODIES = 6

/** One job after the other, with nothing else under way: what moves a job, and what moves the meters. */
export async function keepQuiet(drive: Drive): Promise<void> {
  const phase = new Phase(drive, await restingBody(drive))
  await readMeters(drive, 'at rest')
  await phase.idle()
  await readMeters(drive, 'at rest again')
  await phase.live({ trio: 1, kind: 'fast' })
  await readMeters(drive, 'after a first job')
  const slow = await phase.live({ trio: 1, kind: 'slow' })
  await readMeters(drive, 'after a second job')
  await phase.sendRefusedBodies(0)
  await readMeters(drive, 'after refused bodies')
  await phase.sendRefusedBodies(1)
  await readMeters(drive, 'after more refused bodies')
  if (slow) await phase.experiment()
}

async function restingBody(drive: Drive): Promise<{ text: string; tries: string[] }> {
  const book = await bookFor(drive)
  const order = restingOrder(book)
  return { text: bodyOf(order), tries: traitsOf(order).map(({ name }) => name) }
}

class Phase {
  readonly #drive: Drive
  readonly #body: { text: string; tries: string[] }
  readonly #interval: number

  constructor(drive: Drive, body: { text: string; tries: string[] }) {
    this.#drive = drive
    this.#body = body
    this.#interval = drive.configuration.pollIntervalMs
  }

  /** What the run does anyway while a job is under way, without one. */
  async idle(): Promise<void> {
    const job = await this.#drive.finishedJob()
    for (let poll = 0; poll < 3; poll++) {
      await this.#drive.wait(this.#interval)
      await this.#drive.poll(job)
    }
  }

  /** A job from its submission to its end; nothing where it is refused or does not end. */
  async live(role: Role): Promise<Life | undefined> {
    const { exchange, job } = await this.#drive.submit(this.#body.text, {
      purpose: { case: roleInWords(role), tries: this.#body.tries },
      following: 'not at all',
    })
    if (!succeeded(exchange) || !job) return undefined
    const interval = role.kind === 'slow' ? this.#interval * SLOWER : this.#interval
    await (role.kind === 'rested' ? this.#rest(job, role.cause) : this.#drive.wait(interval))
    await this.#pollToTheEnd(job, interval)
    return this.#lives().find(({ submission }) => submission === exchange.n)
  }

  #lives(): Life[] {
    return livesIn(this.#drive.exchanges())
  }

  async #pollToTheEnd(job: Job, interval: number): Promise<void> {
    for (let polls = 1; ; polls++) {
      const poll = await this.#drive.poll(job)
      if (job.final) return
      if (polls >= this.#mostPolls()) throw new NotTried(`${polls} polls did not bring a job to its end`)
      if (!succeeded(poll) && polls >= 5) throw new NotTried(`a poll was answered ${statusOf(poll)}`)
      await this.#drive.wait(interval)
    }
  }

  #mostPolls(): number {
    const needed = this.#lives()
      .filter(({ ended }) => ended)
      .map(({ states }) => states.length)
    return needed.length === 0 ? Number.POSITIVE_INFINITY : mostPollsBeside(Math.max(...needed))
  }

  /** Everything at once first: a job that stays where it is through all of it answers all questions together. */
  async experiment(): Promise<void> {
    const lives = this.#lives()
    const twins = trioOf([...lives, ...lives.map(asRested)], 1, 'time')
    if (!twins) return
    if (!(await this.#hasTime(twins.slow))) return
    const first = await this.#moved(1, 'everything at once')
    if (first === undefined || first === 'none' || first === 'unclear') return
    const cause = await this.#causeOf()
    if (cause) await this.#confirm(cause)
  }

  async #moved(trio: number, cause: Cause) {
    await this.live({ trio, kind: 'rested', cause })
    const found = trioOf(this.#lives(), trio, cause)
    return found && movementIn(found)
  }

  async #causeOf(): Promise<Cause | undefined> {
    for (const cause of CAUSES) {
      const movement = cause === 'everything at once' ? undefined : await this.#moved(1, cause)
      if (movement === 'moved' || movement === 'final at once') return cause
    }
    return undefined
  }

  /** What was inferred from counts is repeated, with twins of its own. */
  async #confirm(cause: Cause): Promise<void> {
    await this.live({ trio: 2, kind: 'fast' })
    await this.live({ trio: 2, kind: 'slow' })
    await this.live({ trio: 2, kind: 'rested', cause })
  }

  async #hasTime(slow: Life): Promise<boolean> {
    const left = this.#drive.configuration.deadlineMs - this.#drive.now()
    return slow.untilLast * LONGER + slow.untilLast / SLOWER < left
  }

  async #rest(job: Job, cause: Cause): Promise<void> {
    const slow = this.#lives().find(({ role }) => role.kind === 'slow')
    const until = this.#drive.now() + (slow?.untilLast ?? 0) * LONGER + this.#interval
    const times = slow?.states.length ?? 1
    for (const each of cause === 'everything at once' ? CAUSES : [cause]) await this.#suspect(each, job, times)
    await this.#drive.wait(Math.max(0, until - this.#drive.now()))
  }

  /** Does the suspected thing, as often as the job would have been polled. */
  async #suspect(cause: Cause, job: Job, times: number): Promise<void> {
    const most = Math.min(times, 10)
    if (cause === 'readings') {
      for (let turn = 0; turn < most; turn++)
        for (const name of READINGS)
          await this.#drive.read(`${name} while a job rests`, requestTo(this.#drive.target, name))
    }
    if (cause === 'refused polls') for (let turn = 0; turn < most; turn++) await this.#pollInVain(job)
    if (cause === 'another job') await this.#anotherJob(times)
  }

  async #pollInVain(job: Job): Promise<void> {
    const request = requestTo(this.#drive.target, 'GET /videos/{id}', { id: job.id })
    await this.#drive.observe('a poll without a key', withAuthorization(request))
    await this.#drive.observe('a poll with an unknown key', withAuthorization(request, 'Bearer {{U}}'))
    if (!this.#drive.has('B')) return
    const foreign = requestTo(this.#drive.target, 'GET /videos/{id}', { id: job.id, key: 'B' })
    await this.#drive.observe('a poll by another account', foreign)
  }

  /** A submission, and polls of whatever job comes of it; where there is room for one job only, the attempt is all. */
  async #anotherJob(times: number): Promise<void> {
    const { job } = await this.#submitAnother()
    for (let poll = 0; job && poll < times + 2 && !job.final; poll++) {
      await this.#drive.wait(this.#interval)
      await this.#drive.poll(job)
    }
    if (job && !job.final) this.#drive.release(job)
    const finished = job ?? (await this.#drive.finishedJob())
    for (let poll = 0; poll < Math.min(times, 10); poll++) await this.#drive.poll(finished)
  }

  /** In full only: it costs a job. */
  async #submitAnother(): Promise<{ job?: Job }> {
    if (this.#drive.configuration.profile !== 'full') return {}
    return this.#drive.submit(this.#body.text, {
      purpose: { case: 'another job while one rests' },
      following: 'not at all',
      waits: 0,
    })
  }

  /** Refused for a different reason each, so that nobody gets by with overlooking one kind. */
  async sendRefusedBodies(turn: number): Promise<void> {
    const fields = JSON.parse(this.#body.text) as Record<string, unknown>
    const kinds = [...Map.groupBy(MUST_BE_REFUSED, ({ breaks }) => breaks).values()]
    for (const defects of kinds.slice(0, REFUSED_BODIES + 4)) {
      const defect = defects[turn % defects.length]!
      const made = defect.of(fields)
      const body = typeof made === 'string' ? made : JSON.stringify(made)
      await this.#drive.observe(
        `a body to be refused, ${defect.what}`,
        requestTo(this.#drive.target, 'POST /videos', { body }),
      )
    }
  }
}

/** Stands in for the rested one while it is only asked whether its twins came to their ends. */
const asRested = (life: Life): Life => ({ ...life, role: { trio: life.role.trio, kind: 'rested', cause: 'time' } })
