import { headerOf, statusOf } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import { type Check, type Observation, observation } from '../../engine/judge/check.ts'
import { ChoicesSeen, type Chosen, choiceShownBy, MOST_EVIDENCE } from '../choices.ts'
import { isFinal, isOwnPoll, jobRecord } from './polls.ts'

const LAW_FIELDS = ['id', 'status', 'stage', 'url', 'error']
const stateOf = ({ status, stage }: Record<string, unknown>) =>
  typeof stage === 'string' ? `${status} (${stage})` : String(status)

type Read = { n: number; sent: number; state: string; ends: boolean }
type Reads = { all: Read[]; urls: string[] }
type ByJob = Map<number, Reads>

/** The statuses of a job up to its final one, and the urls of all its reads. */
type Passage = { states: string[]; polls: number; ended: boolean; urls: readonly string[] }

/** In the order of the requests: responses may arrive in another one. */
function passageOf({ all, urls }: Reads): Passage {
  const inOrder = all.toSorted((one, other) => one.sent - other.sent)
  const end = inOrder.findIndex(({ ends }) => ends)
  const reads = end < 0 ? inOrder : inOrder.slice(0, end + 1)
  const states = reads.map(({ state }) => state).filter((state, index, each) => state !== each[index - 1])
  return { states, polls: reads.length, ended: end >= 0, urls }
}

/** An observation of all reads of a job in sequence. */
function overAllReads(
  named: Pick<Observation, 'id' | 'open' | 'title'>,
  choose: (passage: Passage) => Chosen | undefined,
): Check {
  return observation<ByJob>({
    suite: 'lifecycle',
    needs: ['job'],
    ...named,
    begin: () => new Map(),
    see(byJob, exchange) {
      const record = jobRecord(exchange)
      if (!record) return
      const { n, sent, purpose } = exchange
      const reads = byJob.get(purpose.job!) ?? { all: [], urls: [] }
      byJob.set(purpose.job!, reads)
      reads.all.push({ n, sent, state: stateOf(record), ends: isFinal(record.status) })
      if (typeof record.url === 'string') reads.urls.push(record.url)
    },
    conclude(byJob) {
      const seen = new ChoicesSeen()
      for (const reads of byJob.values()) {
        const shown = choose(passageOf(reads))
        if (shown !== undefined) seen.note(shown, ...reads.all.slice(0, MOST_EVIDENCE).map(({ n }) => n))
      }
      return seen.choice({ wavering: 'jobs differ' })
    },
  })
}

const SAME_URL: Chosen = { value: 'same', words: 'the same url on each poll' }
const ANOTHER_URL: Chosen = { value: 'another', words: 'another url on each poll' }

export const lifecycleObservations: Check[] = [
  overAllReads(
    { id: 'jobs.first-status', open: 'jobs.first-status', title: 'which status the first poll returns' },
    ({ states }) => states[0],
  ),
  overAllReads(
    { id: 'jobs.order-of-states', open: 'jobs.order-of-states', title: 'which unfinished states a job goes through' },
    // Without the final state: whether a job succeeds depends on its prompt.
    ({ states, ended }) => (ended && states.length > 1 ? states.slice(0, -1).join(' → ') : undefined),
  ),
  overAllReads(
    { id: 'jobs.polls-to-the-end', open: 'jobs.polls-to-the-end', title: 'how many polls a job needs' },
    ({ polls, ended }) =>
      ended ? { value: String(polls), words: `${polls} ${polls === 1 ? 'poll' : 'polls'}` } : undefined,
  ),
  overAllReads(
    {
      id: 'jobs.url-anew-on-each-read',
      open: 'jobs.url-anew-on-each-read',
      title: 'whether the url stays the same from poll to poll',
    },
    // A url that was read once may still change.
    ({ urls, ended }) => (ended && urls.length > 1 ? (new Set(urls).size === 1 ? SAME_URL : ANOTHER_URL) : undefined),
  ),
  choiceShownBy({
    open: 'jobs.stage-while-queued',
    suite: 'lifecycle',
    title: 'whether a queued job has a stage',
    shown(exchange) {
      const record = jobRecord(exchange)
      if (record?.status !== 'queued') return undefined
      const { stage } = record
      if (stage === undefined) return { value: 'none', words: 'a queued job has no stage' }
      return { value: JSON.stringify(stage), words: `a queued job has the stage ${JSON.stringify(stage)}` }
    },
  }),
  choiceShownBy({
    open: 'jobs.fields-where-not-required',
    suite: 'lifecycle',
    title: 'which of stage, url and error are present where they are not required',
    together: true,
    none: 'absent in every state',
    shown(exchange) {
      const record = jobRecord(exchange)
      if (!record) return undefined
      const needed = { queued: [], running: ['stage'], succeeded: ['url'], failed: ['error'] }[String(record.status)] as
        | string[]
        | undefined
      const beyond = ['stage', 'url', 'error'].filter((name) => name in record && !needed?.includes(name))
      if (beyond.length === 0) return { value: `${record.status}: none`, words: '' }
      return `${record.status}: ${list(beyond.map((name) => (record[name] === null ? `${name} null` : name)))}`
    },
  }),
  choiceShownBy({
    open: 'jobs.extra-fields',
    suite: 'lifecycle',
    title: 'which additional fields the job record has',
    together: true,
    shown(exchange) {
      const record = jobRecord(exchange)
      if (!record) return undefined
      const extra = Object.keys(record).filter((name) => !LAW_FIELDS.includes(name))
      return extra.length === 0 ? 'none' : `${record.status}: ${extra.sort().join(' ')}`
    },
  }),
  choiceShownBy({
    open: 'jobs.url-host',
    suite: 'lifecycle',
    title: "whether the url is on the server's own host, and its scheme",
    shown(exchange, { target }) {
      const url = jobRecord(exchange)?.url
      if (typeof url !== 'string' || !URL.canParse(url)) return undefined
      const { origin, protocol } = new URL(url)
      const scheme = protocol.slice(0, -1)
      return origin === target.origin
        ? { value: `own ${scheme}`, words: `the server's own host, with ${scheme}` }
        : { value: `other ${scheme}`, words: `another host, with ${scheme}` }
    },
  }),
  choiceShownBy({
    open: 'polls.limited',
    suite: 'lifecycle',
    title: 'whether polls return 429 or Retry-After',
    shown(exchange) {
      if (!isOwnPoll(exchange)) return undefined
      if (statusOf(exchange) === 429) return { value: '429', words: 'a poll may return 429' }
      return headerOf(exchange, 'retry-after') === undefined
        ? { value: 'without Retry-After', words: 'poll responses have no Retry-After' }
        : { value: 'with Retry-After', words: 'poll responses have Retry-After' }
    },
  }),
]
