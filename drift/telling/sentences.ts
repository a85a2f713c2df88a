import { list } from '../../runner/history/reading/words.ts'
import type { Difference, Event } from '../comparing/change.ts'
import { ELSEWHERE, type Where } from '../habits/habit.ts'
import { placeInWords } from './places.ts'

/** One sentence that says what is another than it was. */
export function sentenceOf(difference: Difference): string {
  return `${WHAT[difference.event](difference)}.`
}

type Words = (difference: Difference) => string
const was = ({ before }: Difference) => list(before, 'or')
const is = ({ after }: Difference) => list(after, 'or')
const place = ({ where }: Difference) => placeInWords(where)
const whatAsked = ({ asked, endpoint }: Where) =>
  asked === undefined
    ? `A plain request to ${endpointInWords(endpoint)}`
    : `What ${asked} asks at ${endpointInWords(endpoint)}`
const endpointInWords = (endpoint: Where['endpoint']) =>
  endpoint === ELSEWHERE ? 'a path outside the interface' : String(endpoint)

const WHAT: Record<Event, Words> = {
  broken: (each) => `The clause ${place(each)} held, and is broken`,
  mended: (each) => `The clause ${place(each)} was broken, and holds`,
  gone: (each) => `${capital(thing(each.where))} is gone`,
  'missing at times': (each) => `${capital(thing(each.where))} is missing at times, and was ${was(each)} there`,
  new: (each) => `${capital(thing(each.where))} is new`,
  'another type': (each) => `${capital(thing(each.where))} is ${article(is(each))} now, and was ${article(was(each))}`,
  'another form': (each) => `${capital(thing(each.where))} reads as ${is(each)} now, and was ${was(each)}`,
  'another word': (each) =>
    `${capital(thing(each.where))} says ${quoted(each.after)}, and said only ${quoted(each.before)}`,
  'refused now': (each) => `${subjectOf(each)} is refused with ${is(each)}, and was answered ${was(each)}`,
  'accepted now': (each) => `${subjectOf(each)} is accepted (${is(each)}), and was refused with ${was(each)}`,
  'another status': (each) => `${subjectOf(each)} is answered ${is(each)}, and was answered ${was(each)}`,
  'another choice': (each) => `${place(each)}: ${is(each)} now, and ${was(each)} before`,
  'another state': (each) => `Jobs now report ${quoted(each.after)}; before: ${each.before.join(', ')}`,
  'another order': (each) => `Jobs go from ${is(each).replace(' → ', ' to ')}, which none did before`,
  slower: (each) => `${place(each)} takes about ${is(each)} ms, and took about ${was(each)} ms`,
  faster: (each) => `${place(each)} takes about ${is(each)} ms, and took about ${was(each)} ms`,
  'more polls': (each) => `A job needs about ${is(each)} polls, and needed about ${was(each)}`,
  'fewer polls': (each) => `A job needs about ${is(each)} polls, and needed about ${was(each)}`,
}

const subjectOf = ({ where }: Difference) => (where.open === undefined ? whatAsked(where) : placeInWords(where))

function thing(where: Where): string {
  const { pointer, header, alias } = where
  if (alias !== undefined) return `the alias ${alias} in GET /models`
  const { pointer: _, header: __, ...answer } = where
  const name = header === undefined ? (pointer === '' ? 'the body' : pointer) : `the header ${header}`
  return `${name} in ${placeInWords(answer)}`
}

const capital = (text: string) => (text.startsWith('/') ? text : text.charAt(0).toUpperCase() + text.slice(1))
const quoted = (words: readonly string[]) =>
  list(
    words.map((word) => `"${word}"`),
    'or',
  )

export function article(types: string): string {
  if (/^(null|nothing|no JSON)/.test(types)) return types
  return `${/^[aeiou]/.test(types) ? 'an' : 'a'} ${types}`
}

export const isOfARound = (event: Event) =>
  event === 'broken' || event === 'mended' || event === 'another choice' || event === 'slower' || event === 'faster'

export function percent(chance: number): string {
  if (chance < 0.0001) return 'below 0.01 %'
  return `${Number((chance * 100).toPrecision(1))} %`
}

/** What whoever writes a client may have to do about it. */
export const TODO: Record<Event, string> = {
  broken:
    'See what the law says of it (gatecheck clauses), tell whoever runs the server, and guard the client against it.',
  mended: 'A workaround for it may go.',
  gone: 'Do without it: whoever reads it finds nothing there.',
  'missing at times': 'Read it as something that may be missing.',
  new: 'Nothing, unless the client refuses what it does not know; it may be of use.',
  'another type': 'Read the new type, too; a typed client fails to parse it.',
  'another form':
    'Look whether the client takes the text apart, stores it in a column of a type, or matches it against a pattern.',
  'another word': 'Handle the new word: a switch that knows only the old ones falls through.',
  'refused now': 'Stop sending it, or handle the refusal.',
  'accepted now': 'Nothing; what was refused may be used now, but the law does not promise it.',
  'another status': 'Look where the client compares statuses.',
  'another choice': 'Look whether the client relies on what the law leaves open.',
  'another state': 'Handle a job in that state: show it, and go on polling.',
  'another order': 'Look whether the client expects states in an order; none is promised.',
  slower: 'Look at the timeouts of the client.',
  faster: 'Nothing.',
  'more polls': 'Look at how long the client waits for a job before it gives up.',
  'fewer polls': 'Nothing.',
}
