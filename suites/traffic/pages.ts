import type { Answer, Exchange } from '../../engine/history/entry/exchange.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import { NO_GRANT } from '../../engine/judge/expectations.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import { granted, letsThrough, mayRead } from '../browser/fetch-standard.ts'
import { concluded, goodKeyOf, MOST_CASES, observed } from './observed.ts'

type Notes = {
  preflights: Map<string, Exchange>
  granting: Exchange[]
  refusing: Exchange[]
  calls: { preflight: Exchange; call: Exchange }[]
}

const named = ({ request }: Exchange, wanted: string) =>
  request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

/** The last two parts of a host name: a server may let in pages of its own site. */
const siteOf = (origin: string) => URL.parse(origin)?.hostname.split('.').slice(-2).join('.')

const nameOf = (exchange: Exchange) => `${named(exchange, 'origin')} ${exchange.request.path}`

function callBehind(preflight: Exchange, call?: Exchange) {
  const asked = named(preflight, 'access-control-request-headers') ?? 'authorization'
  return {
    origin: named(preflight, 'origin')!,
    method: call?.request.method ?? named(preflight, 'access-control-request-method')!,
    headers: asked.split(',').map((name) => name.trim().toLowerCase()),
    credentials: false,
  }
}

const inWords = (answer: Answer) => `${answer.status} with ${granted(answer)}`

/** A page of another origin can read a response: the preflight and the request behind it both allow that. */
export const otherOrigins = observed<Notes>(
  'browser.no-other-origin',
  'does not let pages of other origins read responses',
  {
    begin: () => ({ preflights: new Map(), granting: [], refusing: [], calls: [] }),
    see({ preflights, granting, refusing, calls }, exchange, facts) {
      const origin = named(exchange, 'origin')
      const { target } = facts
      if (origin === undefined || siteOf(origin) === siteOf(target.origin) || !exchange.answer) return
      if (exchange.request.method === 'OPTIONS') {
        if (named(exchange, 'access-control-request-method') === undefined) return
        preflights.set(nameOf(exchange), exchange)
        const group = letsThrough(exchange.answer, callBehind(exchange)) ? granting : refusing
        if (group.length < MOST_CASES) group.push(exchange)
        return
      }
      if (endpointOf(exchange.request, target) === undefined || goodKeyOf(exchange, facts) === undefined) return
      const preflight = preflights.get(nameOf(exchange))
      if (preflight && calls.length < MOST_CASES) calls.push({ preflight, call: exchange })
    },
    conclude({ granting, refusing, calls }) {
      const violations = calls.flatMap(({ preflight, call }): Violation[] => {
        const asked = callBehind(preflight, call)
        const [before, after] = [preflight.answer!, call.answer!]
        if (!letsThrough(before, asked) || !mayRead(after, asked)) return []
        const { method, path } = call.request
        const received = `the preflight returned ${inWords(before)}; the request returned ${inWords(after)}`
        const what = `${method} ${path} from ${asked.origin}`
        return [{ case: what, expected: NO_GRANT, received, evidence: [preflight.n, call.n] }]
      })
      const alone = granting.find((each) => !calls.some(({ preflight }) => preflight === each))
      return concluded({
        violations,
        doubt: alone && { why: 'a preflight was granted, but no request after it was recorded', n: alone.n },
        kept: [...refusing, ...granting],
        tried: granting.length + refusing.length,
        unseen: 'no request of a page of another origin was recorded',
      })
    },
  },
)
