import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import { valueAtPlace } from '../../engine/judge/values.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { type Event, type Meter, READING, type Reading } from './marks.ts'
import {
  type Course,
  changedInAll,
  courseOf,
  hasPlace,
  isOwnerOf,
  METERS,
  movedBy,
  ofOneSort,
  type Step,
  stepsOf,
} from './meters.ts'

/** The violation of a meter, or why it cannot be judged. */
export type Accusation = Violation | string | undefined

const isBalance = ({ name }: Meter) => name === 'GET /billing/balance'

/** Whose jobs must leave this meter alone: every other key's in usage, other accounts' in a balance. */
export const isForeignTo = (meter: Meter, key: KeyName): boolean => !isOwnerOf(meter, key)

/** Whoever pays only for what succeeds leaves its own usage where it was. */
export const FAILING = 'that fails'

type Sort = { key: KeyName; sort?: string | undefined }
type Situation = { exchanges: readonly Exchange[]; has: (key: KeyName) => boolean; lagMs: number }

/** Whether one more job of a sort has to confirm a surprising change. */
export function isOddAfterJobsOf({ key, sort }: Sort, { exchanges, has, lagMs }: Situation): boolean {
  return METERS.filter((meter) => has(meter.key)).some((meter) => {
    const isForeign = isForeignTo(meter, key)
    const course = courseOf(exchanges, meter, isForeign ? 'altogether' : 'but for usual requests')
    const steps = stepsOf(course, 'a job', [key]).filter((step) => step.sort === sort)
    if (isForeign) return isLeftInDoubt(steps, lagMs)
    return !isBalance(meter) && sort !== FAILING && steps.length === 1 && steps[0]!.changed.length === 0
  })
}

/** Whether what must not be moved by refusals was, by all of them, and lagged behind something else perhaps. */
export function isOddAfterRefusals(event: Event, { exchanges, has, lagMs }: Situation): boolean {
  return METERS.filter(({ key }) => key === 'A' && has(key)).some((meter) => {
    const course = courseOf(exchanges, meter)
    const steps = stepsOf(course, event).filter(({ madeAJob }) => !madeAJob)
    return steps.length > 1 && calmly(steps, lagMs).length < 2 && placesMoved(course, steps).length > 0
  })
}

/** What a meter's owner asks for meanwhile, or shortly before, may move it: that it moved then says nothing about others. */
const SURE = 2
const undisturbed = (steps: readonly Step[]) => steps.filter(({ isOwnDoing }) => !isOwnDoing)
const calmly = (steps: readonly Step[], lagMs: number) =>
  steps.filter(({ calmButForRefusals }) => calmButForRefusals >= lagMs)

function isLeftInDoubt(steps: readonly Step[], lagMs: number): boolean {
  const alone = undisturbed(steps)
  const sure = alone.filter(({ calm }) => calm >= lagMs)
  return sure.length < SURE && changedInAll(sure.length > 0 ? sure : alone.slice(0, 1)).length > 0
}

/** The usage of a key, by the end of a job of its own. */
export function ownJobs(course: Course, lagMs: number): Accusation {
  const sorts = ofOneSort(stepsOf(course, 'a job', [course.key]).filter(({ sort }) => sort !== FAILING))
  return sorts.map((steps) => ownJobsOfOneSort(course, steps, lagMs)).find((finding) => finding !== undefined)
}

/** Whether the usage of a key has not moved yet with the job that this reading follows. */
export function isBehind({ meter, reading, happening }: Reading, exchanges: readonly Exchange[]): boolean {
  if (happening?.sort === FAILING) return false
  const course = courseOf(exchanges, meter)
  const step = course.steps.find(({ after }) => READING.in(after)?.reading === reading)
  return step !== undefined && step.changed.length === 0 && !course.countsByItself
}

function ownJobsOfOneSort(course: Course, steps: readonly Step[], lagMs: number): Accusation {
  if (steps.some(({ changed }) => changed.length > 0)) return undefined
  if (course.countsByItself)
    return `${few(course.byItself)} changed while this run was idle, by themselves or because of other clients; nothing else changed`
  if (steps.length < 2) return `${nameOf(course)} did not change with one job, and no second job confirmed it`
  const waited = Math.max(...steps.map((step) => step.waited))
  if (waited < lagMs)
    return `${nameOf(course)} did not change within ${(waited / 1000).toFixed(1)} s after a job finished, and may lag for ${lagMs / 1000} s`
  return violation(course, steps, 'a value that changes with each job of this key', [])
}

