import type { HeaderThere, PactInteraction } from '../file/pact-file.ts'
import type { Matcher } from '../file/rules.ts'
import { matches } from './demand.ts'
import { against, beyond, type Part, promised } from './part.ts'
import type { Question } from './question.ts'
import { unlessTooSlow } from './unspecified.ts'

const LABELS = ['application/json', 'application/json; charset=utf-8', 'application/problem+json']
const WAITS = ['0', '1', '20', '3600']
const SOME_DATE = 'Wed, 21 Oct 2037 07:28:00 GMT'
const ANY_JSON = "regex('^[^;]*[/+][jJ][sS][oO][nN]\\\\s*(;.*)?$', 'application/json')"

/** Expectations about response headers. */
export function headerParts({ response }: PactInteraction, question: Question): Part[] {
  const { headers, rules } = response
  return [...headers].map(([name, there]) => {
    const matchers = rules.headers.get(name) ?? []
    if (name === 'content-type') return unlessTooSlow(ofTheLabel(there, matchers), asDemand(there, matchers))
    if (name === 'retry-after') return unlessTooSlow(ofTheWait(there, matchers, question), asDemand(there, matchers))
    return beyond(there.pointer, `the response has a header ${name}, which the specification does not mention`, {
      instead: 'omit it',
    })
  })
}

const asDemand = ({ value }: HeaderThere, by: readonly Matcher[]) =>
  ({ example: value, by: by.length > 0 ? by : 'exactly' }) as const

const takesText = (there: HeaderThere, by: readonly Matcher[], text: string) =>
  matches(asDemand(there, by), text) !== false

function ofTheLabel(there: HeaderThere, by: readonly Matcher[]): Part {
  const matched = LABELS.filter((label) => takesText(there, by, label))
  if (matched.length === LABELS.length)
    return promised(there.pointer, 'the Content-Type is JSON', 'answers.json-is-labelled')
  if (matched.length === 0 && !/json/i.test(there.value ?? ''))
    return against(there.pointer, `the Content-Type is ${there.value}; every response is JSON and should say so`, {
      clauses: ['answers.json-is-labelled'],
      instead: ANY_JSON,
    })
  return {
    ...beyond(
      there.pointer,
      'only some JSON media types match; the specification does not say which one a server sends',
      {
        open: 'http.charset',
        instead: ANY_JSON,
      },
    ),
    clauses: ['answers.json-is-labelled'],
  }
}

function ofTheWait(there: HeaderThere, by: readonly Matcher[], question: Question): Part {
  const at = there.pointer
  const instead = "regex('^\\\\d+$', '7')"
  if (question.kind !== 'submission' || !question.isRoomless)
    return beyond(at, 'the response has Retry-After; the specification requires it only for a 429 to a submission', {
      open: 'polls.limited',
      instead: 'omit it',
    })
  const clauses = ['capacity.retry-after-present', 'capacity.retry-after-whole'] as const
  const matched = WAITS.filter((wait) => takesText(there, by, wait))
  if (matched.length === WAITS.length) return promised(at, 'a 429 has Retry-After in seconds', ...clauses)
  if (takesText(there, by, SOME_DATE))
    return against(at, 'Retry-After is a date; the specification requires a number of seconds', { clauses, instead })
  if (by.length === 0)
    return against(at, `Retry-After is exactly ${there.value}; the number differs each time`, {
      clauses,
      instead,
    })
  if (matched.length === 0) return against(at, 'Retry-After is not a number of seconds', { clauses, instead })
  return {
    ...beyond(at, 'only some values match; the specification allows any number of seconds', { instead }),
    clauses,
  }
}
