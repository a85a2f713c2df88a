import { chancesOf, type Habit, type Habits, type Where } from '../habits/habit.ts'
import { MOST_DOUBT } from './chance.ts'

/** For a server that never varied, since not everything was seen. */
const LEAST = 0.05
/** A place where one in four habits varies has the maximum doubt. */
const PER_SHARE = 2

/** How much habits at an endpoint vary. */
export function doubtsIn(habits: Habits): (where: Where) => number {
  // A field that varies in the record of a queued job may also vary in that of a running one.
  const fickle = new Set(
    [...habits.values()].filter((each) => isFickle(habits, each)).flatMap((each) => fieldOf(each.where) ?? []),
  )
  const ofAnswers = doubtsOfAnswersIn(habits)
  return (where) => {
    const field = fieldOf(where)
    return field !== undefined && fickle.has(field) ? MOST_DOUBT : ofAnswers(where)
  }
}

function doubtsOfAnswersIn(habits: Habits): (where: Where) => number {
  const scopes = new Map<string, { all: number; fickle: number }>()
  for (const habit of habits.values()) {
    const scope = scopes.get(scopeOf(habit.where)) ?? { all: 0, fickle: 0 }
    scopes.set(scopeOf(habit.where), scope)
    scope.all++
    if (isFickle(habits, habit)) scope.fickle++
  }
  return (where) => {
    const { all, fickle } = scopes.get(scopeOf(where)) ?? { all: 1, fickle: 0 }
    return Math.min(MOST_DOUBT, Math.max(LEAST, (fickle / all) * PER_SHARE))
  }
}

/** Words that a field has shown at one place: at another place, the next one is no change. */
export function wordsInTurn(habits: Habits): (where: Where, word: string) => boolean {
  const words = new Map<string, Set<string>>()
  for (const { where, aspect, tally } of habits.values()) {
    const field = aspect === 'word' && tally.size > 1 && !saysHowToRead(where) ? fieldOf(where) : undefined
    if (field !== undefined) words.set(field, new Set([...(words.get(field) ?? []), ...tally.keys()]))
  }
  return (where, word) => words.get(fieldOf(where) ?? '')?.has(word) ?? false
}

/** These headers may differ between places. */
export const saysHowToRead = ({ header }: Where) => header === 'content-type' || header === 'content-encoding'

/** The field in any state; a header at any endpoint, since a proxy sets most headers. */
function fieldOf({ endpoint, status, pointer, header }: Where): string | undefined {
  if (header !== undefined) return `header ${header}`
  return pointer === undefined ? undefined : JSON.stringify([endpoint, status, pointer])
}

const scopeOf = ({ endpoint, status, state }: Where) => `${endpoint} ${status} ${state}`

function isFickle(habits: Habits, habit: Habit): boolean {
  const chances = chancesOf(habits, habit)
  return habit.aspect !== 'word' && [...habit.tally.values()].some((count) => count < chances)
}
