import { type Target, withoutVersion, withVersionTwice } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, recordOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf, idIn } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { isNotFound } from '../../engine/judge/expectations.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import { chanceOfAJob, IMPLAUSIBLE } from '../inputs/ids.ts'
import {
  besideGood,
  concluded,
  goodKeyOf,
  MOST_CASES,
  type Moment,
  momentOf,
  observed,
  type Wrong,
} from './observed.ts'

const NAME = 'GET /videos/{id}'
const MOST_JOBS = 5000

/** The endpoint that a request would reach if the version stood in its path once. */
function wrongVersion(wrongly: (target: Target, path: string) => string, what: string) {
  return (exchange: Exchange, facts: Facts): Wrong | undefined => {
    const { target } = facts
    const front = wrongly(target, '/')
    const { path } = exchange.request
    const key = goodKeyOf(exchange, facts)
    if (!target.endsWithVersion || !path.startsWith(front) || key === undefined) return undefined
    const request = { ...exchange.request, path: `${target.basePath}/${path.slice(front.length)}` }
    const name = endpointOf(request, target)
    // Any file may stand under /videos/, for example a video.
    const isOfAJob = name !== NAME || facts.ids().includes(idIn(request) ?? '')
    return name && isOfAJob ? { case: `${name}, ${what}`, name, key } : undefined
  }
}

/** Statuses about keys, credits, permissions or the request as a whole. */
const NOT_ABOUT_THE_ID = [401, 402, 403, 408, 421, 425, 431]

/** An id in the form of the job ids that no job has. */
function unknownId(exchange: Exchange, facts: Facts): Wrong | undefined {
  const { purpose, request } = exchange
  const [id, key, status] = [idIn(request), goodKeyOf(exchange, facts), statusOf(exchange) ?? 0]
  const isAsked = purpose.part === 'probe' && endpointOf(request, facts.target) === NAME && !request.path.includes('?')
  const isAboutTheId = status >= 400 && status < 500 && !NOT_ABOUT_THE_ID.includes(status)
  if (!isAsked || !isAboutTheId || id === undefined || key === undefined || facts.ids().includes(id)) return undefined
  return { case: `${NAME} of ${id}`, name: NAME, key }
}

const MOST_CHANGED = 2

/** A character is missing, changed or added, or some are cut off. */
function isNear(asked: string, id: string): boolean {
  if (asked === id) return false
  if (asked.toLowerCase() === id.toLowerCase() || id.startsWith(asked) || asked.startsWith(id)) return true
  if (asked.length !== id.length) return false
  let differing = 0
  for (let at = 0; at < id.length && differing <= MOST_CHANGED; at++) if (asked[at] !== id[at]) differing++
  return differing <= MOST_CHANGED
}

type Shown = { n: number; asked: string; shown: string | undefined }

/** A request for an id similar to a job's does not return that job. */
const nearIds = observed<{ read: Shown[]; known: Set<string> }>(
  'accounts.near-id-is-no-job',
  'returns no other job than the one that was requested',
  {
    begin: () => ({ read: [], known: new Set() }),
    see({ read, known }, exchange, { target }) {
      const { path } = exchange.request
      // A query may name another job than the path does.
      if (endpointOf(exchange.request, target) !== NAME || path.includes('?') || !exchange.answer) return
      const asked = idIn(exchange.request)
      if (asked === undefined || asked === '') return
      const { id } = (succeeded(exchange) && recordOf(exchange)) || {}
      const shown = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
      if (shown === asked && known.size < MOST_JOBS) known.add(asked)
      if (shown === asked || read.length >= MOST_CASES) return
      if (shown !== undefined || isNotFound.holds(exchange)) read.push({ n: exchange.n, asked, shown })
    },
    conclude({ read, known }) {
      const violations = read.flatMap(({ n, asked, shown }): Violation[] => {
        if (shown === undefined || !isNear(asked, shown)) return []
        const expected = `${isNotFound.expected}, or the job of the id ${asked}`
        return [{ case: `GET /videos/${asked}`, expected, received: `the job of the id ${shown}`, evidence: [n] }]
      })
      const ids = [...known]
      const kept = read.filter(({ asked, shown }) => shown === undefined && ids.some((id) => isNear(asked, id)))
      return concluded({ violations, kept, unseen: 'no request with a nearly correct id was recorded' })
    },
  },
)

type Came = 'the job' | 'not found' | 'forbidden'
type Read = Moment & { key: KeyName; submission: number | undefined; came: Came; words: string }
type OfAnother = Read & { id: string; owner: KeyName }

