import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import { valueAtPlace } from '../../engine/judge/values.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import {
  COUNTERS,
  type Course,
  changedInAll,
  courseOf,
  hasPlace,
  isBalance,
  isOwnerOf,
  movedBy,
  type Step,
  stepsOf,
} from './counters.ts'
import { type Counter, type Event, FAILING, READING, type Reading } from './marks.ts'

/** The violation of a counter, or why it cannot be judged. */
export type Finding = Violation | string | undefined

type Sort = { key: KeyName; sort?: string | undefined }
export type Situation = { exchanges: readonly Exchange[]; has: (key: KeyName) => boolean; lagMs: number }

/** Steps that confirm each other. */
const SURE = 2
/** Without requests of the owner, which may change the counter. */
const withoutOwnRequests = (steps: readonly Step[]) => steps.filter(({ ownRequests }) => ownRequests === 0)
const calmly = (steps: readonly Step[], lagMs: number) =>
  steps.filter(({ calmButForRefusals }) => calmButForRefusals >= lagMs)
const nameOf = ({ name, key }: Counter) => `${name} of key ${key}`

/** Whether another job of this sort has to confirm a surprising change. */
export function isOddAfterJobsOf({ key, sort }: Sort, { exchanges, has, lagMs }: Situation): boolean {
  return COUNTERS.filter((counter) => has(counter.key)).some((counter) => {
    const isForeign = !isOwnerOf(counter, key)
    const course = courseOf(exchanges, counter, isForeign ? 'without requests' : 'without a job')
    const steps = stepsOf(course, 'a job', [key]).filter((step) => step.sort === sort)
    if (isForeign) return isDoubtful(steps, lagMs)
    return !isBalance(counter) && sort !== FAILING && steps.length === 1 && steps[0]!.changed.length === 0
  })
}

/** Whether refusals have changed a counter, and accepted jobs may have done so with a delay. */
export function isOddAfterRefusals(event: Event, { exchanges, has, lagMs }: Situation): boolean {
  return COUNTERS.filter(({ key }) => key === 'A' && has(key)).some((counter) => {
    const course = courseOf(exchanges, counter)
    const steps = stepsOf(course, event).filter(({ madeAJob }) => !madeAJob)
    return steps.length > 1 && calmly(steps, lagMs).length < SURE && changedByRefusals(course, steps).length > 0
  })
}

/** Whether the usage of a key has not changed yet with the job before this reading. */
export function isBehind({ meter, reading, happening }: Reading, exchanges: readonly Exchange[]): boolean {
  if (happening?.sort === FAILING) return false
  const course = courseOf(exchanges, meter)
  const step = course.steps.find(({ after }) => READING.in(after)?.reading === reading)
  return step !== undefined && step.changed.length === 0 && !course.countsByItself
}

function isDoubtful(steps: readonly Step[], lagMs: number): boolean {
  const alone = withoutOwnRequests(steps)
  const sure = alone.filter(({ calm }) => calm >= lagMs)
  return sure.length < SURE && changedInAll(sure.length > 0 ? sure : alone.slice(0, 1)).length > 0
}

/** Jobs of one sort are compared with each other. */
const bySort = (steps: readonly Step[]) => [...Map.groupBy(steps, ({ sort }) => sort).values()]

/** The usage of a key after its own jobs. Failed jobs may be free. */
export function ownJobs(course: Course, lagMs: number): Finding {
  const all = stepsOf(course, 'a job', [course.key]).filter(({ sort }) => sort !== FAILING)
  const unchanged = bySort(all).find((steps) => steps.every(({ changed }) => changed.length === 0))
  if (!unchanged) return undefined
  if (course.countsByItself)
    return `${few(course.byItself)} changed while this run was idle, by themselves or because of other clients; nothing else changed`
  if (unchanged.length < SURE) return `${nameOf(course)} did not change with one job, and no second job confirmed it`
  const waited = Math.max(...unchanged.map((step) => step.waited))
  if (waited < lagMs)
    return `${nameOf(course)} did not change within ${(waited / 1000).toFixed(1)} s after a job finished, and may lag for ${lagMs / 1000} s`
  return violation(course, unchanged, 'a value that changes with each job of this key', [])
}

