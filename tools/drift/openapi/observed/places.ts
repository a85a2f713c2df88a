import type { EndpointName } from '../../../../spec/endpoints.ts'
import { chancesOf, ELSEWHERE, type Habit, type Habits, type HabitTally, type Where } from '../../habits/habit.ts'
import { LONGEST_FIELD_NAME } from '../../habits/shapes.ts'

/** Observations of one field or header. */
export type Sight = {
  types: HabitTally
  forms: HabitTally
  words: HabitTally
  /** In how many responses, or objects, it was always present; undefined if it cannot be missing. */
  always?: number
  of?: number
}

/** Observations of one kind of response. */
export type ObservedPlace = {
  endpoint: EndpointName
  status: number
  state?: string
  /** Number of responses. */
  answers: number
  body: ReadonlyMap<string, Sight>
  headers: ReadonlyMap<string, Sight>
}

type Written = Omit<ObservedPlace, 'body' | 'headers'> & { body: Map<string, Sight>; headers: Map<string, Sight> }

export function placesIn(habits: Habits): ObservedPlace[] {
  const places = new Map<string, Written>()
  for (const habit of habits.values()) {
    const { endpoint, status, state, pointer, header } = habit.where
    if (endpoint === undefined || endpoint === ELSEWHERE || status === undefined) continue
    const name = `${endpoint} ${status} ${state}`
    const known = places.get(name)
    const place = known ?? {
      ...{ endpoint, status, answers: 0, body: new Map(), headers: new Map() },
      ...(state !== undefined && { state }),
    }
    if (!known) places.set(name, place)
    if (pointer === '' && habit.aspect === 'type') place.answers = habit.seen
    if (pointer !== undefined) put(place.body, pointer, habit, habits)
    else if (header !== undefined) put(place.headers, header, habit, habits)
  }
  return [...places.values()]
}

function put(into: Map<string, Sight>, name: string, habit: Habit, habits: Habits): void {
  const sight: Sight = into.get(name) ?? { types: new Map(), forms: new Map(), words: new Map() }
  into.set(name, sight)
  if (habit.aspect === 'type') sight.types = habit.tally
  if (habit.aspect === 'form') sight.forms = habit.tally
  if (habit.aspect === 'word') sight.words = habit.tally
  if (habit.aspect === 'presence') {
    sight.always = habit.tally.get('always') ?? 0
    sight.of = chancesOf(habits, habit)
  }
}

/** The direct children of a pointer. */
export const insideOf = ({ body }: ObservedPlace, pointer: string): string[] =>
  [...body.keys()].filter((each) => each.startsWith(`${pointer}/`) && !each.includes('/', pointer.length + 1))

/** The original name of a field; long ones are truncated. */
export const nameOf = (pointer: string) =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~2', '*')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')

export const pointerTo = (parent: string, name: string) =>
  `${parent}/${name.slice(0, LONGEST_FIELD_NAME).replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('*', '~2')}`

/** With more fields, not all were inspected, so none counts as missing. */
export const MAY_BE_CUT = 250

export const inWords = ({ endpoint, status, state }: Pick<Where, 'endpoint' | 'status' | 'state'>) =>
  `${endpoint} ${status}${state === undefined ? '' : ` (${state} job)`}`
