import { fieldsSent, waysInWords } from '../../engine/history/reading/reading.ts'
import { type ClientObservation, clientObservation, type Known } from '../../engine/judge/clients/check.ts'
import { isAtTheInterface, isPoll, isSubmission, isTakenOn, type Passage } from '../../engine/judge/clients/passage.ts'
import { cannotBeTold } from '../../engine/judge/verdict.ts'
import type { ClientOpenPointId } from '../../spec/clients/open-points.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { ChoicesSeen, type Chosen } from '../choices.ts'
import { askedToWaitMs, byJob, countBelow, LEAST_MS, type Poll, pollIn, withoutTheRest } from './traffic.ts'

type Simple = {
  open: ClientOpenPointId
  /** The choice that one request shows, if any. */
  shown(passage: Passage, known: Known): Chosen | undefined
  /** The words if no request shows the choice. */
  otherwise: string
  /** Several values form one choice. */
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

/** Which value of a response the client took for the id, and where it found its model. */
const shapes = shownBy({
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

const bearer = shownBy({
  open: 'client.spelling-of-bearer',
  otherwise: SENT_NOTHING,
  shown({ exchange: { request } }) {
    const said = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    const [, scheme, space] = /^(bearer)(\s+)\S/i.exec(said ?? '') ?? []
    if (scheme === undefined || space === undefined) return undefined
    return space === ' ' ? `${scheme} and one space` : `${scheme} and ${space.length} white-space characters`
  },
})

const slashes = shownBy({
  open: 'client.slash-at-the-end',
  otherwise: SENT_NOTHING,
  shown: (passage) => {
    if (!isAtTheInterface(passage) || passage.asked.endpoint === undefined) return undefined
    return passage.asked.hasSlashAtTheEnd ? 'with a trailing slash' : 'without a trailing slash'
  },
})

const isReading = (name: string | undefined) => (READINGS as readonly (string | undefined)[]).includes(name)

const readings = shownBy({
  open: 'client.readings',
  together: true,
  otherwise: 'it read none of them',
  shown: ({ asked }) => (isReading(asked?.endpoint) ? asked?.endpoint : undefined),
})

const aliases = shownBy({
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

const headers = clientObservation({
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

const connections = clientObservation({
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

type Notes = {
  submissions: Map<number, Passage>
  polls: Poll[]
  jobs: Map<string, Passage>
  waits: Map<number, number>
}

/** Notes that several observations share. */
const noting = {
  begin: (): Notes => ({ submissions: new Map(), polls: [], jobs: new Map(), waits: new Map() }),
  see({ submissions, polls, jobs, waits }: Notes, passage: Passage, known: Parameters<typeof askedToWaitMs>[1]): void {
    // Without the key, the job's client is unknown.
    if (isSubmission(passage) && isTakenOn(passage)) submissions.set(passage.n, withoutTheRest(passage))
    const poll = pollIn(passage)
    if (!poll) return
    polls.push(poll)
    const askedMs = askedToWaitMs(passage, known)
    if (askedMs !== undefined) waits.set(passage.n, askedMs)
    const given = known.ids.get(poll.id)
    const submission = given && submissions.get(given.n)
    if (submission) jobs.set(poll.id, submission)
  },
}

const AT_ONCE_MS = 500

/** Times in classes, so that small differences count as the same choice. */
function inClass(ms: number): string {
  if (ms < AT_ONCE_MS) return 'at once'
  if (ms < LEAST_MS) return 'within 3 s'
  return ms < 5500 ? 'after 3 to 5 s' : ms < 30_000 ? 'after 5 to 30 s' : 'after more than 30 s'
}

const told = (choices: ChoicesSeen, otherwise: string) =>
  choices.choice({ wavering: 'sometimes one, sometimes the other' }) ?? cannotBeTold(otherwise)

const firstPoll = clientObservation({
  open: 'client.first-poll',
  ...noting,
  conclude({ polls, jobs }) {
    const choices = new ChoicesSeen()
    for (const [first] of byJob(polls)) {
      const submission = first && jobs.get(first.id)
      if (submission && submission.end <= first.passage.at)
        choices.note(inClass(first.passage.at - submission.end), submission.n, first.passage.n)
    }
    return told(choices, 'no job was recorded from its submission on')
  },
})

const afterALostSubmission = clientObservation({
  open: 'client.after-a-lost-submission',
  begin: (): Passage[] => [],
  see(submissions, passage) {
    if (isSubmission(passage)) submissions.push(withoutTheRest(passage))
  },
  conclude(all, { isOver, options }) {
    const choices = new ChoicesSeen()
    const submissions = all.toSorted((one, other) => one.at - other.at)
    const same = Map.groupBy(submissions, ({ client, exchange }) => JSON.stringify([client, exchange.request.body]))
    const pairs = [...same.values()].flatMap((own) => {
      const times = own.map(({ at }) => at)
      const lost = own.filter(({ isLost }) => isLost)
      return lost.map((each) => ({ lost: each, again: own[countBelow(times, each.end)] }))
    })
    for (const { lost, again } of pairs.sort((one, other) => one.lost.n - other.lost.n)) {
      if (again) {
        const twice = isTakenOn(again) ? ', which may have created a second job' : ''
        choices.note(`it submits the same again ${inClass(again.at - lost.end)}${twice}`, lost.n, again.n)
      } else if (isOver || options.outcome) choices.note('it does not submit the same again', lost.n)
    }
    return told(choices, 'no response to a submission was lost')
  },
})

const patience = clientObservation({
  open: 'client.patience',
  ...noting,
  conclude({ polls, jobs }, { options }) {
    const choices = new ChoicesSeen()
    for (const own of byJob(polls)) {
      const [first, last] = [own[0]!, own.at(-1)!]
      if (own.some(({ final }) => final !== undefined)) choices.note('until the job is final', last.passage.n)
      else if (options.outcome) {
        const from = jobs.get(first.id)?.end ?? first.passage.at
        choices.note(`it gives up ${inMinutes(last.passage.at - from)}`, last.passage.n)
      }
    }
    return told(choices, 'no job was recorded until it finished')
  },
})

function inMinutes(ms: number): string {
  const bounds = [10_000, 60_000, 300_000, 900_000]
  const words = ['within 10 s', 'within a minute', 'within 5 minutes', 'within 15 minutes']
  const index = bounds.findIndex((bound) => ms < bound)
  return index < 0 ? 'after more than 15 minutes' : words[index]!
}

const afterServerErrors = clientObservation({
  open: 'client.after-server-errors',
  ...noting,
  conclude({ polls }, { isOver, options }) {
    const choices = new ChoicesSeen()
    for (const own of byJob(polls)) {
      for (const [index, { passage }] of own.entries()) {
        if (!passage.isLost && (passage.status ?? 0) < 500) continue
        const what = passage.isLost ? 'after a lost connection' : 'after 5xx'
        const next = own[index + 1]?.passage
        if (next) choices.note(`${what} it polls again ${inClass(next.at - passage.end)}`, passage.n, next.n)
        else if (isOver || options.outcome) choices.note(`${what} it stops polling`, passage.n)
      }
    }
    return told(choices, 'no poll returned 5xx, and no connection was lost')
  },
})

const afterShortWaits = clientObservation({
  open: 'client.after-short-waits',
  ...noting,
  conclude({ polls, waits }) {
    const choices = new ChoicesSeen()
    for (const own of byJob(polls)) {
      for (const [index, { passage }] of own.entries()) {
        const next = own[index + 1]?.passage
        if (!next || (waits.get(passage.n) ?? LEAST_MS) >= LEAST_MS) continue
        const isSooner = next.at - passage.end < LEAST_MS
        choices.note(isSooner ? 'as soon as Retry-After allows' : 'after 3 s anyway', passage.n, next.n)
      }
    }
    return told(choices, 'no 429 for a poll had a Retry-After below 3 s')
  },
})

const SEVERAL = 'several at once'
const ONE = 'one at a time'

const jobsAtOnce = clientObservation({
  open: 'client.jobs-at-once',
  ...noting,
  conclude({ polls }) {
    const choices = new ChoicesSeen()
    const spans = byJob(polls).map((own) => ({
      client: own[0]!.client,
      from: own[0]!.passage,
      to: own.at(-1)!.passage,
    }))
    for (const own of Map.groupBy(spans, ({ client }) => client).values()) {
      let until = Number.NEGATIVE_INFINITY
      for (const { from, to } of own.sort((one, other) => one.from.at - other.from.at)) {
        choices.note(from.at <= until ? SEVERAL : ONE, from.n)
        until = Math.max(until, to.at)
      }
    }
    const all = choices.choice()
    // The first of several jobs begins alone.
    if (all?.values.includes(SEVERAL)) return { choice: SEVERAL, values: [SEVERAL], evidence: all.evidence }
    return told(choices, 'it polled no job')
  },
})

const download = clientObservation({
  open: 'client.download',
  begin: () => ({ fetched: new ChoicesSeen(), succeeded: 0 }),
  see(notes, passage, { urls }) {
    if (urls.meantBy(passage.exchange).length > 0) notes.fetched.note('it downloads the video itself', passage.n)
    if (pollIn(passage)?.final === 'succeeded') notes.succeeded = passage.n
  },
  conclude({ fetched, succeeded }, { options }) {
    const seen = fetched.choice()
    if (seen) return seen
    const value = 'it passes the url on'
    return options.outcome && succeeded > 0
      ? { choice: value, values: [value], evidence: [succeeded] }
      : cannotBeTold('no request for a video was recorded', succeeded > 0 ? [succeeded] : [])
  },
})

/** Observed choices of clients, in the order of the open points. */
export const CLIENT_OBSERVATIONS: readonly ClientObservation[] = [
  shapes,
  bearer,
  slashes,
  readings,
  aliases,
  firstPoll,
  afterALostSubmission,
  patience,
  afterServerErrors,
  afterShortWaits,
  connections,
  headers,
  download,
  jobsAtOnce,
]
