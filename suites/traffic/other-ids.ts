import { recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import { endpointOf, idIn } from '../../engine/http/requests.ts'
import { type Rule, rule } from '../../engine/judge/check.ts'
import { isNotFound } from '../../engine/judge/expectations.ts'
import { fail, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import { MOST_WRONG } from './beside-good.ts'

const MOST_JOBS = 5000

type Read = { n: number; asked: string; shown: string | undefined }
type Notes = { read: Read[]; known: Set<string> }

const MOST_CHANGED = 2

/** A character is missing, changed or added, or some are cut off: no second name that a job may have. */
function isNear(asked: string, id: string): boolean {
  if (asked === id) return false
  if (asked.toLowerCase() === id.toLowerCase() || id.startsWith(asked) || asked.startsWith(id)) return true
  if (asked.length !== id.length) return false
  let differing = 0
  for (let at = 0; at < id.length && differing <= MOST_CHANGED; at++) if (asked[at] !== id[at]) differing++
  return differing <= MOST_CHANGED
}

/** Whoever asks for an id that is nearly one of a job's is not answered with that job. */
export const otherIds: Rule = rule<Notes>({
  id: 'traffic.nearly-the-id',
  clause: 'accounts.near-id-is-no-job',
  suite: 'traffic',
  title: 'returns no other job than the one that was requested',
  begin: () => ({ read: [], known: new Set() }),
  see({ read, known }, exchange, { target }) {
    const { path } = exchange.request
    // What stands in a query may ask for another job than the path does.
    if (endpointOf(exchange.request, target) !== 'GET /videos/{id}' || path.includes('?') || !exchange.answer) return
    const asked = idIn(exchange.request)
    if (asked === undefined || asked === '') return
    const { id } = (succeeded(exchange) && recordOf(exchange)) || {}
    const shown = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
    if (shown === asked && known.size < MOST_JOBS) known.add(asked)
    if (shown === asked || read.length >= MOST_WRONG) return
    if (shown !== undefined || isNotFound.holds(exchange)) read.push({ n: exchange.n, asked, shown })
  },
  conclude({ read, known }) {
    const violations = read.flatMap(({ n, asked, shown }): Violation[] => {
      if (shown === undefined || !isNear(asked, shown)) return []
      const expected = `${isNotFound.expected}, or the job of the id ${asked}`
      return [{ case: `GET /videos/${asked}`, expected, received: `the job of the id ${shown}`, evidence: [n] }]
    })
    const ids = [...known]
    const refused = read.filter(({ asked, shown }) => shown === undefined && ids.some((id) => isNear(asked, id)))
    if (violations.length > 0) return fail(violations, refused.length + violations.length)
    if (refused.length === 0) return skip('no request with a nearly correct id was recorded')
    return pass(
      refused.length,
      refused.slice(0, 20).map(({ n }) => n),
    )
  },
})
