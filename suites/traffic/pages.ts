import type { Answer, Exchange } from '../../runner/history/exchange.ts'
import { rule } from '../../runner/judging/check.ts'
import { fail, pass, skip, type Violation } from '../../runner/judging/verdict.ts'
import { endpointOf } from '../../runner/wire/requests.ts'
import { granted, letsThrough, mayRead } from '../browser/fetch-standard.ts'
import { carriesAGoodKey } from './beside-good.ts'

type Notes = { preflights: Exchange[]; calls: { preflight: Exchange; call: Exchange }[] }

const named = ({ request }: Exchange, wanted: string) =>
  request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

/** A page of another origin was let through: by the preflight and the call behind it. */
export const pagesOfOthers = rule<Notes>({
  id: 'traffic.pages-of-other-origins',
  clause: 'browser.no-other-origin',
  suite: 'traffic',
  title: 'lets no page of another origin read what it asked for',
  begin: () => ({ preflights: [], calls: [] }),
  see({ preflights, calls }, exchange, facts) {
    const origin = named(exchange, 'origin')
    if (origin === undefined || origin === facts.target.origin || !exchange.answer) return
    if (exchange.request.method === 'OPTIONS') {
      if (named(exchange, 'access-control-request-method') !== undefined) preflights.push(exchange)
      return
    }
    if (endpointOf(exchange.request, facts.target) === undefined || !carriesAGoodKey(exchange, facts)) return
    const preflight = preflights.findLast(
      (each) => named(each, 'origin') === origin && each.request.path === exchange.request.path,
    )
    if (preflight) calls.push({ preflight, call: exchange })
  },
  conclude({ preflights, calls }) {
    if (preflights.length === 0) return skip('no page of another origin asked')
    const violations = calls.flatMap(({ preflight, call }): Violation[] => {
      const asked = {
        origin: named(call, 'origin')!,
        method: call.request.method,
        headers: (named(preflight, 'access-control-request-headers') ?? 'authorization')
          .toLowerCase()
          .split(',')
          .map((name) => name.trim()),
        credentials: false,
      }
      const [before, after] = [preflight.answer!, call.answer!]
      if (!letsThrough(before, asked) || !mayRead(after, asked)) return []
      return [
        {
          case: `${call.request.method} ${call.request.path} from ${asked.origin}`,
          expected: 'no grant to another origin',
          received: `the preflight was answered ${inWords(before)}; the call ${inWords(after)}`,
          evidence: [preflight.n, call.n],
        },
      ]
    })
    if (violations.length > 0) return fail(violations, preflights.length)
    return pass(
      preflights.length,
      preflights.slice(0, 20).map(({ n }) => n),
    )
  },
})

const inWords = (answer: Answer) => `${answer.status} with ${granted(answer)}`
