import { idAt } from '../../runner/dialect/job-id.ts'
import type { Exchange } from '../../runner/history/exchange.ts'
import { headerOf, jsonOf, statusOf, succeeded, waysInWords } from '../../runner/history/reading.ts'
import { list } from '../../runner/history/words.ts'
import { type Check, type Observation, observation } from '../../runner/judging/check.ts'
import { FIRST_SIGHT } from '../../runner/observing/first-sight.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { choiceShownBy } from '../choices.ts'
import { isHostile } from '../probed.ts'
import { shownCodes } from './codes.ts'

const INTRODUCTION = 'introduction'

function shapeInWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${shapeInWords(value[0])}`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : `a ${typeof value}`
  return `an object with ${Object.keys(value).sort().join(', ') || 'no fields'}`
}

function shapeOfReading(id: string, open: OpenPointId, name: EndpointName): Check {
  return choiceShownBy({
    id,
    open,
    suite: 'answers',
    title: `what shape ${name} has`,
    shown(exchange) {
      const { by, case: what } = exchange.purpose
      // Later on it may hold more.
      if (![INTRODUCTION, FIRST_SIGHT].includes(by) || what !== name || !succeeded(exchange)) return undefined
      const body = jsonOf(exchange)
      return body ? shapeInWords(body.value) : 'no JSON'
    },
  })
}

/** The same words for every id of one form, so that two runs can be compared. */
function formInWords(id: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return 'a UUID'
  const kinds = [
    [/[a-z]/, 'small letters'],
    [/[A-Z]/, 'capital letters'],
    [/[0-9]/, 'digits'],
    [/[^a-zA-Z0-9]/, 'other characters'],
  ] as const
  return `${id.length} characters: ${list(kinds.filter(([kind]) => kind.test(id)).map(([, words]) => words))}`
}

function learned(
  id: string,
  open: OpenPointId,
  title: string,
  choose: (facts: Parameters<Observation['conclude']>[1], evidence: Exchange | undefined) => string | undefined,
): Check {
  return observation<{ accepted?: Exchange }>({
    id,
    open,
    suite: 'answers',
    title,
    begin: () => ({}),
    see(notes, exchange) {
      if (exchange.purpose.part === 'submission' && succeeded(exchange)) notes.accepted ??= exchange
    },
    conclude({ accepted }, facts) {
      const choice = choose(facts, accepted)
      return choice === undefined ? undefined : { choice, evidence: accepted ? [accepted.n] : [] }
    },
  } as Observation<{ accepted?: Exchange }>)
}

export const answerObservations: Check[] = [
  learned('id.where-it-stands', 'id.place', 'where the id stands in the answer to a submission', ({ dialect }) =>
    dialect.idWay === undefined ? undefined : `in ${waysInWords(dialect.idWay)}`,
  ),
  learned('id.what-it-looks-like', 'id.form', 'what ids look like', ({ dialect }, accepted) => {
    const id = accepted && dialect.idWay && idAt(jsonOf(accepted)?.value, dialect.idWay)
    return id === undefined ? undefined : `a ${dialect.idType}, ${formInWords(id)}`
  }),
  learned('models.how-listed', 'models.shape', 'how the aliases are listed', ({ dialect }) => dialect.models?.form),
  shapeOfReading('usage.how-shown', 'usage.shape', 'GET /usage'),
  shapeOfReading('capacity.how-shown', 'capacity.shape', 'GET /capacity'),
  shapeOfReading('balance.how-shown', 'balance.shape', 'GET /billing/balance'),
  choiceShownBy({
    id: 'errors.how-shaped',
    open: 'error.shape',
    suite: 'answers',
    title: 'what shape errors have and where they show their code',
    shown(exchange) {
      const status = statusOf(exchange)
      // The answer to HEAD has no body, and an odd request may be met by something in front of the server.
      if (status === undefined || status < 400 || exchange.purpose.part !== 'probe' || isHostile(exchange))
        return undefined
      const body = jsonOf(exchange)
      if (!body) return 'no JSON'
      const way = shownCodes(exchange)[0]?.way
      return `${shapeInWords(body.value)}, ${way ? `the code in ${waysInWords(way)}` : 'no code shown'}`
    },
  }),
  choiceShownBy({
    id: 'answers.packed',
    open: 'http.compression',
    suite: 'answers',
    title: 'whether answers are compressed unasked',
    shown: (exchange) =>
      exchange.answer &&
      (headerOf(exchange, 'content-encoding')
        ? `compressed with ${headerOf(exchange, 'content-encoding')}`
        : 'not compressed'),
  }),
  choiceShownBy({
    id: 'answers.charset-named',
    open: 'http.charset',
    suite: 'answers',
    title: 'which charset JSON answers name',
    shown(exchange) {
      if (!succeeded(exchange) || !jsonOf(exchange)) return undefined
      return /charset=([^;\s]+)/i.exec(headerOf(exchange, 'content-type') ?? '')?.[1]?.toLowerCase() ?? 'none'
    },
  }),
  choiceShownBy({
    id: 'answers.connections-kept',
    open: 'http.connection-reuse',
    suite: 'answers',
    title: 'whether connections stay open between requests',
    // Behind HEAD, this client closes the connection itself.
    shown: (exchange) =>
      exchange.answer && exchange.purpose.part !== 'observation' && exchange.request.method !== 'HEAD'
        ? /close/i.test(headerOf(exchange, 'connection') ?? '')
          ? 'closed after each answer'
          : 'kept open'
        : undefined,
  }),
]
