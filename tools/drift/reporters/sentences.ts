import { excerpt, list } from '../../../engine/history/reading/words.ts'
import { counted } from '../../../reporters/words/counted.ts'
import type { Event } from '../comparing/change.ts'
import type { Aspect } from '../habits/habit.ts'
import type { DriftChange } from '../report.ts'
import { article, isOfARound, percent } from '../telling/sentences.ts'
import type { Entry } from './entries.ts'

const MOST_NAMED = 4

/** The change in one sentence without counts; with the number of places if there are several. */
export function sentenceOf(entry: Entry): string {
  const [first] = entry.changes
  const words = WORDS[first.event]
  return words === undefined ? first.what : `${words(entry)}.`
}

/** The change in a few words. */
export function briefOf({ things, places, changes: [{ event, aspect, after }] }: Entry): string {
  if (event === 'another state') return `jobs report "${after}"`
  const what = OF_JOBS.has(aspect) ? ['jobs'] : things.length > 0 ? things : places.map(({ name }) => name)
  return `${named(what)} ${IN_SHORT[event] ?? event}`
}

const OF_JOBS: ReadonlySet<Aspect> = new Set<Aspect>(['state', 'step', 'polls'])
const IN_SHORT: Partial<Record<Event, string>> = {
  broken: 'failed',
  mended: 'passed again',
  'another type': 'of another type',
  'another form': 'in another form',
  'another word': 'with another word',
  'another status': 'with another status',
  'another choice': 'with another choice',
  'another order': 'in another order',
  'more polls': 'with more polls',
  'fewer polls': 'with fewer polls',
}

type Words = (entry: Entry) => string
const was = ({ changes: [{ before }] }: Entry) => before
const is = ({ changes: [{ after }] }: Entry) => after

function subject({ things, changes: [{ where }] }: Entry): string {
  const isOne = things.length === 1
  if (where.header !== undefined) return `The header${isOne ? '' : 's'} ${named(things)}`
  if (where.alias !== undefined) return `The alias${isOne ? '' : 'es'} ${named(things)}`
  return where.pointer === '' ? 'The body' : named(things)
}

const verb = ({ things, places }: Entry, one: string, many: string) =>
  (things.length || places.length) === 1 ? one : many
const answers = ({ places }: Entry) => placed(places, 'kind of response', 'kinds of responses')
const requests = ({ places }: Entry) => placed(places, 'kind of request', 'kinds of requests')
const endpoints = ({ places }: Entry) => placed(places, 'endpoint', 'endpoints')
const placed = (places: Entry['places'], one: string, many: string) =>
  places.length === 1 ? places[0]!.name : counted(places.length, one, many)

/** Clauses and choices have sentences of their own, without counts. */
const WORDS: Partial<Record<Event, Words>> = {
  gone: (each) => `${subject(each)} ${verb(each, 'is', 'are')} gone from ${answers(each)}`,
  'missing at times': (each) => `${subject(each)} ${verb(each, 'is', 'are')} missing at times in ${answers(each)}`,
  new: (each) => `${subject(each)} ${verb(each, 'is', 'are')} new in ${answers(each)}`,
  'another type': (each) =>
    `${subject(each)} ${verb(each, 'is', 'are')} now ${article(is(each))} in ${answers(each)}; before: ${article(was(each))}`,
  'another form': (each) =>
    `${subject(each)} ${verb(each, 'has', 'have')} the form "${is(each)}" in ${answers(each)}; before: "${was(each)}"`,
  'another word': (each) =>
    `${subject(each)} ${verb(each, 'has', 'have')} the value "${is(each)}" in ${answers(each)}; before only: "${was(each)}"`,
  'refused now': (each) =>
    `${requests(each)} ${verb(each, 'is', 'are')} now refused with ${is(each)}; before: accepted with ${was(each)}`,
  'accepted now': (each) =>
    `${requests(each)} ${verb(each, 'is', 'are')} now accepted with ${is(each)}; before: refused with ${was(each)}`,
  'another status': (each) =>
    `${requests(each)} now ${verb(each, 'returns', 'return')} ${is(each)}; before: ${was(each)}`,
  'another state': (each) => `Jobs now report "${is(each)}"; before: ${was(each)}`,
  'another order': (each) => `Jobs go from ${is(each).replace(' → ', ' to ')}; before, none did`,
  slower: (each) => `${endpoints(each)} ${verb(each, 'takes', 'take')} about ${is(each)} ms; before: ${was(each)} ms`,
  faster: (each) => `${endpoints(each)} ${verb(each, 'takes', 'take')} about ${is(each)} ms; before: ${was(each)} ms`,
  'more polls': (each) => `A job needs about ${is(each)} polls; before: ${was(each)}`,
  'fewer polls': (each) => `A job needs about ${is(each)} polls; before: ${was(each)}`,
}

/** How often it is seen now and in the baseline, and the probability of chance. */
export function countsInWords(changes: readonly DriftChange[]): string {
  const counted = changes.flatMap(({ counts }) => (counts ? [counts] : []))
  if (counted.length === 0 || isOfARound(changes[0]!.event)) return ''
  const sum = (side: 'before' | 'now', at: 0 | 1) => counted.reduce((all, each) => all + each[side][at], 0)
  const isLack = changes[0]!.event === 'gone' || changes[0]!.event === 'missing at times'
  const times = `${isLack ? 'absent' : 'seen'} in ${sum('now', 0)} of ${sum('now', 1)}; baseline: ${sum('before', 0)} of ${sum('before', 1)}`
  const chance = chanceOf(changes)
  return chance === undefined ? times : `${times}; chance${changes.length > 1 ? ' of each' : ''}: ${chance}`
}

/** The maximum: an upper limit for each. */
export function chanceOf(changes: readonly DriftChange[]): string | undefined {
  const chances = changes.flatMap(({ chance }) => (chance === undefined ? [] : [chance]))
  return chances.length === 0 ? undefined : percent(Math.max(...chances))
}

/** The values before and after, shortened. */
export function sidesOf({ values, aspect }: DriftChange): [before: string, after: string] {
  const inWords = (side: readonly string[]) => {
    const words = aspect === 'verdict' ? side.map((each) => VERDICT_WORDS[each] ?? each) : side
    return `${excerpt(words.join(', '), 300) || '(nothing)'}${aspect === 'speed' ? ' ms' : ''}`
  }
  return [inWords(values.before), inWords(values.after)]
}

const VERDICT_WORDS: Record<string, string> = { pass: 'passed', fail: 'failed' }

/** The first names of a list, and the number of others. */
function named(names: readonly string[], most = MOST_NAMED): string {
  if (names.length <= most) return list(names)
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`
}
