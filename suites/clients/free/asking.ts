import { fieldsSent, waysInWords } from '../../../engine/history/reading/reading.ts'
import { type ClientObservation, clientObservation, type Known } from '../../../engine/judge/clients/check.ts'
import { isAtTheInterface, isPoll, isSubmission, type Passage } from '../../../engine/judge/clients/passage.ts'
import { cannotBeTold } from '../../../engine/judge/verdict.ts'
import type { ClientOpenPointId } from '../../../spec/clients/open-points.ts'
import { READINGS } from '../../../spec/endpoints.ts'
import { ChoicesSeen, type Chosen } from '../../choices.ts'

type Simple = {
  open: ClientOpenPointId
  /** What one request shows of the choice; undefined where it shows nothing. */
  shown(passage: Passage, known: Known): Chosen | undefined
  /** What is said where none showed anything. */
  otherwise: string
  /** Several values make up one choice. */
  together?: true
}

function shownBy({ open, shown, otherwise, together }: Simple): ClientObservation {
  return clientObservation({
    open,
    begin: () => new ChoicesSeen(),
    see(choices, passage, known) {
      const chosen = shown(passage, known)
      if (chosen !== undefined) choices.note(chosen, passage.n)
    },
    conclude: (choices) =>
      choices.choice({ ...(together && { together }), wavering: WAVERING }) ?? cannotBeTold(otherwise),
  })
}

const WAVERING = 'sometimes one, sometimes the other'
const SENT_NOTHING = 'it sent no request'

/** Which of an answer's values it took for the id, and where it found its model. */
export const shapes = shownBy({
  open: 'client.shapes-it-worked-with',
  together: true,
  otherwise: 'it used no value of a recorded response',
  shown(passage, { ids, listed }) {
    if (!isAtTheInterface(passage)) return undefined
    const given = isPoll(passage) ? ids.get(passage.asked.id!) : undefined
    if (given) return `the id as a ${given.type} in ${waysInWords(given.way)}`
    const { model } = isSubmission(passage) ? fieldsSent(passage.exchange.request) : {}
    const form = typeof model === 'string' ? listed.forms.get(model) : undefined
    return form === undefined ? undefined : `the alias in ${form}`
  },
})

export const bearer = shownBy({
  open: 'client.spelling-of-bearer',
  otherwise: SENT_NOTHING,
  shown({ exchange: { request } }) {
    const said = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    const [, scheme, space] = /^(bearer)(\s+)\S/i.exec(said ?? '') ?? []
    if (scheme === undefined || space === undefined) return undefined
    return space === ' ' ? `${scheme} and one space` : `${scheme} and ${space.length} white-space characters`
  },
})

export const slashes = shownBy({
  open: 'client.slash-at-the-end',
  otherwise: SENT_NOTHING,
  shown: (passage) => {
    if (!isAtTheInterface(passage) || passage.asked.endpoint === undefined) return undefined
    return passage.asked.hasSlashAtTheEnd ? 'with a trailing slash' : 'without a trailing slash'
  },
})

const isReading = (name: string | undefined) => (READINGS as readonly (string | undefined)[]).includes(name)

export const readings = shownBy({
  open: 'client.readings',
  together: true,
  otherwise: 'it read none of them',
  shown: ({ asked }) => (isReading(asked?.endpoint) ? asked?.endpoint : undefined),
})

export const aliases = shownBy({
  open: 'client.aliases',
  together: true,
  otherwise: 'it submitted no model',
  shown(passage) {
    if (!isAtTheInterface(passage) || !isSubmission(passage)) return undefined
    const { model } = fieldsSent(passage.exchange.request)
    return typeof model === 'string' ? model : undefined
  },
})

/** Headers that every client sends. */
const OF_ALL = ['authorization', 'host', 'content-length', 'content-type', 'connection', 'accept', 'transfer-encoding']

export const headers = clientObservation({
  open: 'client.headers',
  begin: () => new ChoicesSeen(),
  see(choices, passage) {
    if (!isAtTheInterface(passage)) return
    for (const [name, value] of passage.exchange.request.headers) {
      const lower = name.toLowerCase()
      if (OF_ALL.includes(lower)) continue
      const isTold = lower === 'user-agent' || lower === 'accept-encoding'
      choices.note(isTold ? `${lower}: ${value}` : lower, passage.n)
    }
  },
  conclude: (choices) => choices.choice({ together: true }) ?? cannotBeTold('it sends no additional headers'),
})

export const connections = clientObservation({
  open: 'client.connections',
  begin: () => ({ requests: 0, byConnection: new Map<number, number>(), first: 0 }),
  see(notes, { exchange, n }) {
    if (exchange.connection === undefined || exchange.kind !== 'exchange') return
    notes.requests++
    notes.first ||= n
    notes.byConnection.set(exchange.connection, (notes.byConnection.get(exchange.connection) ?? 0) + 1)
  },
  conclude({ requests, byConnection, first }) {
    if (requests < 2) return cannotBeTold('connections were not recorded')
    const isReused = [...byConnection.values()].some((count) => count > 1)
    const value = isReused ? 'several requests on one connection' : 'a connection for each request'
    return { choice: value, values: [value], evidence: [first] }
  },
})
