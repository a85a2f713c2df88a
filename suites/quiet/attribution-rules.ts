import type { Exchange } from '../../runner/history/exchange.ts'
import { jsonOf } from '../../runner/history/reading.ts'
import { list } from '../../runner/history/words.ts'
import { valueAtPlace } from '../../runner/judging/values.ts'
import type { Violation } from '../../runner/judging/verdict.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { type Event, type Meter, READING, type Reading } from './marks.ts'
import {
  type Course,
  changedInAll,
  courseOf,
  hasPlace,
  isOwnerOf,
  METERS,
  ofOneSort,
  type Step,
  stepsOf,
} from './meters.ts'

/** What a meter did that it should not, or why nobody can say. */
export type Accusation = Violation | string | undefined

const isBalance = ({ name }: Meter) => name === 'GET /billing/balance'

/** Whose jobs must leave this meter alone: every other key's in usage, other accounts' in a balance. */
export const isForeignTo = (meter: Meter, key: KeyName): boolean => !isOwnerOf(meter, key)

/** Whoever pays only for what succeeds leaves its own usage where it was. */
export const FAILING = 'that fails'

/** After one job of a sort: whether a second one has to tell if the meters did by chance what they should not. */
export function oddAfterOneJobOf(
  { key, sort }: { key: KeyName; sort?: string | undefined },
  exchanges: readonly Exchange[],
  has: (key: KeyName) => boolean,
): boolean {
  return METERS.filter((meter) => has(meter.key)).some((meter) => {
    const steps = stepsOf(courseOf(exchanges, meter), 'a job', [key]).filter((step) => step.sort === sort)
    if (isForeignTo(meter, key)) {
      const told = withoutOwnDoing(steps)
      return told.length === 1 && told.some(({ amounts }) => amounts.length > 0)
    }
    if (steps.length !== 1) return false
    return !isBalance(meter) && sort !== FAILING && steps.some(({ changed }) => changed.length === 0)
  })
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
  if (course.countsByItself) return `${list(course.byItself)} move by themselves, and nothing else did`
  if (steps.length < 2)
    return `${nameOf(course)} did not move with one job, and no second one told whether it ever does`
  const waited = Math.max(...steps.map((step) => step.waited))
  if (waited < lagMs)
    return `${nameOf(course)} did not move within ${(waited / 1000).toFixed(1)} s of a job's end, and may lag for ${lagMs / 1000} s`
  return violation(course, steps, 'something that moves with each job of this key', [])
}

/** What a key asks for meanwhile may move what counts its doings: that it moved then says nothing about others. */
const withoutOwnDoing = (steps: readonly Step[]) => steps.filter(({ isOwnDoing }) => !isOwnDoing)

/** Any meter, with the jobs of these keys, which are none of its business. */
export function othersJobs(course: Course, keys: readonly KeyName[]): Accusation {
  const sorts = keys.flatMap((key) =>
    ofOneSort(withoutOwnDoing(stepsOf(course, 'a job', [key]))).map((steps) => ({ key, steps })),
  )
  for (const { key, steps } of sorts) {
    const places = changedInAll(steps)
    if (places.length > 0 && steps.length < 2)
      return `${nameOf(course)} moved at ${list(places)} with one job of key ${key}, and no second one told whether it was by chance`
    if (places.length > 0) return violation(course, steps, `nothing that moves with the jobs of key ${key}`, places)
  }
  return undefined
}

/** Attempts may be counted: what usage counts is open. What a job alone has to move must not move without one. */
const OF_ATTEMPTS = /request|call|attempt|refus|reject|error|fail|invalid|submi|hit|quer/i

export function refusals(course: Course): Accusation {
  return (
    moves(course, 'refused bodies', 'bodies that are refused') ??
    moves(course, 'a lack of room', 'what is answered 429')
  )
}

function moves(course: Course, event: Event, inWords: string): Accusation {
  const steps = stepsOf(course, event).filter(({ madeAJob }) => !madeAJob)
  if (steps.length === 0) return undefined
  const withJobs = stepsOf(course, 'a job', isBalance(course) ? undefined : [course.key]).flatMap(
    ({ changed }) => changed,
  )
  const places = changedInAll(steps)
    .filter((place) => isBalance(course) || hasPlace(withJobs, place))
    .filter((place) => !OF_ATTEMPTS.test(place))
  if (places.length === 0) return undefined
  return steps.length < 2
    ? `${nameOf(course)} moved at ${list(places)} with ${inWords}, and no second time told whether it was by chance`
    : violation(course, steps, `nothing that moves with ${inWords}`, places)
}

const nameOf = ({ name, key }: Meter) => `${name} of key ${key}`

function violation(course: Course, steps: readonly Step[], expected: string, places: string[]): Violation {
  const shown = steps.map(({ before, after }) => `${valueAt(before, places)} → ${valueAt(after, places)}`)
  return {
    case: nameOf(course),
    expected,
    received:
      places.length > 0
        ? `${places[0]} went ${list(shown)}`
        : `nothing in it moved, with ${steps.length} jobs${steps[0]?.sort ? ` ${steps[0].sort}` : ''}`,
    evidence: steps.flatMap(({ before, after }) => [before.n, after.n]),
  }
}

const valueAt = (exchange: Exchange, [place = '']: string[]) =>
  JSON.stringify(valueAtPlace(jsonOf(exchange)?.value, place)) ?? 'nothing'
