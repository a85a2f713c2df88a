import { isRecord } from '../../../engine/history/reading/reading.ts'
import { Noticed } from '../habits/habit.ts'
import { MOST_FIELDS, noticeShape } from '../habits/shapes.ts'
import { Values } from '../habits/values.ts'

/** What of a body is read, as pointers whose `*` stands for any step. */
export type Reads = {
  at: readonly string[]
  /** Everything here and below. */
  whole: readonly string[]
}

export const NOTHING: Reads = { at: [], whole: [] }
export const EVERYTHING: Reads = { at: [], whole: [''] }

/** Answers show more places than this only where nobody reads each by its name. */
const MOST_PLACES = MOST_FIELDS - 1

/** Every place of an example; what is empty there may hold anything, and all of it may be read. */
export function readsOf(example: unknown): Reads {
  const noticed = new Noticed()
  const none = () => false
  noticeShape(example, { where: {}, n: 0, unit: '', isAlias: none, isId: none }, noticed, new Values())
  const places = [...noticed.habits.values()].filter(({ aspect }) => aspect === 'type')
  if (places.length > MOST_PLACES) return EVERYTHING
  const at = places.map(({ where }) => where.pointer!)
  const mayHoldAnything = (pointer: string) =>
    places.some(({ where, tally }) => where.pointer === pointer && (tally.has('object') || tally.has('list'))) &&
    !at.some((other) => other.startsWith(`${pointer}/`))
  return { at, whole: at.filter(mayHoldAnything) }
}

/**
 * Whether something that is another at a place reaches a reader: the place itself is read, or something inside it, which
 * goes where it goes.
 */
export function reaches({ at, whole }: Reads, pointer: string): boolean {
  const place = stepsOf(pointer)
  const isPrefix = (one: readonly string[], other: readonly string[]) =>
    one.length <= other.length && one.every((step, index) => isAlike(step, other[index]!))
  return (
    at.some((read) => isPrefix(place, stepsOf(read))) ||
    whole.some((read) => isPrefix(stepsOf(read), place) || isPrefix(place, stepsOf(read)))
  )
}

const stepsOf = (pointer: string) => pointer.split('/').slice(1)
const isAlike = (one: string, other: string) => one === other || one === '*' || other === '*'

/** The word that tells in which state a job is, where a body shows one. */
export function statusIn(body: unknown): string | undefined {
  return isRecord(body) && typeof body.status === 'string' ? body.status : undefined
}
