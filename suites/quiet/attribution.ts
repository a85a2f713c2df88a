import { type Check, type Facts, type Rule, rule } from '../../runner/check.ts'
import type { Exchange } from '../../runner/exchange.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { at, jsonOf, succeeded } from '../../runner/reading.ts'
import { changedPlaces } from '../../runner/values.ts'
import { fail, inconclusive, pass, skip, type Verdict, type Violation } from '../../runner/verdict.ts'
import { list } from '../../runner/words.ts'
import type { Need } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import { livesIn } from './lives.ts'
import { METERS, meterAt, READINGS_IN_ORDER, type Reading } from './meters.ts'
import { keepQuiet, QUIET_PHASE } from './phase.ts'

type Meter = { name: EndpointName; key: KeyName }

/** One meter over the whole phase: at which places it changed from reading to reading, what moves by itself left out. */
type Course = Meter & {
  readings: Map<Reading, Exchange>
  byItself: string[]
  changed(from: Reading, to: Reading): string[]
  all(from: Reading, to: Reading): string[]
}

function courseOf(exchanges: readonly Exchange[], { name, key }: Meter): Course | string {
  const readings = new Map<Reading, Exchange>()
  for (const reading of READINGS_IN_ORDER) {
    const exchange = meterAt(exchanges, reading, name, key)
    if (!exchange || !succeeded(exchange) || !jsonOf(exchange))
      return `${name} of key ${key} could not be read ${reading}`
    readings.set(reading, exchange)
  }
  const all = (from: Reading, to: Reading) =>
    changedPlaces(jsonOf(readings.get(from)!)?.value, jsonOf(readings.get(to)!)?.value)
  const byItself = all('at rest', 'at rest again')
  const changed = (from: Reading, to: Reading) => all(from, to).filter((place) => !byItself.includes(place))
  return { name, key, readings, byItself, all, changed }
}

const JOBS: [Reading, Reading][] = [
  ['at rest again', 'after a first job'],
  ['after a first job', 'after a second job'],
]
const REFUSALS: [Reading, Reading][] = [
  ['after a second job', 'after refused bodies'],
  ['after refused bodies', 'after more refused bodies'],
]

/** What was inferred from counts has to show both times, at the same place. */
function movedBothTimes(course: Course, times: [Reading, Reading][]): string[] {
  const [first = [], second = []] = times.map(([from, to]) => course.changed(from, to))
  return first.filter((place) => second.includes(place))
}

function violation(course: Course, times: [Reading, Reading][], expected: string, places: string[]): Violation {
  const readings = [times[0]![0], times[0]![1], times[1]![1]].map((reading) => course.readings.get(reading)!)
  const values = readings.map(
    (each) => JSON.stringify(at(jsonOf(each)?.value, (places[0] ?? '').split('.'))) ?? 'nothing',
  )
  const received = places.length > 0 ? `${places[0]} went ${values.join(' → ')}` : 'nothing in it moved, twice'
  return { case: `${course.name} of key ${course.key}`, expected, received, evidence: readings.map(({ n }) => n) }
}

/** Holds numbers, which may count anything, or only such things as times and ids, which count nothing. */
function mayCount(course: Course, places: string[]): boolean {
  const value = jsonOf(course.readings.get('at rest')!)?.value
  return places.some((place) => typeof at(value, place.split('.')) === 'number')
}

function ownUsage(course: Course): Violation | string | undefined {
  const still = JOBS.filter(([from, to]) => course.changed(from, to).length === 0)
  if (still.length < JOBS.length) return undefined
  if (mayCount(course, course.byItself)) return `${list(course.byItself)} move by themselves, and nothing else did`
  return violation(course, JOBS, 'something that moves with each job of this key', [])
}

const othersUsage = (course: Course): Violation | undefined => {
  const places = movedBothTimes(course, JOBS)
  return places.length > 0
    ? violation(course, JOBS, 'nothing that moves with the jobs of another key', places)
    : undefined
}

/** Attempts may be counted: what usage counts is open. What a job alone has to move must not move without one. */
const OF_ATTEMPTS = /request|call|attempt|refus|reject|error|fail|invalid|submi|hit|quer/i

