import { pricingOf } from '../../engine/config/prices/prices.ts'
import { statusOf } from '../../engine/history/reading/reading.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { Cost, Phase, PlanInput, Quickness } from '../../engine/run/phase.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { FIELDS } from '../../spec/words.ts'
import { isOddAfterJobsOf, isOddAfterRefusals } from './attribution-rules.ts'
import { comparedBody, otherInWords, otherJobs } from './bodies.ts'
import { COUNTERS } from './counters.ts'
import { LONGER, leastRest, Rests, TURNS } from './rests.ts'
import { QuietSession, REFUSED_BODIES, SLOWER } from './session.ts'

export const QUIET: Phase = {
  name: 'quiet phase',
  stage: 'quiet',
  undisturbed: true,
  max,
  priority: 2,
  lasts,
  drive: keepQuiet,
}

/** Readings while a finished job is polled, and more behind them. */
const POLLS_WHILE_IDLE = 3
const MORE_READINGS = 4
/** The first 429 is where the counters stand then; two more show whether a 429 changes them. */
const REFUSALS_WATCHED = 3
/** Each is as long as usage may lag. */
const MOST_IDLES = 4

/** One job after the other, with no other traffic: what advances a job, and what changes the counters. */
async function keepQuiet(drive: Driver): Promise<void> {
  const session = new QuietSession(drive, await comparedBody(drive), await otherJobs(drive))
  await session.continue()
  await drive.part('idling', () => watchIdling(session))
  await drive.part('fast job', () => compareAndRead(session, 'A', 'fast'))
  await drive.part('slow job', () => compareAndRead(session, drive.has('A2') ? 'A2' : 'A', 'slow'))
  await drive.part('refused bodies', () => watchRefusals(session))
  await new Rests(session).run()
  for (const each of session.unwatched) await drive.part(otherInWords(each), () => session.watch(each))
  session.unwatched = []
  await repeatOddJobs(session)
  await useUpCapacity(session)
}

async function compareAndRead(session: QuietSession, key: KeyName, pace: 'fast' | 'slow'): Promise<void> {
  if (await session.compare({ trio: 1, pace }, key)) await session.readAfterAJob({ event: 'a job', key })
}

/** What changes by itself, also with polls and with each reading (for example the name of the host that answers). */
async function watchIdling(session: QuietSession): Promise<void> {
  const { drive, interval } = session
  await session.readCounters()
  const job = await drive.jobs.finished()
  for (let poll = 0; poll < POLLS_WHILE_IDLE; poll++) {
    await drive.wait(interval)
    await drive.jobs.poll(job)
    await session.readCounters({ event: 'nothing', key: 'A' })
  }
  for (let more = 0; more < MORE_READINGS; more++) await session.readCounters({ event: 'nothing', key: 'A' })
}

async function watchRefusals(session: QuietSession): Promise<void> {
  const sendAll = async () => {
    for (const turn of [0, 1]) {
      await session.sendRefusedBodies(turn)
      await session.readCounters({ event: 'refused bodies', key: 'A' })
    }
  }
  await sendAll()
  if (!isOddAfterRefusals('refused bodies', session.situation())) return
  await session.idle()
  await sendAll()
}

/** A surprising change is repeated: after an idle time, and once more right after that. */
async function repeatOddJobs(session: QuietSession): Promise<void> {
  const keys = (['A', 'A2', 'B'] as const).filter((key) => session.drive.has(key))
  const unusual = session.others.filter(({ sort }) => sort !== undefined)
  let idles = 0
  for (const each of [...keys.map((key) => session.nextOf(key)), ...unusual]) {
    const isOdd = () => isOddAfterJobsOf(each, session.situation())
    if (!isOdd()) continue
    if (idles++ < MOST_IDLES) await session.idle()
    for (let more = 0; more < 2 && isOdd(); more++) await session.watch(each)
  }
}

