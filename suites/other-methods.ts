import type { Exchange, RequestTemplate } from '../engine/history/entry/exchange.ts'
import { markOf } from '../engine/history/entry/mark.ts'
import { record, words } from '../engine/history/entry/schemas.ts'
import { headerOf, jsonOf, statusOf, succeeded, walk } from '../engine/history/reading/reading.ts'
import { requestTo, withAuthorization } from '../engine/http/requests.ts'
import { type Evidence, type Experiment, experiment } from '../engine/judge/check.ts'
import { undecided } from '../engine/judge/probes.ts'
import { fail, pass, skip, type Verdict, type Violation } from '../engine/judge/verdict.ts'
import type { Driver } from '../engine/run/driver.ts'
import type { Need } from '../spec/clause.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { ENDPOINTS, type EndpointName } from '../spec/endpoints.ts'
import { idLike } from './inputs/ids.ts'

const METHODS = ['HEAD', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]
const OF_AN_ACCOUNT = ['GET /usage', 'GET /billing/balance'] as const satisfies readonly EndpointName[]

type Asked = { method: Method; about: 'a job' | 'no job' | (typeof OF_AN_ACCOUNT)[number] }
export const ASKED = markOf<Asked>(
  'asked by another method',
  record<Asked>(
    {
      method: words<Method>({ HEAD: true, OPTIONS: true }),
      about: words<Asked['about']>({ 'a job': true, 'no job': true, 'GET /usage': true, 'GET /billing/balance': true }),
    },
    {},
  ),
)
type Read = { about: EndpointName }
/** The account's own reading, just before. */
export const READ = markOf<Read>(
  'read before others ask',
  record<Read>({ about: { enum: ENDPOINTS.map(({ name }) => name) } }, {}),
)

/** Who sends the requests, and with which header. */
export type Asking = { who: string; authorization: string[]; methods?: readonly Method[]; readings?: false }
type Named = { id: string; suite: string; clause: ClauseId; title: string; needs?: readonly Need[] }

/** Responses to other methods are unspecified, but must not show account data. */
export function otherMethods({ needs = [], ...named }: Named, asking: Asking): Experiment {
  const { methods = METHODS, readings } = asking
  const each = 4 + (readings === false ? 0 : OF_AN_ACCOUNT.length)
  return experiment({
    ...named,
    needs: ['job', ...needs],
    from: 'standard',
    byChance: true,
    max: () => ({ requests: methods.length * each + OF_AN_ACCOUNT.length }),
    drive: (drive) => askEverywhere(drive, asking),
    judge: (evidence) => judge(evidence, asking),
  })
}

async function askEverywhere(
  drive: Driver,
  { who, authorization, methods = METHODS, readings }: Asking,
): Promise<void> {
  const { id } = await drive.jobs.first()
  const { seed } = drive.configuration
  const ask = (asked: Asked, request: RequestTemplate) =>
    drive.observe(
      `${asked.method} of ${asked.about} ${who}`,
      withAuthorization({ ...request, method: asked.method }, ...authorization),
      { mark: ASKED.of(asked) },
    )
  for (const about of readings === false ? [] : OF_AN_ACCOUNT) {
    // A cache may store this response and return it to others.
    await drive.good(about, requestTo(drive.target, about), { mark: READ.of({ about }) })
    for (const method of methods) await ask({ method, about }, requestTo(drive.target, about))
  }
  const job = (of: string) => requestTo(drive.target, 'GET /videos/{id}', { id: of })
  for (const method of methods)
    for (const turn of [0, 1]) {
      await ask({ method, about: 'no job' }, job(idLike(id, seed + 20 + turn)))
      await ask({ method, about: 'a job' }, job(id))
    }
}

