import { list } from '../../../engine/history/reading/words.ts'
import type { Difference, Event } from '../comparing/change.ts'
import { ELSEWHERE, type Where } from '../habits/habit.ts'
import { placeInWords } from './places.ts'

/** The difference in one sentence. */
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
    : `The request "${asked}" to ${endpointInWords(endpoint)}`
const endpointInWords = (endpoint: Where['endpoint']) =>
  endpoint === ELSEWHERE ? 'a path outside the interface' : String(endpoint)

const WHAT: Record<Event, Words> = {
  broken: (each) => `${place(each)} passed before and fails now`,
  mended: (each) => `${place(each)} failed before and passes now`,
  gone: (each) => `${capital(thing(each.where))} is gone`,
  'missing at times': (each) => `${capital(thing(each.where))} is sometimes missing now; before: ${was(each)} present`,
  new: (each) => `${capital(thing(each.where))} is new`,
  'another type': (each) => `${capital(thing(each.where))} is now ${article(is(each))}; before: ${article(was(each))}`,
  'another form': (each) => `${capital(thing(each.where))} is now ${is(each)}; before: ${was(each)}`,
  'another word': (each) =>
    `${capital(thing(each.where))} now contains ${quoted(each.after)}; before only: ${quoted(each.before)}`,
  'refused now': (each) => `${subjectOf(each)} is now refused with ${is(each)}; before: ${was(each)}`,
  'accepted now': (each) => `${subjectOf(each)} is now accepted with ${is(each)}; before: refused with ${was(each)}`,
  'another status': (each) => `${subjectOf(each)} now returns ${is(each)}; before: ${was(each)}`,
  'another choice': (each) => `${place(each)}: now ${is(each)}; before: ${was(each)}`,
  'another state': (each) => `Jobs now report ${quoted(each.after)}; before: ${each.before.join(', ')}`,
  'another order': (each) => `Jobs now go from ${is(each).replace(' → ', ' to ')}; no job did before`,
  slower: (each) => `${place(each)} now takes about ${is(each)} ms; before: about ${was(each)} ms`,
  faster: (each) => `${place(each)} now takes about ${is(each)} ms; before: about ${was(each)} ms`,
  'more polls': (each) => `A job now needs about ${is(each)} polls; before: about ${was(each)}`,
  'fewer polls': (each) => `A job now needs about ${is(each)} polls; before: about ${was(each)}`,
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

/** What a client developer may have to do. */
export const TODO: Record<Event, string> = {
  broken:
    "Read the clause (npx gatecheck clauses ID), report the failure to the server's operator, and guard the client against it.",
  mended: 'Remove workarounds for it, if the client has any.',
  gone: 'Stop reading it: it is no longer there.',
  'missing at times': 'Treat it as optional.',
  new: 'Nothing, unless the client rejects unknown values or fields.',
  'another type': 'Accept the new type as well; a typed client fails to parse it.',
  'another form':
    'Check whether the client parses the text, stores it in a typed column, or matches it against a pattern.',
  'another word': 'Handle the new value: a switch over the old values falls through.',
  'refused now': 'Stop sending it, or handle the error.',
  'accepted now': 'Nothing. The client may use it now, but the specification does not guarantee it.',
  'another status': 'Check where the client compares status codes.',
  'another choice': 'Check whether the client relies on this implementation choice; the specification leaves it open.',
  'another state': 'Handle a job in that state, and continue to poll it.',
  'another order': 'Check whether the client expects states in a certain order; the specification does not define one.',
  slower: 'Check the timeouts of the client.',
  faster: 'Nothing.',
  'more polls': 'Check how long the client waits for a job before it gives up.',
  'fewer polls': 'Nothing.',
}