/** Any meter, with the jobs of these keys, which are none of its business. */
export function othersJobs(course: Course, keys: readonly KeyName[], lagMs: number): Accusation {
  const sorts = keys.flatMap((key) => ofOneSort(stepsOf(course, 'a job', [key])).map((steps) => ({ key, steps })))
  for (const { key, steps } of sorts) {
    if (isLeftInDoubt(steps, lagMs)) {
      const places = undisturbed(steps).flatMap(({ amounts }) => amounts)
      return `${nameOf(course)} changed at ${few(places)} with one job of key ${key}; it may be chance or a delayed effect, and no two other jobs confirmed it`
    }
    const sure = undisturbed(steps).filter(({ calm }) => calm >= lagMs)
    const moved = sure.length < SURE ? [] : changedInAll(sure)
    const places = moved.filter((place) => !sameAccount(course.key, key) || !isTotalBeside(course, sure, place))
    if (places.length > 0) return violation(course, sure, `no value that changes with the jobs of key ${key}`, places)
  }
  return undefined
}

/**
 * What all keys of the account used together may stand beside what this one used: with a job of its own both move alike, and
 * with another key's the one alone.
 */
function isTotalBeside(course: Course, withOthers: readonly Step[], total: string): boolean {
  const own = stepsOf(course, 'a job', [course.key]).filter(({ amounts }) => hasPlace(amounts, total))
  const isOfThisKey = (place: string) =>
    !withOthers.some(({ amounts }) => hasPlace(amounts, place)) &&
    own.every((step) => movedBy(step, place) !== undefined && movedBy(step, place) === movedBy(step, total))
  return changedInAll(own).some(isOfThisKey)
}

/** Attempts may be counted: what usage counts is open. What a job alone has to move must not move without one. */
const OF_ATTEMPTS = /request|call|attempt|refus|reject|error|fail|invalid|submi|hit|quer/i

export function refusals(course: Course, lagMs: number): Accusation {
  return (
    moves(course, lagMs, 'refused bodies', 'refused submissions') ??
    moves(course, lagMs, 'a 429', 'submissions that return 429')
  )
}

function moves(course: Course, lagMs: number, event: Event, inWords: string): Accusation {
  const steps = stepsOf(course, event).filter(({ madeAJob }) => !madeAJob)
  const places = placesMoved(course, steps)
  if (places.length === 0) return undefined
  const sure = calmly(steps, lagMs)
  if (sure.length < SURE)
    return `${nameOf(course)} changed at ${few(places)} with ${inWords}; it may be chance or a delayed effect of accepted jobs`
  const still = placesMoved(course, sure)
  return still.length === 0 ? undefined : violation(course, sure, `no value that changes with ${inWords}`, still)
}

/** What moved in all of the steps, and counts neither attempts nor anything that jobs leave alone. */
function placesMoved(course: Course, steps: readonly Step[]): string[] {
  const withJobs = stepsOf(course, 'a job', isBalance(course) ? undefined : [course.key]).flatMap(
    ({ changed }) => changed,
  )
  return changedInAll(steps)
    .filter((place) => isBalance(course) || hasPlace(withJobs, place))
    .filter((place) => !isOfAttempts(course, steps, place))
}

/** By its name, or by that of the row that it stands in; or, in usage, by what it counts: no more than one for each request. */
function isOfAttempts(course: Course, steps: readonly Step[], place: string): boolean {
  const named = `${place} ${namesBeside(steps[0]!.after, place)}`
  if (OF_ATTEMPTS.test(named)) return true
  const isOneEach = (step: Step) => (movedBy(step, place) ?? Number.POSITIVE_INFINITY) <= step.ownRequests
  return !isBalance(course) && !OF_JOBS.test(named) && steps.every(isOneEach)
}

const OF_JOBS = /job|used|video|succe|complet|second|minute|duration|credit|cost|charge|price|spen|amount|money/i

/** The texts of the record that a value stands in: a row may be called "requests", and its number "value". */
function namesBeside(exchange: Exchange, place: string): string {
  const record = valueAtPlace(jsonOf(exchange)?.value, place.split('.').slice(0, -1).join('.'))
  const values = typeof record === 'object' && record !== null ? Object.values(record) : []
  return values.filter((value) => typeof value === 'string').join(' ')
}

const FEW = 3
const few = (places: readonly string[]) =>
  places.length > FEW ? `${places.slice(0, FEW).join(', ')} and ${places.length - FEW} more` : list([...places])

const nameOf = ({ name, key }: Meter) => `${name} of key ${key}`

function violation(course: Course, steps: readonly Step[], expected: string, places: string[]): Violation {
  const shown = steps.map(({ before, after }) => `${valueAt(before, places)} → ${valueAt(after, places)}`)
  return {
    case: nameOf(course),
    expected,
    received:
      places.length > 0
        ? `${places[0]} changed: ${list(shown)}`
        : `no change after ${steps.length} jobs${steps[0]?.sort ? ` ${steps[0].sort}` : ''}`,
    evidence: steps.flatMap(({ before, after }) => [before.n, after.n]),
  }
}

const valueAt = (exchange: Exchange, [place = '']: string[]) =>
  JSON.stringify(valueAtPlace(jsonOf(exchange)?.value, place)) ?? 'nothing'
