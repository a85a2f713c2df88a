import { at } from '../history/reading/reading.ts'

const WHOLE = 'the whole body'

/** The paths at which two JSON values differ. */
export function changedPlaces(before: unknown, after: unknown, place = ''): string[] {
  if (isPlain(before) || isPlain(after) || Array.isArray(before) !== Array.isArray(after)) {
    return Object.is(before, after) || JSON.stringify(before) === JSON.stringify(after) ? [] : [place || WHOLE]
  }
  const one = before as Record<string, unknown>
  const other = after as Record<string, unknown>
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) => changedPlaces(one[name], other[name], place ? `${place}.${name}` : name))
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/** The value at a path of `changedPlaces`. */
export function valueAtPlace(value: unknown, place: string): unknown {
  return place === WHOLE ? value : at(value, place.split('.'))
}
