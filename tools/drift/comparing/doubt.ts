import { chancesOf, type Habit, type Habits, type Where } from '../habits/habit.ts'
import { MOST_DOUBT } from './chance.ts'

/** Of a server that never differs from itself; what was seen of it is not all that there is. */
const LEAST = 0.05
/** A place where one habit in four differs from itself is as good as any. */
const PER_SHARE = 2

/** How much habits at an endpoint are known to differ from themselves. */
export function doubtsIn(habits: Habits): (where: Where) => number {
  // A field that comes and goes in the record of a queued job will do so in that of a running one.
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

/** The words that a field has shown in turn at one place: at another, too, the next of them is no news. */
export function wordsInTurn(habits: Habits): (where: Where, word: string) => boolean {
  const words = new Map<string, Set<string>>()
  for (const { where, aspect, tally } of habits.values()) {
    const field = aspect === 'word' && tally.size > 1 && !saysHowToRead(where) ? fieldOf(where) : undefined
    if (field !== undefined) words.set(field, new Set([...(words.get(field) ?? []), ...tally.keys()]))
  }
  return (where, word) => words.get(fieldOf(where) ?? '')?.has(word) ?? false
}

/** What an answer is may well be another thing at another place. */
export const saysHowToRead = ({ header }: Where) => header === 'content-type' || header === 'content-encoding'

/** Whatever the state of the job; and whatever is asked, for what stands before an endpoint writes most of the headers. */
function fieldOf({ endpoint, status, pointer, header }: Where): string | undefined {
  if (header !== undefined) return `header ${header}`
  return pointer === undefined ? undefined : JSON.stringify([endpoint, status, pointer])
}

const scopeOf = ({ endpoint, status, state }: Where) => `${endpoint} ${status} ${state}`

function isFickle(habits: Habits, habit: Habit): boolean {
  const chances = chancesOf(habits, habit)
  return habit.aspect !== 'word' && [...habit.tally.values()].some((count) => count < chances)
}
