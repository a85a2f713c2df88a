import type { Phase } from '../../runner/driving/phase.ts'
import type { Exchange } from '../../runner/history/exchange.ts'
import { jsonOf, statusOf, succeeded } from '../../runner/history/reading.ts'
import { keyOf } from '../../runner/history/who-asks.ts'
import { type Check, observation } from '../../runner/judging/check.ts'
import { changedPlaces } from '../../runner/judging/values.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { below } from '../../runner/settings/target.ts'
import { isSubmission, requestTo } from '../../runner/wire/requests.ts'
import { ChoicesSeen } from '../choices.ts'
import { isFinal, jobRecord } from '../lifecycle/polls.ts'

const MOST_READS = 3

/** The last two readings while no job was under way, and the first of each body while one was. */
type Reads = { underWay: Set<number>; atRest: Exchange[]; busy: Map<string, Exchange> }

/** Read while jobs are under way and while none is. */
const READ_CAPACITY: Phase = {
  name: 'capacity.reading',
  cost: () => ({ requests: MOST_READS + 2 }),
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

const readingMoves = observation<Reads>({
  id: READ_CAPACITY.name,
  open: 'capacity.reading-moves',
  suite: 'capacity',
  title: 'whether GET /capacity moves with the jobs',
  from: 'standard',
  needs: ['job'],
  phases: [READ_CAPACITY],
  begin: () => ({ underWay: new Set(), atRest: [], busy: new Map() }),
  see(reads, exchange, facts) {
    const record = jobRecord(exchange)
    if (record && isFinal(record.status)) reads.underWay.delete(exchange.purpose.job!)
    if (isSubmission(exchange.request, facts.target) && succeeded(exchange)) reads.underWay.add(exchange.n)
    if (exchange.request.path !== below(facts.target, '/capacity') || !succeeded(exchange) || !jsonOf(exchange)) return
    const body = exchange.answer?.body ?? ''
    if (reads.underWay.size === 0) reads.atRest = [...reads.atRest, exchange].slice(-2)
    else if (!reads.busy.has(body)) reads.busy.set(body, exchange)
  },
  conclude({ atRest, busy }) {
    const [rest, again] = atRest
    const readings = [...busy.values()]
    if (!rest || !again || readings.length === 0) return undefined
    const value = (exchange: Exchange) => jsonOf(exchange)?.value
    const byItself = changedPlaces(value(rest), value(again))
    const moved = readings.find((each) =>
      changedPlaces(value(rest), value(each)).some((place) => !byItself.includes(place)),
    )
    const evidence = [rest.n, again.n, (moved ?? readings[0]!).n]
    const seen = new ChoicesSeen()
    const shown = moved
      ? { value: 'moves', words: 'it moves with the jobs' }
      : { value: 'stays', words: 'it stays the same while jobs are under way' }
    seen.note(shown, ...evidence)
    return seen.choice()
  },
})

type Scope = {
  /** Jobs that have not ended, and who submitted them. */
  underWay: Map<number, KeyName>
  refused: { others: boolean; n: number }[]
}

/** Shown by chance: another account is taken on while this one is refused, or refused while it has nothing under way. */
const scope = observation<Scope>({
  id: 'capacity.whose',
  open: 'capacity.scope',
  suite: 'capacity',
  title: 'whether capacity is counted by account',
  begin: () => ({ underWay: new Map(), refused: [] }),
  see(scope, exchange, facts) {
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
  conclude({ refused }) {
    const byOthers = refused.find(({ others }) => others)
    const seen = new ChoicesSeen()
    const words = 'an account with nothing under way is refused while another has jobs'
    if (byOthers) seen.note({ value: 'shared by accounts', words }, byOthers.n)
    return seen.choice()
  },
})

export const capacityObservations: Check[] = [readingMoves, scope]