function refusedFor(course: Course): Violation | undefined {
  const withJobs = movedBothTimes(course, JOBS)
  const places = movedBothTimes(course, REFUSALS)
    .filter((place) => course.name === 'GET /billing/balance' || withJobs.includes(place))
    .filter((place) => !OF_ATTEMPTS.test(place))
  return places.length > 0
    ? violation(course, REFUSALS, 'nothing that moves with bodies that are refused', places)
    : undefined
}

type Judge = (course: Course) => Violation | string | undefined

function meterRule(
  named: { id: string; clause: ClauseId; title: string; needs?: readonly Need[] },
  meters: readonly { of: Meter; judge: Judge }[],
  isTried: (exchanges: readonly Exchange[]) => string | undefined,
): Check {
  return rule<Exchange[]>({
    suite: 'quiet',
    from: 'standard',
    exclusive: true,
    ...named,
    needs: ['finished-job', ...(named.needs ?? [])],
    cost: () => ({ requests: 0 }),
    drive: (drive) => drive.together(QUIET_PHASE, keepQuiet),
    begin: () => [],
    see(exchanges, exchange) {
      if (exchange.purpose.by === QUIET_PHASE) exchanges.push(exchange)
    },
    conclude(exchanges, { keys }: Facts): Verdict {
      if (exchanges.length === 0) return skip('no job could be watched')
      const untried = isTried(exchanges)
      if (untried) return inconclusive(untried)
      const own = meters.filter(({ of }) => keys.includes(of.key))
      const found = own.map(({ of, judge }) => {
        const course = courseOf(exchanges, of)
        return typeof course === 'string' ? course : judge(course)
      })
      const violations = found.filter((each): each is Violation => typeof each === 'object')
      if (violations.length > 0) return fail(violations, own.length)
      const doubts = found.filter((each) => typeof each === 'string')
      if (doubts.length > 0) return inconclusive(list(doubts))
      return pass(
        own.length,
        exchanges
          .filter((each) => each.purpose.case?.startsWith('GET /'))
          .map(({ n }) => n)
          .slice(0, 20),
      )
    },
  } as Rule<Exchange[]>)
}

function twoJobs(exchanges: readonly Exchange[]): string | undefined {
  const ended = livesIn(exchanges).filter((life) => life.role.kind !== 'rested' && life.role.trio === 1 && life.ended)
  return ended.length < 2 ? 'no two jobs came to their ends while the meters were watched' : undefined
}

function refusedTwice(exchanges: readonly Exchange[]): string | undefined {
  const tried = exchanges.filter((each) => each.purpose.case?.startsWith('a body to be refused'))
  if (tried.length === 0) return 'no body was refused while the meters were watched'
  return tried.some(succeeded) ? 'a body was accepted that has to be refused, so the meters may well move' : undefined
}

const [usageA, usageA2, usageB, balanceA, balanceB] = METERS as [Meter, Meter, Meter, Meter, Meter]

export const attribution: Check[] = [
  meterRule(
    {
      id: 'quiet.usage-follows-its-key',
      clause: 'accounts.usage-moves-with-its-key',
      title: 'moves the usage of a key by the end of its job, and of no other key of the account',
      needs: ['same-account-key'],
    },
    [
      { of: usageA, judge: ownUsage },
      { of: usageA2, judge: othersUsage },
    ],
    twoJobs,
  ),
  meterRule(
    {
      id: 'quiet.other-account-stays',
      clause: 'accounts.balance-is-their-own',
      title: "moves no account's usage or balance with another account's job",
      needs: ['other-account-key'],
    },
    [
      { of: usageB, judge: othersUsage },
      { of: balanceB, judge: othersUsage },
    ],
    twoJobs,
  ),
  meterRule(
    {
      id: 'quiet.refusals-cost-nothing',
      clause: 'submission.refused-costs-nothing',
      title: 'neither makes a job of a refused body nor charges for it',
    },
    [
      { of: usageA, judge: refusedFor },
      { of: balanceA, judge: refusedFor },
    ],
    (exchanges) => twoJobs(exchanges) ?? refusedTwice(exchanges),
  ),
]