/** The account of a key is unknown in recorded traffic. But another key sees either all jobs of a key, or none. */
const otherKeys = observed<Map<string, Read[]>>(
  'accounts.other-account-sees-404',
  'shows another key either all jobs of a key, or returns 404 for each of them',
  {
    begin: () => new Map(),
    see(reads, exchange, { target }) {
      const { request, purpose } = exchange
      if (endpointOf(request, target) !== NAME || request.path.includes('?')) return
      const [id, key] = [idIn(request), keyOf(request)]
      const came = succeeded(exchange) ? 'the job' : isNotFound.holds(exchange) ? 'not found' : 'forbidden'
      // Other statuses concern keys, limits or the server; a page comes from a gateway.
      const isForbidden = statusOf(exchange) === 403 && jsonOf(exchange) !== undefined
      if (id === undefined || key === undefined || (came === 'forbidden' && !isForbidden)) return
      const words = came === 'the job' ? '' : receivedInWords(exchange)
      const own = reads.get(id) ?? []
      reads.set(id, own)
      own.push({ ...momentOf(exchange), key, submission: purpose.job, came, words })
    },
    conclude(reads, facts) {
      const ofAnother = [...reads].flatMap(([id, all]): OfAnother[] => {
        const owner = ownerOf(id, all, facts)
        return owner === undefined ? [] : all.flatMap((read) => (read.key === owner ? [] : [{ ...read, id, owner }]))
      })
      const open = Map.groupBy(
        [...reads.values()].flat().filter(({ came }) => came !== 'forbidden'),
        ({ key }) => key,
      )
      const pairs = [...Map.groupBy(ofAnother, ({ owner, key }) => `${owner} ${key}`).values()]
      const violations = pairs.flatMap((all) => [
        ...forbidden(all, open.get(all[0]!.key) ?? []),
        ...hiddenBesideShown(all, reads),
      ])
      const isTried = ofAnother.some(({ came }) => came !== 'forbidden')
      const kept = isTried ? ofAnother : []
      return concluded({ violations, kept, tried: ofAnother.length, unseen: 'no key requested a job of another key' })
    },
  },
)

/** The key that submitted the job and read it. Unknown for short ids: each account may count its own. */
function ownerOf(id: string, reads: readonly Read[], { exchange }: Facts): KeyName | undefined {
  if (chanceOfAJob(id) >= IMPLAUSIBLE) return undefined
  const own = reads.find(({ key, came, submission: n }) => {
    const submission = came === 'the job' ? exchange(n) : undefined
    return submission?.request.method === 'POST' && keyOf(submission.request) === key
  })
  return own?.key
}

/** 403 twice, and the key is accepted in between: permissions may be revoked and restored. */
function forbidden(all: readonly OfAnother[], open: readonly Read[]): Violation[] {
  const closed = all.filter(({ came }) => came === 'forbidden')
  const [first, last] = [closed[0], closed.at(-1)]
  const between = first && open.find(({ sent, received }) => sent > first.received && received < last!.sent)
  if (!between) return []
  const expected = `${isNotFound.expected}, or the job if both keys belong to one account`
  const evidence = [between.n, ...closed.map(({ n }) => n)].slice(0, 5)
  return [{ case: `key ${first.key}`, expected, received: last!.words, evidence }]
}

/** One job is shown; another is hidden, although its own key reads it before and after. */
function hiddenBesideShown(all: readonly OfAnother[], reads: ReadonlyMap<string, readonly Read[]>): Violation[] {
  const shown = all.find(({ came }) => came === 'the job')
  if (!shown) return []
  return all.flatMap((hidden): Violation[] => {
    const { id, key, owner } = hidden
    const own = (reads.get(id) ?? []).filter((read) => read.key === owner && read.came === 'the job')
    const before = own.some(({ received }) => received < hidden.sent)
    const after = own.find(({ sent }) => sent > hidden.received)
    if (hidden.came !== 'not found' || id === shown.id || !before || !after) return []
    const expected = `the same for all jobs of key ${owner}: ${isNotFound.expected}, or the job`
    const received = `one job, but ${hidden.words} for another, which key ${owner} read before and after`
    return [{ case: `key ${key}`, expected, received, evidence: [shown.n, after.n, hidden.n] }]
  })
}

export const jobs = [
  besideGood(
    'paths.version-once',
    'returns 404 for paths with the version doubled',
    isNotFound,
    wrongVersion(withVersionTwice, 'the version doubled'),
  ),
  besideGood(
    'paths.version-present',
    'returns 404 for paths without the version',
    isNotFound,
    wrongVersion(withoutVersion, 'no version'),
  ),
  besideGood(
    'accounts.unknown-id',
    'returns 404 for an id that resembles a job id and is unknown',
    isNotFound,
    unknownId,
  ),
  nearIds,
  otherKeys,
]
