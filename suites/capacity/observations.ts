import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { isSubmission, requestTo } from '../../engine/http/requests.ts'
import { type Check, type Choice, observation } from '../../engine/judge/check.ts'
import { changedPlaces, valueAtPlace } from '../../engine/judge/values.ts'
import { cannotBeTold } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Phase } from '../../engine/run/phase.ts'
import { ChoicesSeen, type Chosen } from '../choices.ts'
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

/** With so many readings, a place that shows another value each time does not count jobs. */
const MANY = 4

/** Compared with an idle server: whether the reading changes while jobs are unfinished, and where. */
function whetherItMoves(readings: CapacityReadings): Choice {
  const idle = readings.idle()
  const busy = readings.busy()
  const [first, last] = [idle[0], idle.at(-1)]
  if (!first || idle.length < 2) return cannotBeTold('needs two reads while no job is unfinished')
  if (busy.length === 0) return cannotBeTold('needs a read while a job is unfinished')
  const all = [...idle, ...busy]
  const isClock = (place: string) => {
    const values = new Set(all.map(({ value }) => JSON.stringify(valueAtPlace(value, place))))
    return all.length >= MANY && values.size === all.length
  }
  const changedIdle = new Set(idle.flatMap(({ value }) => changedPlaces(first.value, value)))
  const changed = busy.map((each) => ({
    n: each.n,
    places: changedPlaces(first.value, each.value).filter((place) => !isClock(place)),
  }))
  const moved = changed.filter(({ places }) => places.some((place) => !changedIdle.has(place)))
  const evidence = [first.n, last!.n, ...(moved.length > 0 ? moved : busy).slice(0, 3).map(({ n }) => n)]
  const [doubtful] = changed.flatMap(({ places }) => places).filter((place) => changedIdle.has(place))
  if (moved.length === 0 && doubtful !== undefined)
    return cannotBeTold(
      `${doubtful} also changed while the run had no unfinished job: by itself, or because of other clients' jobs`,
      evidence,
    )
  return moved.length > 0
    ? chosen({ value: 'moves', words: 'it changes with the jobs' }, evidence)
    : chosen({ value: 'stays', words: 'it stays the same while jobs are unfinished' }, evidence)
}

function chosen(shown: Chosen, evidence: readonly number[]): Choice {
  const seen = new ChoicesSeen()
  seen.note(shown, ...evidence)
  return seen.choice()!
}

type Scope = {
  /** Unfinished jobs and their keys. */
  unfinished: Map<number, KeyName>
  refused: { others: boolean; n: number }[]
  otherJobs: OtherJobs
}

/** Shows by chance: an account is refused while only another one has unfinished jobs. */
const scope = observation<Scope>({
  id: 'capacity.scope',
  open: 'capacity.scope',
  suite: 'capacity',
  title: 'whether capacity is counted per account',
  begin: () => ({ unfinished: new Map(), refused: [], otherJobs: new OtherJobs() }),
  see({ unfinished, refused, otherJobs }, exchange, facts) {
    otherJobs.see(exchange, facts)
    const record = jobRecord(exchange)
    if (record && isFinal(record.status)) unfinished.delete(exchange.purpose.job!)
    const key = isSubmission(exchange.request, facts.target) ? keyOf(exchange.request) : undefined
    if (key === undefined) return
    const holders = [...unfinished.values()]
    const hasOwn = holders.some((each) => facts.keyring.areOfOneAccount(each, key) !== false)
    if (succeeded(exchange)) unfinished.set(exchange.n, key)
    if (statusOf(exchange) === 429 && !hasOwn) refused.push({ others: holders.length > 0, n: exchange.n })
  },
  conclude({ refused, otherJobs }) {
    const byOthers = refused.find(({ others }) => others)
    if (!byOthers)
      return cannotBeTold('needs a 429 for an account without unfinished jobs while another account has some')
    const sign = otherJobs.sign()
    if (sign)
      return cannotBeTold(`other clients' jobs may use the capacity: ${sign.words}`, [...sign.evidence, byOthers.n])
    const words = 'an account without unfinished jobs is refused while another account has some'
    return chosen({ value: 'shared by accounts', words }, [byOthers.n])
  },
})

export const capacityObservations: Check[] = [readingMoves, scope]
