import { isRecord } from '../../../engine/history/reading/reading.ts'
import { formOf } from './forms.ts'
import type { Noticed, Where } from './habit.ts'
import type { Values } from './values.ts'

/** The interface uses about 5 levels. */
export const MOST_RECORDED_LEVELS = 8
/** Per response. */
export const MOST_FIELDS = 300
export const LONGEST_FIELD_NAME = 80

export type Sight = {
  where: Where
  n: number
  unit: string
  /** An object with such keys is a map. */
  isAlias: (text: string) => boolean
  isId: (text: string) => boolean
}

/** The shape of one response. */
export function noticeShape(value: unknown, sight: Sight, into: Noticed, values: Values): void {
  let level = [{ pointer: '', values: [value] }]
  let places = 0
  for (let depth = 0; depth <= MOST_RECORDED_LEVELS && level.length > 0; depth++) {
    const next: typeof level = []
    for (const { pointer, values: here } of level) {
      if (++places > MOST_FIELDS) return
      const where = { ...sight.where, pointer }
      noticeTypes(where, here, sight, into, values)
      next.push(...insideOf(pointer, here, sight, into))
    }
    level = next
  }
}

function noticeTypes(
  where: Where,
  here: readonly unknown[],
  { n, unit, isAlias, isId }: Sight,
  into: Noticed,
  values: Values,
): void {
  into.look(where, 'type')
  for (const type of new Set(here.map(typeOf))) into.note(where, 'type', type, [n])
  // Aliases are reported separately.
  for (const each of new Set(here))
    if (typeof each === 'number' || (typeof each === 'string' && !isAlias(each)))
      values.add({ where, value: each, n, unit, isId: isId(String(each)) })
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

/** Members of all objects and items of all lists at one place of a response. */
function insideOf(pointer: string, here: readonly unknown[], sight: Sight, into: Noticed) {
  const inside: { pointer: string; values: unknown[] }[] = []
  const items = here.filter(Array.isArray).flat()
  if (items.length > 0) inside.push({ pointer: `${pointer}/*`, values: items })
  const records = here.filter(isRecord)
  if (records.length === 0) return inside
  if (isMap(records, sight)) {
    const members = records.flatMap((record) => Object.values(record))
    return members.length > 0 ? [...inside, { pointer: `${pointer}/*`, values: members }] : inside
  }
  const names = [...new Set(records.flatMap(Object.keys))].sort().slice(0, MOST_FIELDS)
  for (const name of names) {
    const own = records.filter((record) => Object.hasOwn(record, name))
    const at = `${pointer}/${stepFor(name)}`
    into.note({ ...sight.where, pointer: at }, 'presence', own.length === records.length ? 'always' : 'at times', [
      sight.n,
    ])
    inside.push({ pointer: at, values: own.map((record) => record[name]) })
  }
  return inside
}

/** The keys of a map are not known in advance. */
function isMap(records: readonly Record<string, unknown>[], { isAlias, isId }: Sight): boolean {
  const names = records.flatMap(Object.keys)
  return names.length > 0 && names.every((name) => isAlias(name) || isId(name) || formOf(name).isTelling)
}

function stepFor(name: string): string {
  // Escapes *, which stands for all members.
  return name.slice(0, LONGEST_FIELD_NAME).replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('*', '~2')
}