/** A counter after jobs of keys that it does not belong to. */
export function othersJobs(course: Course, keys: readonly KeyName[], lagMs: number): Finding {
  for (const key of keys)
    for (const steps of bySort(stepsOf(course, 'a job', [key]))) {
      if (isDoubtful(steps, lagMs)) {
        const places = few(withoutOwnRequests(steps).flatMap(({ amounts }) => amounts))
        return `${nameOf(course)} changed at ${places} with one job of key ${key}; it may be chance or a delayed effect, and no two other jobs confirmed it`
      }
      const sure = withoutOwnRequests(steps).filter(({ calm }) => calm >= lagMs)
      const moved = sure.length < SURE ? [] : changedInAll(sure)
      const places = moved.filter((place) => !sameAccount(course.key, key) || !isTotalBeside(course, sure, place))
      if (places.length > 0) return violation(course, sure, `no value that changes with the jobs of key ${key}`, places)
    }
  return undefined
}

/** A total of the account beside the usage of this key: own jobs change both alike, those of other keys only the total. */
function isTotalBeside(course: Course, withOthers: readonly Step[], total: string): boolean {
  const own = stepsOf(course, 'a job', [course.key]).filter(({ amounts }) => hasPlace(amounts, total))
  const isOfThisKey = (place: string) =>
    !withOthers.some(({ amounts }) => hasPlace(amounts, place)) &&
    own.every((step) => movedBy(step, place) !== undefined && movedBy(step, place) === movedBy(step, total))
  return changedInAll(own).some(isOfThisKey)
}

const REFUSALS: Partial<Record<Event, string>> = {
  'refused bodies': 'refused submissions',
  'a 429': 'submissions that return 429',
}

export function refusals(course: Course, lagMs: number): Finding {
  for (const [event, words] of Object.entries(REFUSALS)) {
    const steps = stepsOf(course, event as Event).filter(({ madeAJob }) => !madeAJob)
    const places = changedByRefusals(course, steps)
    const sure = calmly(steps, lagMs)
    if (places.length > 0 && sure.length < SURE)
      return `${nameOf(course)} changed at ${few(places)} with ${words}; it may be chance or a delayed effect of accepted jobs`
    const still = changedByRefusals(course, sure)
    if (places.length > 0 && still.length > 0)
      return violation(course, sure, `no value that changes with ${words}`, still)
  }
  return undefined
}

/** Attempts may be counted: what usage counts is open. What each job changes must not change without one. */
const OF_ATTEMPTS = /request|call|attempt|refus|reject|error|fail|invalid|submi|hit|quer/i
const OF_JOBS = /job|used|video|succe|complet|second|minute|duration|credit|cost|charge|price|spen|amount|money/i

function changedByRefusals(course: Course, steps: readonly Step[]): string[] {
  const byJobs = stepsOf(course, 'a job', [course.key]).flatMap(({ changed }) => changed)
  return changedInAll(steps).filter(
    (place) => (isBalance(course) || hasPlace(byJobs, place)) && !isOfAttempts(course, steps, place),
  )
}

/** By its name or that of its row; or, in usage, if it grows by no more than one per request. */
function isOfAttempts(course: Course, steps: readonly Step[], place: string): boolean {
  const named = `${place} ${textsBeside(steps[0]!.after, place)}`
  if (OF_ATTEMPTS.test(named)) return true
  const isOneEach = (step: Step) => (movedBy(step, place) ?? Number.POSITIVE_INFINITY) <= step.ownRequests
  return !isBalance(course) && !OF_JOBS.test(named) && steps.every(isOneEach)
}

/** A row may be called "requests", and its number "value". */
function textsBeside(exchange: Exchange, place: string): string {
  const record = valueAtPlace(jsonOf(exchange)?.value, place.split('.').slice(0, -1).join('.'))
  const values = typeof record === 'object' && record !== null ? Object.values(record) : []
  return values.filter((value) => typeof value === 'string').join(' ')
}

const FEW = 3
const few = (places: readonly string[]) =>
  places.length > FEW ? `${places.slice(0, FEW).join(', ')} and ${places.length - FEW} more` : list([...places])

function violation(course: Course, steps: readonly Step[], expected: string, [place]: string[]): Violation {
  const valueIn = (exchange: Exchange) =>
    JSON.stringify(valueAtPlace(jsonOf(exchange)?.value, place ?? '')) ?? 'nothing'
  const shown = steps.map(({ before, after }) => `${valueIn(before)} → ${valueIn(after)}`)
  const none = `no change after ${steps.length} jobs${steps[0]?.sort ? ` ${steps[0].sort}` : ''}`
  return {
    case: nameOf(course),
    expected,
    received: place === undefined ? none : `${place} changed: ${list(shown)}`,
    evidence: steps.flatMap(({ before, after }) => [before.n, after.n]),
  }
}
