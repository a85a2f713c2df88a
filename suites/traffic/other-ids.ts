import { showsId } from '../../runner/dialect/job-id.ts'
import { recordOf, succeeded } from '../../runner/history/reading.ts'
import { type Rule, rule } from '../../runner/judging/check.ts'
import { fail, pass, skip, type Violation } from '../../runner/judging/verdict.ts'
import { endpointOf, idIn } from '../../runner/wire/requests.ts'

type Read = { n: number; asked: string; shown: string }
type Notes = { kept: number[]; other: Read[] }

/** A character is missing, changed or added, or some are cut off: no second name that a job may have. */
function isNear(asked: string, shown: string): boolean {
  if (asked === '' || asked.toLowerCase() === shown.toLowerCase()) return true
  if (shown.startsWith(asked) || shown.endsWith(asked) || asked.startsWith(shown) || asked.endsWith(shown)) return true
  const differing = [...shown].filter((each, at) => asked[at] !== each).length
  return asked.length === shown.length && differing <= MOST_CHANGED
}

const MOST_CHANGED = 2

/** Whoever asks for an id that is nearly one of a job's is not answered with that job. */
export const otherIds: Rule = rule<Notes>({
  id: 'traffic.nearly-the-id',
  clause: 'accounts.near-id-is-no-job',
  suite: 'traffic',
  title: 'answers nobody with the job of another id than the one that was asked for',
  begin: () => ({ kept: [], other: [] }),
  see({ kept, other }, exchange, { target }) {
    const { path } = exchange.request
    // What stands in a query may ask for another job than the path does.
    if (endpointOf(exchange.request, target) !== 'GET /videos/{id}' || path.includes('?')) return
    const asked = idIn(exchange.request)
    const record = succeeded(exchange) ? recordOf(exchange) : undefined
    if (asked === undefined || !record || !['string', 'number'].includes(typeof record.id)) return
    if (showsId(record, asked)) kept.push(exchange.n)
    else other.push({ n: exchange.n, asked, shown: String(record.id) })
  },
  conclude({ kept, other }) {
    const violations = other
      .filter(({ asked, shown }) => isNear(asked, shown))
      .map(
        ({ n, asked, shown }): Violation => ({
          case: `GET /videos/${asked}`,
          expected: `404, or the job of the id ${asked}`,
          received: `the job of the id ${shown}`,
          evidence: [n],
        }),
      )
    if (violations.length > 0) return fail(violations, kept.length + violations.length)
    return kept.length === 0 ? skip('no job record came') : pass(kept.length, kept.slice(0, 20))
  },
})
