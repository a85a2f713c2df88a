import { isRecord } from '../../../engine/history/reading/reading.ts'
import { Noticed } from '../habits/habit.ts'
import { MOST_FIELDS, noticeShape } from '../habits/shapes.ts'
import { Values } from '../habits/values.ts'

/** The parts of a body that are read, as pointers; `*` is any step. */
export type Reads = {
  at: readonly string[]
  /** Everything here and below. */
  whole: readonly string[]
}

export const NOTHING: Reads = { at: [], whole: [] }
export const EVERYTHING: Reads = { at: [], whole: [''] }

/** Responses with more places contain maps. */
const MOST_PLACES = MOST_FIELDS - 1

/** Every place of an example; an empty object or list may hold anything, all of it read. */
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

/** Whether a change at a place affects a reader: it reads the place itself, or something inside. */
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

/** The job status in a body, if there is one. */
export function statusIn(body: unknown): string | undefined {
  return isRecord(body) && typeof body.status === 'string' ? body.status : undefined
}
