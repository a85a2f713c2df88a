import { type Cause, mostTelling } from '../history/entry/cause.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { isNotTheServers, mayPass, toldToWait } from '../history/reading/facts.ts'
import { statusOf, succeeded, whyUnread } from '../history/reading/reading.ts'
import { list, receivedInWords } from '../history/reading/words.ts'
import type { Evidence, Facts } from './check.ts'
import type { Expectation } from './expectations.ts'
import { fail, inconclusive, noCase, pass, skip, type Verdict, type Violation } from './verdict.ts'

/** Excludes attempts that were retried. */
export function lastWords(exchanges: readonly Exchange[]): Exchange[] {
  const superseded = new Set(exchanges.flatMap((each) => each.again?.attempts ?? []))
  return exchanges.filter((each) => !superseded.has(each.n))
}

/** Why a response decides nothing: capacity, network, or a gateway. */
export function undecided(exchange: Exchange): string | undefined {
  if (statusOf(exchange) === 429) return noCapacityInWords(exchange)
  if (isNotTheServers(exchange.failure)) return receivedInWords(exchange)
  if (mayPass(exchange)) return `${receivedInWords(exchange)}, and no control request succeeded in the meantime`
  if (exchange.failure?.kind === 'interrupted') return 'the run ended before a response'
  return undefined
}

function noCapacityInWords(exchange: Exchange): string {
  const seconds = toldToWait(exchange)
  const hasWaited = (exchange.again?.attempts.length ?? 0) > 0
  if (hasWaited || seconds === undefined) return 'it returned 429 on every retry'
  return `it returned 429 with Retry-After ${Math.ceil(seconds)} s, longer than the run waits`
}

/** Missing credits or rights reject everything. */
export const isAboutMoney = (exchange: Exchange) => [402, 403].includes(statusOf(exchange) ?? 0)

const NO_CONTROL: Cause = { kind: 'no control' }

/** Whether a valid request was rejected for its content. */
export const isRefusal = (exchange: Exchange) =>
  !succeeded(exchange) && !isAboutMoney(exchange) && undecided(exchange) === undefined

type Why = { why: string; cause?: Cause | undefined }
type Doubt = Why & { case: string }

/** Judges probes, each against its control request. `none`: why there may be no probe. */
export function judgeProbes(
  { exchanges, gaps, facts }: Evidence,
  { expected, holds, looksInside }: Expectation,
  none = 'no such variant of this key exists',
): Verdict {
  const decided: Exchange[] = []
  const violations: Violation[] = []
  const doubts: Doubt[] = gaps.map(({ case: what, why, cause }) => ({ case: what, why, cause }))
  const all = lastWords(exchanges).filter((each) => each.purpose.part === 'probe')
  const probes = all.filter(({ purpose }) => purpose.repeats === undefined)
  for (const probe of probes) {
    const doubt =
      doubtOn(probe, facts, holds) ??
      (looksInside ? doubtOnReading(probe) : undefined) ??
      (holds(probe) ? undefined : doubtOnControl(probe, exchanges))
    if (doubt) {
      doubts.push({ case: probe.purpose.case ?? '', ...doubt })
      continue
    }
    decided.push(probe)
    if (holds(probe)) continue
    const evidence = [probe.purpose.twin!, ...(probe.again?.attempts ?? []), probe.n]
    const received = receivedInWords(probe) + howOften(all, probe, holds)
    violations.push({ ...caseOf(probe), expected, received, evidence })
  }
  if (violations.length > 0) return fail(violations, decided.length)
  const seen = decided.map((each) => each.n)
  const cause = mostTelling(doubts.map((doubt) => doubt.cause))
  if (probes.length === 0) return doubts.length > 0 ? skip(inShort(doubts), cause) : noCase(none)
  if (doubts.length > 0) {
    return inconclusive(
      `${doubts.length} of ${doubts.length + decided.length} cases are inconclusive: ${inShort(doubts)}`,
      seen,
      cause,
    )
  }
  const control = exchanges.findLast((each) => each.purpose.part === 'control')
  if (control && !succeeded(control)) return inconclusive(stoppedWorking(control), [control.n], NO_CONTROL)
  return pass(decided.length, seen)
}

function howOften(probes: readonly Exchange[], probe: Exchange, holds: Expectation['holds']): string {
  const again = probes.filter(({ purpose }) => purpose.repeats === probe.n)
  const wrong = again.filter((each) => !holds(each)).length
  return wrong === again.length ? '' : ` (intermittent: ${wrong + 1} of ${again.length + 1} times)`
}

function doubtOn(probe: Exchange, facts: Facts, holds: Expectation['holds']): Why | undefined {
  if (!succeeded(facts.exchange(probe.purpose.twin)))
    return { why: 'no control request of this kind succeeded', cause: NO_CONTROL }
  const why = undecided(probe) ?? rootCause(probe, facts, holds)
  return why === undefined ? undefined : { why }
}

function doubtOnReading(probe: Exchange): Why | undefined {
  const unread = succeeded(probe) ? whyUnread(probe) : undefined
  return unread === undefined ? undefined : { why: `${statusOf(probe)}, and the body cannot be read: ${unread}` }
}

/** A wrong response other than 2xx counts only if the next control request succeeds: the server may be down. */
function doubtOnControl(probe: Exchange, exchanges: readonly Exchange[]): Why | undefined {
  if (succeeded(probe)) return undefined
  const control = lastWords(exchanges).find((each) => each.purpose.part === 'control' && each.sent > probe.received)
  if (succeeded(control)) return undefined
  const otherwise = control ? stoppedWorking(control) : 'no control request followed'
  return { why: `${receivedInWords(probe)}, and ${otherwise}`, cause: NO_CONTROL }
}

export const stoppedWorking = (control: Exchange): string =>
  `the control request no longer succeeds: ${receivedInWords(control)}`

function inShort(doubts: readonly Doubt[]): string {
  return `${list(doubts.slice(0, 3).map(({ case: what, why }) => `${what}: ${why}`))}${doubts.length > 3 ? ' …' : ''}`
}

/** A server that accepts a more basic mistake says nothing about this one. */
function rootCause(probe: Exchange, facts: Facts, holds: Expectation['holds']): string | undefined {
  if (holds(probe)) return undefined
  const through = probe.purpose.foils
    ?.map((n) => facts.exchange(n))
    .find((foil) => foil && !undecided(foil) && !holds(foil))
  if (!through) return undefined
  const how = succeeded(through) ? 'accepts' : `answers ${statusOf(through) ?? 'nothing'} to`
  return `the server already ${how} ${through.purpose.case}, so this case adds nothing`
}

function caseOf(exchange: Exchange): { case?: string } {
  return exchange.purpose.case === undefined ? {} : { case: exchange.purpose.case }
}
