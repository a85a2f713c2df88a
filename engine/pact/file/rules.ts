import { STATUSES } from '../../../spec/words.ts'
import { fits, tookTooLong } from '../../history/reading/foreign-patterns.ts'
import { isRecord } from '../../history/reading/reading.ts'
import { list, record, text } from '../../judge/observed/json-values.ts'

const LONGEST_STATUS_PATTERN = 200

/** Inclusive. */
export type Statuses = { least: number; most: number }

export type Matcher = Record<string, unknown>

/** Matching rules of a request or response. */
export type Rules = {
  body: { pointer: string; matchers: Matcher[] }[]
  /** By name in lower case. */
  headers: Map<string, Matcher[]>
  status: Matcher[]
  /** The path of a rule could not be parsed. */
  isUnclear: boolean
}

/** Version 2 has one list of paths for all parts; later versions have one per part. */
export function rulesIn(value: unknown): Rules {
  const rules: Rules = { body: [], headers: new Map(), status: [], isUnclear: false }
  for (const [name, rule] of Object.entries(record(value))) {
    if (name.startsWith('$')) addFlat(rules, name, rule)
    else if (name === 'body') for (const [place, each] of Object.entries(record(rule))) addToBody(rules, place, each)
    else if (name === 'header' || name === 'headers')
      for (const [place, each] of Object.entries(record(rule))) addToHeaders(rules, place, each)
    else if (name === 'status') rules.status.push(...matchersIn(record(rule).$ ?? rule))
  }
  return rules
}

function addFlat(rules: Rules, place: string, rule: unknown): void {
  const [part, ...steps] = stepsIn(place) ?? []
  if (part === 'body') rules.body.push({ pointer: pointerOf(steps), matchers: matchersIn(rule) })
  else if (part === 'headers' || part === 'header')
    for (const name of steps.slice(0, 1)) addToHeaders(rules, name, rule)
  else if (part === undefined) rules.isUnclear = true
}

function addToBody(rules: Rules, place: string, rule: unknown): void {
  const steps = stepsIn(place)
  if (!steps) rules.isUnclear = true
  else rules.body.push({ pointer: pointerOf(steps), matchers: matchersIn(rule) })
}

function addToHeaders({ headers }: Rules, place: string, rule: unknown): void {
  const name = (place.startsWith('$') ? (stepsIn(place)?.[0] ?? place) : place.replace(/\[\d+\]$/, '')).toLowerCase()
  headers.set(name, [...(headers.get(name) ?? []), ...matchersIn(rule)])
}

const matchersIn = (rule: unknown): Matcher[] =>
  Array.isArray(record(rule).matchers) ? list(record(rule).matchers).filter(isRecord) : isRecord(rule) ? [rule] : []

const STEP = /\.([^.[\]]+)|\[(?:'([^']*)'|"([^"]*)"|(\d+|\*))\]/y

/** Parses `$.jobs[*].id` and `$['jobs'][0]["id"]`. An index means all elements. */
function stepsIn(place: string): string[] | undefined {
  const steps: string[] = []
  STEP.lastIndex = 1
  while (STEP.lastIndex < place.length) {
    const found = STEP.exec(place)
    if (!found) return undefined
    const [, plain, single, double, index] = found
    const name = plain ?? single ?? double
    steps.push(index !== undefined || name === '*' ? ANY : nameInPointer(name!))
  }
  return place.startsWith('$') ? steps : undefined
}

const ANY = '*'
const pointerOf = (steps: readonly string[]) => steps.map((step) => `/${step}`).join('')
const nameInPointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('*', '~2')

const OF_ALL_VALUES: ReadonlySet<unknown> = new Set([
  'values',
  'eachKey',
  'eachValue',
  'arrayContains',
  'array-contains',
])

/** The places that rules name; a rule about the values of a map applies to each of them. */
export const placesIn = ({ body }: Rules): string[] =>
  body.flatMap(({ pointer, matchers }) =>
    matchers.some(({ match }) => OF_ALL_VALUES.has(match)) ? [pointer, `${pointer}/${ANY}`] : [pointer],
  )

const CLASSES: Record<string, Statuses> = {
  info: { least: 100, most: 199 },
  success: { least: 200, most: 299 },
  redirect: { least: 300, most: 399 },
  clientError: { least: 400, most: 499 },
  serverError: { least: 500, most: 599 },
  nonError: { least: 100, most: 399 },
  error: { least: 400, most: 599 },
}
const ANY_STATUS: Statuses = { least: 100, most: 599 }

export function statusesFor(example: number, { status: matchers }: Rules): Statuses[] {
  const exactly = (status: number) => ({ least: status, most: status })
  if (matchers.length === 0) return [exactly(example)]
  return matchers.flatMap(({ match, status }): Statuses[] => {
    if (match === 'equality') return [exactly(example)]
    if (Array.isArray(status)) return status.filter(Number.isInteger).map(exactly)
    if (typeof status === 'number') return [exactly(status)]
    const name = text(status)
    return [(name !== undefined && Object.hasOwn(CLASSES, name) && CLASSES[name]) || ANY_STATUS]
  })
}

/** The job statuses that match; undefined if any may. */
export function statesFor(example: string | undefined, rules: Rules): string[] | undefined {
  if (example === undefined) return undefined
  const at = rules.body.filter(({ pointer }) => pointer === '/status').flatMap(({ matchers }) => matchers)
  const loose = at.filter(({ match }) => match !== 'equality')
  const pattern = loose.length === 1 && loose[0]!.match === 'regex' ? text(loose[0]!.regex) : undefined
  const fitting = loose.length === 0 ? [example] : pattern === undefined ? [] : wordsLike(pattern)
  return fitting.length > 0 ? fitting : undefined
}

function wordsLike(regex: string): string[] {
  if (regex.length > LONGEST_STATUS_PATTERN) return []
  const pattern = { source: `^(?:${regex})$`, flags: '' }
  const like = STATUSES.filter((status) => fits(pattern, status) === true)
  return tookTooLong(pattern) ? [] : like
}
