import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { markOf } from '../../engine/history/entry/mark.ts'
import { nth, record } from '../../engine/history/entry/schemas.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { withHeader } from '../../engine/http/requests.ts'
import { type Evidence, experiment, type Suite } from '../../engine/judge/check.ts'
import { NO_GRANT } from '../../engine/judge/expectations.ts'
import { lastWords, undecided } from '../../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Verdict, type Violation } from '../../engine/judge/verdict.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import { ENDPOINT_COUNT, forEveryEndpoint } from '../every-endpoint.ts'
import { combinationsFor } from '../limits/combinations.ts'
import { bodyOf } from '../limits/values.ts'
import { granted, letsThrough, mayRead } from './fetch-standard.ts'

/** A public page, one on the developer's machine, a file or a sandboxed frame, and lookalikes of the server. */
const ORIGINS = ['https://page.example', 'http://localhost:3000', 'null']
/** Origins that a partial comparison takes for the server's own. */
const lookalikes = (origin: string) => [
  `${origin}.page.example`,
  `${new URL(origin).protocol}//${new URL(origin).hostname}.page.example`,
  `https://app.${new URL(origin).hostname}`,
  `https://not${new URL(origin).host}`,
]

const originsOf = (drive: Driver) => {
  const { profile } = drive.configuration
  if (profile === 'smoke') return ORIGINS.slice(0, 1)
  return profile === 'full' ? [...ORIGINS, ...lookalikes(drive.target.origin)] : ORIGINS
}
const ORIGIN_COUNT = { smoke: 1, standard: ORIGINS.length, full: ORIGINS.length + 4 }

type Call = { preflight: number }
export const CALL = markOf<Call>('call of a page', record<Call>({ preflight: nth }, {}))

const SOME: readonly EndpointName[] = ['GET /videos/{id}', 'POST /videos']

/** Each call is sent only if its preflight allows it. */
const noOtherOrigin = experiment({
  id: 'browser.no-other-origin',
  clause: 'browser.no-other-origin',
  suite: 'browser',
  title: 'does not let pages of other origins read a response, judged from preflight and request as a browser would',
  max: ({ configuration: { profile } }) => ({
    requests:
      ORIGIN_COUNT[profile] * (profile === 'smoke' ? SOME.length : ENDPOINT_COUNT) + (profile === 'smoke' ? 0 : 1),
  }),
  async drive(drive) {
    const endpoints = drive.configuration.profile === 'smoke' ? SOME : undefined
    await forEveryEndpoint(
      drive,
      async (twin, name) => {
        for (const origin of originsOf(drive)) await fromPage(drive, twin, name, origin)
      },
      endpoints,
    )
  },
  judge,
})

async function fromPage(drive: Driver, twin: Control, name: EndpointName, origin: string): Promise<void> {
  const { method, path } = twin.request
  const asked = method === 'POST' ? 'authorization,content-type' : 'authorization'
  const preflight: RequestTemplate = {
    method: 'OPTIONS',
    path,
    plain: true,
    headers: [
      ['Origin', origin],
      ['Access-Control-Request-Method', method],
      ['Access-Control-Request-Headers', asked],
    ],
  }
  const what = `${name} from ${origin}`
  const first = await drive.observe(`preflight of ${what}`, preflight)
  // A browser would stop here, so the response to the call does not matter.
  if (!first.answer || !letsThrough(first.answer, callOf(first))) return
  for (const request of await callsOf(drive, twin)) {
    const behind = { twin: first.n, mark: CALL.of({ preflight: first.n }) }
    await drive.observe(`request of ${what}`, { ...withHeader(request, 'Origin', origin), plain: true }, behind)
  }
}

/** A refused body costs nothing and is a readable response, too; if only accepted ones are readable, one job shows it. */
async function callsOf(drive: Driver, { request }: Control): Promise<RequestTemplate[]> {
  if (request.method !== 'POST') return [request]
  const refused = { ...request, body: '{}' }
  return drive.configuration.profile === 'full'
    ? [refused, { ...request, body: bodyOf((await combinationsFor(drive)).base) }]
    : [refused]
}

function callOf({ request }: Exchange) {
  const named = (wanted: string) => request.headers.find(([name]) => name === wanted)?.[1] ?? ''
  return {
    origin: named('Origin'),
    method: named('Access-Control-Request-Method'),
    headers: named('Access-Control-Request-Headers').split(','),
    credentials: false,
  }
}

function judge({ exchanges, gaps, facts }: Evidence): Verdict {
  const last = lastWords(exchanges)
  const preflights = last.filter((each) => each.request.method === 'OPTIONS')
  const calls = last.filter((each) => CALL.in(each))
  const violations = calls.flatMap((call): Violation[] => {
    const preflight = facts.exchange(CALL.in(call)!.preflight)
    if (!preflight?.answer || !call.answer || !mayRead(call.answer, callOf(preflight))) return []
    const received = `the preflight returned ${preflight.answer.status} with ${granted(preflight.answer)}; the request returned ${granted(call.answer)}`
    const expected = NO_GRANT
    return [{ case: call.purpose.case!, expected, received, evidence: [preflight.n, call.n] }]
  })
  if (violations.length > 0) return fail(violations, preflights.length)
  if (preflights.length === 0) return skip(gaps[0]?.why ?? 'no endpoint could be tested', gaps[0]?.cause)
  const doubt = [...preflights, ...calls].find((each) => undecided(each))
  if (doubt) return inconclusive(undecided(doubt)!, [doubt.n])
  const control = exchanges.findLast((each) => each.purpose.part === 'control')
  if (control && !succeeded(control)) return inconclusive('control requests no longer succeeded either', [control.n])
  return pass(preflights.length, preflights.map(({ n }) => n).slice(0, 20))
}

export const browser: Suite = {
  name: 'browser',
  about:
    'Cross-origin requests (§5.4): whether a browser would let a page read the response, judged from preflight and request.',
  checks: [noOtherOrigin],
}
