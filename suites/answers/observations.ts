import { below } from '../../engine/config/target.ts'
import { idAt } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../../engine/history/entry/senders.ts'
import { shownCodes } from '../../engine/history/reading/facts.ts'
import { headerOf, isRecord, jsonOf, statusOf, succeeded, waysInWords } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import { type Check, type Facts, observation } from '../../engine/judge/check.ts'
import { FIRST_READING } from '../../engine/judge/observed/attribution.ts'
import { cannotBeTold } from '../../engine/judge/verdict.ts'
import { type EndpointName, endpoint } from '../../spec/endpoints.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { ChoicesSeen, type Chosen, choiceShownBy } from '../choices.ts'
import { isHostile } from '../probed.ts'

/** Compact form, for programs. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length === 0 ? '' : shapeOf(value[0])}]`
  if (!isRecord(value)) return value === null ? 'null' : typeof value
  return `{${Object.keys(value).sort().join(',')}}`
}

function shapeInWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array; items: ${shapeInWords(value[0])}`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : `a ${typeof value}`
  return `an object with ${Object.keys(value).sort().join(', ') || 'no fields'}`
}

const NO_JSON: Chosen = { value: 'no JSON', words: 'no JSON' }

function shapeOfReading(id: string, open: OpenPointId, name: EndpointName): Check {
  return choiceShownBy({
    id,
    open,
    suite: 'answers',
    title: `what shape ${name} has`,
    shown(exchange, { target }) {
      // Later responses may hold more.
      const isFirst = [INTRODUCTION, FIRST_READING].includes(exchange.purpose.by)
      if (!isFirst || exchange.request.path !== below(target, endpoint(name).path) || !succeeded(exchange))
        return undefined
      const body = jsonOf(exchange)
      return body ? { value: shapeOf(body.value), words: shapeInWords(body.value) } : NO_JSON
    },
  })
}

/** The same words for all ids of one form, so that two runs can be compared. */
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
  choose: (facts: Facts, evidence: Exchange | undefined) => Chosen | undefined,
): Check {
  return observation<{ accepted?: Exchange }>({
    id,
    open,
    suite: 'answers',
    title,
    begin: () => ({}),
    see(notes, exchange) {
      const isAccepted = exchange.purpose.part === 'submission' && succeeded(exchange)
      if (isAccepted && exchange.n < (notes.accepted?.n ?? Number.POSITIVE_INFINITY)) notes.accepted = exchange
    },
    conclude({ accepted }, facts) {
      const seen = new ChoicesSeen()
      const shown = choose(facts, accepted)
      if (shown !== undefined) seen.note(shown, ...(accepted ? [accepted.n] : []))
      return seen.choice()
    },
  })
}

const packedWith = (coding: string | undefined): Chosen =>
  coding ? { value: coding, words: `compressed with ${coding}` } : { value: 'none', words: 'not compressed' }

export const answerObservations: Check[] = [
  learned(
    'id.place',
    'id.place',
    'which field of the submission response holds the id',
    ({ dialect }) => dialect.idWay && { value: dialect.idWay.join('.'), words: `in ${waysInWords(dialect.idWay)}` },
  ),
  learned('id.form', 'id.form', 'what ids look like', ({ dialect }, accepted) => {
    const id = accepted && dialect.idWay && idAt(jsonOf(accepted)?.value, dialect.idWay)
    return id === undefined ? undefined : `a ${dialect.idType}, ${formInWords(id)}`
  }),
  learned('models.shape', 'models.shape', 'how the aliases are listed', ({ dialect }) => dialect.models?.form),
  shapeOfReading('usage.shape', 'usage.shape', 'GET /usage'),
  shapeOfReading('capacity.shape', 'capacity.shape', 'GET /capacity'),
  shapeOfReading('balance.shape', 'balance.shape', 'GET /billing/balance'),
  choiceShownBy({
    open: 'error.shape',
    suite: 'answers',
    title: 'what shape errors have and which field holds the code',
    shown(exchange) {
      const status = statusOf(exchange)
      // A response to HEAD has no body, and a proxy may respond to odd requests.
      if (status === undefined || status < 400 || exchange.purpose.part !== 'probe' || isHostile(exchange))
        return undefined
      const body = jsonOf(exchange)
      if (!body) return NO_JSON
      const way = shownCodes(exchange)[0]?.way
      return {
        value: `${shapeOf(body.value)}${way ? ` ${way.join('.')}` : ''}`,
        words: `${shapeInWords(body.value)}, ${way ? `the code in ${waysInWords(way)}` : 'no code'}`,
      }
    },
  }),
  choiceShownBy({
    open: 'http.compression',
    suite: 'answers',
    title: 'whether responses are compressed without Accept-Encoding',
    shown: (exchange) => packedWith(headerOf(exchange, 'content-encoding')),
  }),
  choiceShownBy({
    open: 'http.charset',
    suite: 'answers',
    title: 'which charset JSON responses declare',
    shown(exchange) {
      if (!succeeded(exchange) || !jsonOf(exchange)) return undefined
      return /charset=([^;\s]+)/i.exec(headerOf(exchange, 'content-type') ?? '')?.[1]?.toLowerCase() ?? 'none'
    },
  }),
  observation<{ used: Map<number, number>; seen: ChoicesSeen }>({
    id: 'http.connection-reuse',
    open: 'http.connection-reuse',
    suite: 'answers',
    title: 'whether connections stay open between requests',
    begin: () => ({ used: new Map(), seen: new ChoicesSeen() }),
    see({ used, seen }, exchange) {
      const { connection, purpose, request, n } = exchange
      // After HEAD, this client closes the connection itself.
      if (!exchange.answer || purpose.part === 'observation' || request.method === 'HEAD') return
      const earlier = connection === undefined ? undefined : used.get(connection)
      if (connection !== undefined) used.set(connection, n)
      if (/close/i.test(headerOf(exchange, 'connection') ?? ''))
        seen.note({ value: 'closed', words: 'closed after each response' }, n)
      else if (earlier !== undefined) seen.note({ value: 'kept', words: 'kept open' }, earlier, n)
    },
    conclude: ({ seen }) =>
      seen.choice() ?? cannotBeTold('no connection carried two requests, and none was closed by the server'),
  }),
]
