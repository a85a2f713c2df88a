import { headerOf, statusOf } from '../../runner/history/reading.ts'
import { list } from '../../runner/history/words.ts'
import { type Check, type Observation, observation } from '../../runner/judging/check.ts'
import { choiceShownBy } from '../choices.ts'
import { isFinal, isOwnPoll, jobRecord } from './polls.ts'

const LAW_FIELDS = ['id', 'status', 'stage', 'url', 'error']
const stateOf = ({ status, stage }: Record<string, unknown>) =>
  typeof stage === 'string' ? `${status} (${stage})` : String(status)

type Lives = Map<number, { states: string[]; evidence: number[]; polls: number; ended: boolean; urls: Set<string> }>

/** What shows only when the reads of a job are seen one after another. */
function overALife(
  named: Pick<Observation, 'id' | 'open' | 'title'>,
  choose: (life: Lives extends Map<number, infer L> ? L : never) => string | undefined,
): Check {
  return observation<Lives>({
    suite: 'lifecycle',
    needs: ['job'],
    ...named,
    begin: () => new Map(),
    see(lives, exchange) {
      const record = jobRecord(exchange)
      if (!record) return
      const job = exchange.purpose.job!
      const life = lives.get(job) ?? { states: [], evidence: [], polls: 0, ended: false, urls: new Set<string>() }
      lives.set(job, life)
      if (typeof record.url === 'string') life.urls.add(record.url)
      if (life.ended) return
      life.polls++
      if (life.states.at(-1) !== stateOf(record)) life.states.push(stateOf(record))
      if (life.evidence.length < 5) life.evidence.push(exchange.n)
      life.ended = isFinal(record.status)
    },
    conclude(lives) {
      const shown = [...lives.values()].flatMap((life) => {
        const choice = choose(life)
        return choice === undefined ? [] : [{ choice, evidence: life.evidence }]
      })
      if (shown.length === 0) return undefined
      const choices = [...new Set(shown.map((each) => each.choice))]
      const evidence = shown.flatMap((each) => each.evidence).slice(0, 10)
      return {
        choice: list(choices, 'or'),
        evidence,
        ...(choices.length > 1 && { inconsistent: 'not the same for every job' }),
      }
    },
  })
}

export const lifecycleObservations: Check[] = [
  overALife(
    { id: 'jobs.first-status-shown', open: 'jobs.first-status', title: 'which status the first poll shows' },
    ({ states }) => states[0],
  ),
  overALife(
    { id: 'jobs.states-passed', open: 'jobs.order-of-states', title: 'which states a job passes' },
    ({ states, ended }) => (ended ? states.join(' → ') : undefined),
  ),
  overALife(
    { id: 'jobs.polls-needed', open: 'jobs.polls-to-the-end', title: 'how many polls a job needs' },
    ({ polls, ended }) => (ended ? `${polls} ${polls === 1 ? 'poll' : 'polls'}` : undefined),
  ),
  overALife(
    {
      id: 'jobs.url-read-twice',
      open: 'jobs.url-anew-on-each-read',
      title: 'whether the url stays the same from read to read',
    },
    ({ urls, ended }) =>
      ended && urls.size > 0 ? (urls.size === 1 ? 'the same url on each read' : 'another url on each read') : undefined,
  ),
  choiceShownBy({
    id: 'jobs.queued-stage-shown',
    open: 'jobs.stage-while-queued',
    suite: 'lifecycle',
    title: 'whether a queued job shows a stage',
    shown(exchange) {
      const record = jobRecord(exchange)
      if (record?.status !== 'queued') return undefined
      return record.stage === undefined
        ? 'a queued job has no stage'
        : `a queued job has the stage ${JSON.stringify(record.stage)}`
    },
  }),
  choiceShownBy({
    id: 'jobs.fields-beyond-need',
    open: 'jobs.fields-where-not-required',
    suite: 'lifecycle',
    title: 'which of stage, url and error are shown where they need not be',
    together: true,
    shown(exchange) {
      const record = jobRecord(exchange)
      if (!record) return undefined
      const needed = { queued: [], running: ['stage'], succeeded: ['url'], failed: ['error'] }[String(record.status)] as
        | string[]
        | undefined
      const beyond = ['stage', 'url', 'error'].filter((name) => name in record && !needed?.includes(name))
      return `${record.status}: ${beyond.length === 0 ? 'none' : list(beyond.map((name) => (record[name] === null ? `${name} null` : name)))}`
    },
  }),
  choiceShownBy({
    id: 'jobs.further-fields',
    open: 'jobs.extra-fields',
    suite: 'lifecycle',
    title: 'which further fields the record of a job has',
    together: true,
    shown(exchange) {
      const record = jobRecord(exchange)
      if (!record) return undefined
      const extra = Object.keys(record).filter((name) => !LAW_FIELDS.includes(name))
      return extra.length === 0 ? 'none' : `${record.status}: ${extra.sort().join(' ')}`
    },
  }),
  choiceShownBy({
    id: 'jobs.url-leads-where',
    open: 'jobs.url-host',
    suite: 'lifecycle',
    title: "whether the url leads to the server's own host, and by which scheme",
    shown(exchange, { target }) {
      const url = jobRecord(exchange)?.url
      if (typeof url !== 'string' || !URL.canParse(url)) return undefined
      const { origin, protocol } = new URL(url)
      return `${origin === target.origin ? "the server's own host" : 'another host'}, by ${protocol.slice(0, -1)}`
    },
  }),
  choiceShownBy({
    id: 'jobs.polls-limited',
    open: 'polls.limited',
    suite: 'lifecycle',
    title: 'whether polls are answered 429 or with Retry-After',
    shown(exchange) {
      if (!isOwnPoll(exchange)) return undefined
      if (statusOf(exchange) === 429) return 'a poll may be answered 429'
      return headerOf(exchange, 'retry-after') === undefined
        ? 'polls come without Retry-After'
        : 'polls come with Retry-After'
    },
  }),
]