function judge({ exchanges }: Evidence, { who }: Asking): Verdict {
  const asked = exchanges.flatMap((exchange) => {
    const about = ASKED.in(exchange)
    return about && exchange.answer && !undecided(exchange) ? [{ ...about, exchange }] : []
  })
  if (asked.length === 0) return skip('no such request got a usable response')
  const good = exchanges.filter((each) => each.request.method === 'GET' && succeeded(each))
  const ofNoAccount = asked.filter(({ about }) => about === 'no job').flatMap(({ exchange }) => textsOf(exchange))
  const leaked = asked.flatMap(({ exchange, ...about }): Violation[] => {
    const reading = good.findLast((each) => each.n < exchange.n && READ.in(each)?.about === about.about)
    const shown = reading && leakIn(exchange, reading, ofNoAccount)
    return shown ? [violation(about, who, [reading, exchange], shown)] : []
  })
  const known = [...Map.groupBy(asked, ({ method }) => method)].flatMap(([method, group]) => {
    const of = (about: Asked['about']) => group.filter((each) => each.about === about).map(({ exchange }) => exchange)
    const [job, none] = [of('a job'), of('no job')]
    const isTold =
      job.length > 1 && none.length > 1 && isAlike(job) && isAlike(none) && shownIn(job[0]!) !== shownIn(none[0]!)
    const about = 'a job' as const
    return isTold
      ? [
          violation(
            { method, about },
            who,
            [none[0]!, job[0]!],
            `${shownIn(job[0]!)}, and ${shownIn(none[0]!)} for an unknown id`,
          ),
        ]
      : []
  })
  const violations = [...leaked, ...known]
  if (violations.length > 0) return fail(violations, asked.length)
  return pass(
    asked.length,
    asked.map(({ exchange }) => exchange.n),
  )
}

const violation = (
  { method, about }: Asked,
  who: string,
  evidence: readonly Exchange[],
  received: string,
): Violation => ({
  case: `${method} of ${about} ${who}`,
  expected: 'no account or job data',
  received,
  evidence: evidence.map(({ n }) => n),
})

/** Neither the status nor Allow may show whether a job exists. */
function shownIn(exchange: Exchange): string {
  const allowed = headerOf(exchange, 'allow')
  return allowed === undefined ? `${statusOf(exchange)}` : `${statusOf(exchange)} with Allow: ${allowed}`
}
const isAlike = (exchanges: readonly Exchange[]) => new Set(exchanges.map(shownIn)).size === 1

const SAYS_NOTHING = /^(date|age|content-length|etag|last-modified|connection|keep-alive|server|via)$/i
const LEAST_DIGITS = 4
const ALIKE = 0.001

/** The Content-Length or an amount from the account's own response. */
function leakIn(exchange: Exchange, reading: Exchange, ofNoAccount: readonly string[]): string | undefined {
  const length = headerOf(exchange, 'content-length')
  if (exchange.request.method === 'HEAD' && succeeded(exchange) && length === String(reading.answer!.bytes))
    return `${statusOf(exchange)} with the same Content-Length as the account's own response, ${length}`
  const { body } = exchange.answer!
  if (body.length > 2 && body === reading.answer!.body) return `${statusOf(exchange)} with the account's own response`
  const amounts = [...walk(jsonOf(reading)?.value)]
    .filter(({ value }) => typeof value === 'number' || typeof value === 'string')
    .map(({ value }) => String(value))
    .filter((text) => text.replace(/\D/g, '').length >= LEAST_DIGITS && /^\D{0,3}[\d.,]+\D{0,3}$/.test(text))
  const shown = textsOf(exchange)
  const amount = amounts.find(
    (each) => shown.some((text) => text.includes(each)) && !ofNoAccount.some((text) => containsSimilar(each, text)),
  )
  return amount === undefined
    ? undefined
    : `${statusOf(exchange)} with ${amount}, a value from the account's own response`
}

const textsOf = ({ answer }: Exchange): string[] => {
  const { headers, body } = answer!
  return [...headers.filter(([name]) => !SAYS_NOTHING.test(name)).map(([, value]) => value), body]
}

/** Times, counters and version numbers appear in responses without account data, too. */
function containsSimilar(amount: string, text: string): boolean {
  if (text.includes(amount)) return true
  const wanted = numberIn(amount)
  const numbers = text.match(/\d[\d.,]*/g) ?? []
  return numbers.map(numberIn).some((each) => Math.abs(each - wanted) <= wanted * ALIKE)
}

const numberIn = (text: string) => Number(text.replace(/[^\d.]/g, ''))
