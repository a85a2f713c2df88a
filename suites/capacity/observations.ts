import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { isSubmission, requestTo } from '../../engine/http/requests.ts'
import { type Check, type Choice, observation } from '../../engine/judge/check.ts'
import { changedPlaces, valueAtPlace } from '../../engine/judge/values.ts'
import { cannotBeTold } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import { ChoicesSeen } from '../choices.ts'
import { isFinal, jobRecord } from '../lifecycle/polls.ts'
import { CapacityReadings, OtherJobs } from './other-jobs.ts'

const MOST_READS = 3

/** Read while jobs are under way and while none is. */
const READ_CAPACITY: Phase = {
  name: 'capacity.reading-moves',
  max: ({ jobs }) => ({ requests: Math.min(jobs, MOST_READS) + 2 }),
  async drive(drive) {
    const read = () => drive.observe('the capacity', requestTo(drive.target, 'GET /capacity'))
    let reads = 0
    await drive.jobs.visitEach((job) => {
      if (reads++ >= MOST_READS) return undefined
      return { atBirth: read(), whole: job.end.then(() => undefined) }
    })
    await read()
    await drive.wait(drive.configuration.pollIntervalMs)
    await read()
  },
}

const readingMoves = observation<CapacityReadings>({
  id: READ_CAPACITY.name,
  open: 'capacity.reading-moves',
  suite: 'capacity',
  title: 'whether GET /capacity changes with the jobs',
  from: 'standard',
  needs: ['job'],
  phases: [READ_CAPACITY],
  begin: () => new CapacityReadings(),
  see: (readings, exchange, facts) => readings.see(exchange, facts),
  conclude: (readings) => whetherItMoves(readings),
})

/** So many different values in a row nothing shows that counts jobs. */
const MANY = 4

/** What shows another value at each reading counts no jobs. */
function isAClock(place: string, readings: readonly { value: unknown }[]): boolean {
  const values = new Set(readings.map(({ value }) => JSON.stringify(valueAtPlace(value, place))))
  return readings.length >= MANY && values.size === readings.length
}

/** With jobs is: while some are under way, and at rest as it was before, at the same place each time. */
function whetherItMoves(readings: CapacityReadings): Choice {
  const atRest = readings.atRest()
  const busy = readings.busy()
  const [rest] = atRest
  if (!rest || atRest.length < 2) return cannotBeTold('needs two reads while no job is unfinished')
  if (busy.length === 0) return cannotBeTold('needs a read while a job is unfinished')
  const last = atRest.at(-1)!
  const all = [...atRest, ...busy]
  const atRestToo = new Set(atRest.flatMap(({ value }) => changedPlaces(rest.value, value)))
  const moving = busy.map(({ value }) => changedPlaces(rest.value, value).filter((place) => !isAClock(place, all)))
  const moved = busy.filter((_, index) => moving[index]!.some((place) => !atRestToo.has(place)))
  const evidence = [rest.n, last.n, ...(moved.length > 0 ? moved : busy).slice(0, 3).map(({ n }) => n)]
  const doubtful = moving.flat().filter((place) => atRestToo.has(place))
  if (moved.length === 0 && doubtful.length > 0)
    return cannotBeTold(
      `${doubtful[0]} also changed while the run had no unfinished job: by itself, or because of other clients' jobs`,
      evidence,
    )
  const seen = new ChoicesSeen()
  const shown =
    moved.length > 0
      ? { value: 'moves', words: 'it changes with the jobs' }
      : { value: 'stays', words: 'it stays the same while jobs are unfinished' }
  seen.note(shown, ...evidence)
  return seen.choice()!
}

type Scope = {
  /** Jobs that have not ended, and who submitted them. */
  underWay: Map<number, KeyName>
  refused: { others: boolean; n: number }[]
  strangers: OtherJobs
}

/** Shown by chance: another account is taken on while this one is refused, or refused while it has nothing under way. */
const scope = observation<Scope>({
  id: 'capacity.scope',
  open: 'capacity.scope',
  suite: 'capacity',
  title: 'whether capacity is counted per account',
  begin: () => ({ underWay: new Map(), refused: [], strangers: new OtherJobs() }),
  see(scope, exchange, facts) {
    scope.strangers.see(exchange, facts)
    const record = jobRecord(exchange)
    if (record && isFinal(record.status)) scope.underWay.delete(exchange.purpose.job!)
    if (!isSubmission(exchange.request, facts.target)) return
    const key = keyOf(exchange.request)
    if (key === undefined) return
    const holders = [...scope.underWay.values()]
    const own = holders.some((each) => facts.keyring.areOfOneAccount(each, key) !== false)
    if (succeeded(exchange)) scope.underWay.set(exchange.n, key)
    if (statusOf(exchange) === 429 && !own) scope.refused.push({ others: holders.length > 0, n: exchange.n })
  },
  conclude({ refused, strangers }) {
    const byOthers = refused.find(({ others }) => others)
    if (!byOthers)
      return cannotBeTold('needs a 429 for an account without unfinished jobs while another account has some')
    const sign = strangers.sign()
    if (sign)
      return cannotBeTold(`other clients' jobs may use the capacity: ${sign.words}`, [...sign.evidence, byOthers.n])
    const seen = new ChoicesSeen()
    const words = 'an account without unfinished jobs is refused while another account has some'
    seen.note({ value: 'shared by accounts', words }, byOthers.n)
    return seen.choice()
  },
})

export const capacityObservations: Check[] = [readingMoves, scope]
