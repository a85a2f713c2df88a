import type { ClauseId } from '../../../spec/clauses.ts'
import type { EndpointName } from '../../../spec/endpoints.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'

export const MOST_EVIDENCE = 5

/** Requests outside of the interface. */
export const ELSEWHERE = 'elsewhere'

/** Where something was seen. */
export type Where = {
  endpoint?: EndpointName | typeof ELSEWHERE
  status?: number
  /** Status of the job whose record it is: unfinished jobs show other fields. */
  state?: string
  /** JSON Pointer into the response body; `*` is each item of a list, or each member of a map. */
  pointer?: string
  header?: string
  clause?: ClauseId
  open?: OpenPointId
  /** The check that sent the requests; missing for requests that every client sends. */
  asked?: string
  alias?: string
}

/**
 * What is counted at a place. Once per response: its status (answer), whether something is in all or some of it
 * (presence), types, forms of texts and numbers, words, listed aliases. Once per job: its states and the steps between
 * them. Once per round: verdict, choice, and orders of magnitude.
 */
export const ASPECTS = [
  'verdict',
  'choice',
  'answer',
  'presence',
  'type',
  'form',
  'word',
  'listed',
  'state',
  'step',
  'polls',
  'speed',
] as const
export type Aspect = (typeof ASPECTS)[number]

/** How often each value was seen. */
export type HabitTally = Map<string, number>

/** Observed behaviour at one place. */
export type Habit = {
  where: Where
  aspect: Aspect
  tally: HabitTally
  seen: number
  /** The first exchanges that showed each value. Not kept in a baseline. */
  evidence: Map<string, number[]>
}

/** Known behaviour of a server, from one or several rounds. */
export type Habits = ReadonlyMap<string, Habit>

const PARTS = ['clause', 'open', 'alias', 'asked', 'endpoint', 'status', 'state', 'header', 'pointer'] as const

/** Habits with the same key are compared with each other. */
export function keyOf(where: Where, aspect: Aspect): string {
  return JSON.stringify([aspect, ...PARTS.map((name) => where[name] ?? null)])
}

export class Noticed {
  readonly habits = new Map<string, Habit>()

  /** Counts a sighting. */
  look(where: Where, aspect: Aspect, times = 1): void {
    this.#habit(where, aspect).seen += times
  }

  note(where: Where, aspect: Aspect, value: string, evidence: readonly number[], count = 1): void {
    const habit = this.#habit(where, aspect)
    habit.tally.set(value, (habit.tally.get(value) ?? 0) + count)
    addEvidence(habit, value, evidence)
  }

  /** Counts a sighting with a single value. */
  see(where: Where, aspect: Aspect, value: string, evidence: readonly number[] = []): void {
    this.look(where, aspect)
    this.note(where, aspect, value, evidence)
  }

  #habit(where: Where, aspect: Aspect): Habit {
    const key = keyOf(where, aspect)
    const known = this.habits.get(key)
    if (known) return known
    const habit: Habit = { where, aspect, tally: new Map(), seen: 0, evidence: new Map() }
    this.habits.set(key, habit)
    return habit
  }
}

function addEvidence({ evidence }: Habit, value: string, more: readonly number[]): void {
  const known = evidence.get(value) ?? []
  if (known.length >= MOST_EVIDENCE) return
  evidence.set(value, [...new Set([...known, ...more])].slice(0, MOST_EVIDENCE))
}

/** Merges rounds or days. */
export function joined(rounds: readonly Habits[]): Map<string, Habit> {
  const all = new Map<string, Habit>()
  for (const [key, habit] of rounds.flatMap((round) => [...round])) {
    const known = all.get(key)
    if (!known) {
      all.set(key, copyOf(habit))
      continue
    }
    known.seen += habit.seen
    for (const [value, count] of habit.tally) known.tally.set(value, (known.tally.get(value) ?? 0) + count)
    for (const [value, numbers] of habit.evidence) addEvidence(known, value, numbers)
  }
  return all
}

export function copyOf(habit: Habit): Habit {
  return {
    ...habit,
    tally: new Map(habit.tally),
    evidence: new Map([...habit.evidence].map(([value, numbers]) => [value, [...numbers]])),
  }
}

/** How often a habit could have been seen: a missing field leaves no trace. */
export function chancesOf(habits: Habits, { where, aspect }: Pick<Habit, 'where' | 'aspect'>): number {
  if (aspect === 'listed') return answersAt(habits, { endpoint: 'GET /models', status: 200 })
  if (aspect !== 'presence') return habits.get(keyOf(where, aspect))?.seen ?? 0
  const { header, pointer, ...place } = where
  if (header !== undefined) return answersAt(habits, place)
  const parent = { ...place, pointer: pointer!.slice(0, pointer!.lastIndexOf('/')) }
  return habits.get(keyOf(parent, 'type'))?.tally.get('object') ?? 0
}

/** Number of responses of one kind. */
export function answersAt(habits: Habits, place: Pick<Where, 'endpoint' | 'status' | 'state'>): number {
  return habits.get(keyOf({ ...place, pointer: '' }, 'type'))?.seen ?? 0
}