/** With --burst: submits until 429, and reads the counters between one 429 and the next. */
async function useUpCapacity(session: QuietSession): Promise<void> {
  const { drive } = session
  const jobs: Job[] = []
  await submitUntil429(session, jobs, true)
  if (isOddAfterRefusals('a 429', session.situation())) {
    await session.idle()
    await submitUntil429(session, jobs, false)
  }
  for (const job of jobs) drive.jobs.release(job)
  await Promise.all(jobs.map(({ end }) => end))
}

async function submitUntil429(session: QuietSession, jobs: Job[], readsBetween: boolean): Promise<void> {
  const { drive, body } = session
  const how = { purpose: { case: 'a job to use up the capacity' }, following: 'not at all' as const, waits: 0 }
  for (let refusals = 0; jobs.length < drive.configuration.burst && refusals < REFUSALS_WATCHED; ) {
    const { exchange, job } = await drive.jobs.submit(body.text, how)
    if (job) jobs.push(job)
    else if (statusOf(exchange) !== 429) return
    else {
      await session.readCounters(refusals === 0 ? undefined : { event: 'a 429', key: 'A' })
      // Readings without free capacity, too.
      if (refusals++ === 0 && readsBetween) await session.readEverything()
    }
  }
}

/** What the phase sends if nothing odd is seen. */
function amountsOf({ keys, configuration: { profile, failingPrompt } }: PlanInput) {
  const one = (key: KeyName) => (keys.includes(key) ? 1 : 0)
  const isFull = profile === 'full'
  const unusual = isFull ? 1 + (failingPrompt === undefined ? 0 : 1) : 0
  const finished = 1 + one('A2') + one('B')
  const refused = 2 * (REFUSED_BODIES.length + one('R'))
  const reading = READINGS.length * (1 + one('A2'))
  return {
    ...{ unusual, refused, reading },
    counters: COUNTERS.filter(({ key }) => keys.includes(key)).length,
    others: isFull ? unusual + one('B') : 1,
    rested: isFull ? 2 : 1,
    requestsWhileResting: TURNS * (reading + 2 + one('R') + one('B') + finished) + refused + (isFull ? finished : 0),
  }
}

const SHORTEST = FIELDS.duration.least

function max(input: PlanInput): Cost {
  const { profile, burst, prices } = input.configuration
  if (profile === 'smoke') return { requests: 0 }
  const { unusual, refused, reading, counters, others, rested, requestsWhileResting } = amountsOf(input)
  const compared = 2 + rested
  const readings = 1 + POLLS_WHILE_IDLE + MORE_READINGS + compared + others + 4
  const jobs = compared + others + burst
  const onceFull = burst > 0 ? REFUSALS_WATCHED * (1 + counters) + reading : 0
  const pricing = pricingOf(prices)
  const plain = jobs - unusual
  return {
    requests: 1 + readings * counters + POLLS_WHILE_IDLE + refused + rested * requestsWhileResting + jobs + onceFull,
    jobs,
    videoSeconds: jobs * SHORTEST,
    ...(unusual === 0 && { kind: 'plain' }),
    ...(pricing && { money: pricing.plain(plain, plain * SHORTEST) + pricing.any(unusual, unusual * SHORTEST) }),
  }
}

/** Polled fast, polled slowly, and left alone for longer than the slow one took; in full a second time. */
function lasts(input: PlanInput, { answerMs, polls }: Quickness): number {
  const { profile, pollIntervalMs: interval } = input.configuration
  if (profile === 'smoke') return 0
  const { rested, requestsWhileResting } = amountsOf(input)
  const fast = polls * (interval + answerMs)
  const slow = polls * (SLOWER * interval + answerMs)
  const rest = Math.max(leastRest(input.configuration), slow * LONGER, requestsWhileResting * answerMs) + fast
  const times = profile === 'full' && polls > 2 ? 2 : 1
  const others = (max(input).requests - rested * requestsWhileResting) * answerMs
  return POLLS_WHILE_IDLE * interval + fast + slow + times * rest + others
}
