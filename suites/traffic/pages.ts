import type { Answer, Exchange } from '../../engine/history/entry/exchange.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import { rule } from '../../engine/judge/check.ts'
import { NO_GRANT } from '../../engine/judge/expectations.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import { granted, letsThrough, mayRead } from '../browser/fetch-standard.ts'
import { goodKeyOf, MOST_WRONG } from './beside-good.ts'

type Notes = {
  preflights: Map<string, Exchange>
  granting: Exchange[]
  refusing: number[]
  calls: { preflight: Exchange; call: Exchange }[]
}

const named = ({ request }: Exchange, wanted: string) =>
  request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

/** The last two parts of a name: whoever owns the server may own the page, and which of its own it lets in is its affair. */
const siteOf = (origin: string) => URL.parse(origin)?.hostname.split('.').slice(-2).join('.')

const nameOf = (exchange: Exchange) => `${named(exchange, 'origin')} ${exchange.request.path}`

function callBehind(preflight: Exchange, call?: Exchange) {
  const asked = named(preflight, 'access-control-request-headers') ?? 'authorization'
  return {
    origin: named(preflight, 'origin')!,
    method: call?.request.method ?? named(preflight, 'access-control-request-method')!,
    headers: asked
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
    credentials: false,
  }
}

/** A page of another origin was let through: by the preflight and the call behind it. */
export const pagesOfOthers = rule<Notes>({
  id: 'traffic.pages-of-other-origins',
  clause: 'browser.no-other-origin',
  suite: 'traffic',
  title: 'does not let pages of other origins read responses',
  begin: () => ({ preflights: new Map(), granting: [], refusing: [], calls: [] }),
  see({ preflights, granting, refusing, calls }, exchange, facts) {
    const origin = named(exchange, 'origin')
    const { target } = facts
    if (origin === undefined || siteOf(origin) === siteOf(target.origin) || !exchange.answer) return
    if (exchange.request.method === 'OPTIONS') {
      if (named(exchange, 'access-control-request-method') === undefined) return
      preflights.set(nameOf(exchange), exchange)
      if (!letsThrough(exchange.answer, callBehind(exchange))) refusing.push(exchange.n)
      else if (granting.length < MOST_WRONG) granting.push(exchange)
      return
    }
    if (endpointOf(exchange.request, target) === undefined || goodKeyOf(exchange, facts) === undefined) return
    const preflight = preflights.get(nameOf(exchange))
    if (preflight && calls.length < MOST_WRONG) calls.push({ preflight, call: exchange })
  },
  conclude({ granting, refusing, calls }) {
    if (granting.length + refusing.length === 0) return skip('no request of a page of another origin was recorded')
    const violations = calls.flatMap(({ preflight, call }): Violation[] => {
      const asked = callBehind(preflight, call)
      const [before, after] = [preflight.answer!, call.answer!]
      if (!letsThrough(before, asked) || !mayRead(after, asked)) return []
      return [
        {
          case: `${call.request.method} ${call.request.path} from ${asked.origin}`,
          expected: NO_GRANT,
          received: `the preflight returned ${inWords(before)}; the request returned ${inWords(after)}`,
          evidence: [preflight.n, call.n],
        },
      ]
    })
    if (violations.length > 0) return fail(violations, granting.length + refusing.length)
    const alone = granting.find((each) => !calls.some(({ preflight }) => preflight === each))
    if (alone) return inconclusive('a preflight was granted, but no request after it was recorded', [alone.n])
    return pass(granting.length + refusing.length, refusing.slice(0, 20))
  },
})

const inWords = (answer: Answer) => `${answer.status} with ${granted(answer)}`
