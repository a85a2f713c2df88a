import { type ClientCheck, clientCheck, type Known } from '../../../engine/judge/clients/check.ts'
import type { Passage } from '../../../engine/judge/clients/passage.ts'
import { notJudged } from '../../../engine/judge/clients/verdict.ts'
import { isAsGiven } from '../../../engine/judge/clients/video-urls.ts'
import { asItWas } from '../../../engine/keys/recipes.ts'
import { ClientTally } from '../counted/tally.ts'
import { holdsAKey } from '../sending/key.ts'

const NOBODY = 'no request for a video was recorded'
const OUT_OF_SIGHT = { kind: 'out of sight' } as const

export const fetchesAsGiven: ClientCheck = clientCheck({
  clause: 'client.fetches-the-url-as-given',
  begin: () => ({ tally: new ClientTally(), redirected: new Set<string>() }),
  see({ tally, redirected }, { exchange, client, n, status = 0 }, known) {
    const { urls, target } = known
    const meant = urls.meantBy(exchange)
    if (status >= 300 && status < 400) for (const { url } of meant) redirected.add(url)
    const named = meant.length > 0 ? meant : takenHome(exchange, known).filter(({ url }) => !redirected.has(url))
    if (named.length === 0) return
    tally.tries({ n })
    if (meant.some(({ url }) => isAsGiven(url, exchange))) return
    const { n: beside, url: given } = named.at(-1)!
    const origin = exchange.kind === 'elsewhere' ? exchange.origin : target.origin
    const fact = { kind: 'other url', given, fetched: origin + asItWas(exchange.request.path) } as const
    tally.breaks({ fact, client, evidence: [beside, n], beside })
  },
  conclude: ({ tally }) => tally.verdict(NOBODY, OUT_OF_SIGHT),
})

/** Those that lie elsewhere, and were asked for at the origin of the base URL: a client with the real one alone can have meant that. */
const takenHome = (exchange: Passage['exchange'], { options, target, urls }: Known) =>
  options.baseUrlGiven && exchange.kind === 'elsewhere' && exchange.origin === target.origin
    ? urls.movedBy(exchange)
    : []

/** At another origin a key is worse, and judged so. */
export const fetchesWithoutTheKey: ClientCheck = clientCheck({
  clause: 'client.fetches-without-the-key',
  begin: () => new ClientTally(),
  see(tally, { exchange, client, n }, { urls, target }) {
    const [named] = urls.meantBy(exchange)
    if (!named || (exchange.kind === 'elsewhere' && exchange.origin !== target.origin)) return
    tally.tries({ n })
    if (!exchange.request.headers.flat().some(holdsAKey)) return
    tally.breaks({ fact: { kind: 'key with the video' }, client, evidence: [named.n, n], beside: named.n })
  },
  conclude: (tally) => tally.verdict('no request for a video at the origin of the base URL was recorded', OUT_OF_SIGHT),
})

type Fetched = { n: number; at: number; beside: number; from: number; isRefused: boolean }

export const fetchesInTime: ClientCheck = clientCheck({
  clause: 'client.fetches-before-the-url-expires',
  begin: () => ({ fetched: new Map<string, Fetched>() }),
  see({ fetched }, { exchange, n, at, status = 0 }, { urls }) {
    for (const { url, n: beside, at: from } of urls.meantBy(exchange))
      if (isAsGiven(url, exchange) && !fetched.has(url))
        fetched.set(url, { n, at, beside, from, isRefused: status >= 400 })
  },
  conclude({ fetched }, { options: { scenario }, lateness }) {
    const livedMs = scenario?.urlLivesMs
    if (livedMs === undefined) return notJudged({ kind: 'not tried' }, 'the lifetime of the video urls is unknown')
    const tally = new ClientTally()
    for (const { n, at, beside, from, isRefused } of fetched.values()) {
      tally.tries({ n })
      const afterMs = at - from - lateness.around(at)
      // A url that still worked had not expired.
      if (afterMs <= livedMs || !isRefused) continue
      tally.breaks({ fact: { kind: 'url expired', afterMs, livedMs }, evidence: [beside, n], beside })
    }
    return tally.verdict(NOBODY, OUT_OF_SIGHT)
  },
})
