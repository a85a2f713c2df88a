import { type Choice, MOST_EVIDENCE, MOST_VIOLATIONS, summaryOf } from '../verdict.ts'
import type { ClientCheck, ClientObservation, ClientWatching, Known } from './check.ts'
import type { Passage } from './passage.ts'
import { type ClientVerdict, type ClientViolation, kept } from './verdict.ts'

/** Exchanges between the starts of two windows. */
export const MOST_EXCHANGES = 20_000

type Window<Conclusion> = { from: Known['from']; watching: ClientWatching<Conclusion> }

type Merging<Conclusion> = {
  /** What a closed window found and the open one cannot know; undefined if nothing. */
  leftOf(closed: Conclusion, open: Conclusion): Conclusion | undefined
  together(before: Conclusion, now: Conclusion): Conclusion
}

/**
 * Judges long traffic in overlapping windows, so that a proxy can run for days. Each window covers twice MOST_EXCHANGES;
 * of older exchanges only the conclusion is kept.
 */
function inWindows<Conclusion>(
  watch: () => ClientWatching<Conclusion>,
  { leftOf, together }: Merging<Conclusion>,
): ClientWatching<Conclusion> {
  let windows: Window<Conclusion>[] = [{ from: { n: 0, at: 0 }, watching: watch() }]
  let settled: Conclusion | undefined
  let seen = 0
  const conclusionOf = ({ watching, from }: Window<Conclusion>, known: Known) =>
    watching.conclude(knownFrom(from, known))

  function openNext({ n, at }: Passage, known: Known): void {
    const [closed, open] = windows
    if (closed && open) {
      const left = leftOf(conclusionOf(closed, known), conclusionOf(open, known))
      if (left !== undefined) settled = settled === undefined ? left : together(settled, left)
      windows = [open]
    }
    windows.push({ from: { n, at }, watching: watch() })
  }

  return {
    see(passage, known) {
      if (seen > 0 && seen % MOST_EXCHANGES === 0) openNext(passage, known)
      seen++
      for (const { watching, from } of windows) watching.see(passage, knownFrom(from, known))
    },
    conclude(known) {
      const now = conclusionOf(windows[0]!, known)
      return settled === undefined ? now : together(settled, now)
    },
  }
}

/** A cache for all judges. */
const ofWindows = new WeakMap<Known, Map<number, Known>>()

/** Only the first window has seen the traffic from its beginning. */
function knownFrom(from: Known['from'], known: Known): Known {
  if (from.n === 0) return known
  const others = ofWindows.get(known) ?? new Map<number, Known>()
  ofWindows.set(known, others)
  const { isWhole: _, ...options } = known.options
  const own = others.get(from.n) ?? { ...known, options, from }
  others.set(from.n, own)
  return own
}

const triedIn = (verdict: ClientVerdict) => ('tried' in verdict ? verdict.tried : 0)
const isLate = (verdict: ClientVerdict) => verdict.verdict === 'not judged' && verdict.cause.kind === 'recorder late'
const keyOf = ({ fact, evidence }: ClientViolation) => `${fact.kind} ${evidence.join()}`

function failed(violations: ClientViolation[], cases: number, tried: number): ClientVerdict {
  return { verdict: 'fail', ...summaryOf(violations, cases, violations), violations, cases, tried }
}

export const verdictInWindows = (check: ClientCheck): ClientWatching<ClientVerdict> =>
  inWindows(() => check.watch(), {
    leftOf(closed, open) {
      const tried = Math.max(0, triedIn(closed) - triedIn(open))
      if (isLate(closed)) return closed
      if (closed.verdict === 'pass') return tried > 0 ? { ...closed, tried } : undefined
      if (closed.verdict !== 'fail') return undefined
      // The next window judges again what both have seen.
      const others = new Set(open.verdict === 'fail' ? open.violations.map(keyOf) : [])
      const violations = closed.violations.filter((each) => !others.has(keyOf(each)))
      const cases = Math.max(violations.length, closed.cases - (open.verdict === 'fail' ? open.cases : 0))
      if (violations.length > 0) return failed(violations, cases, Math.max(cases, tried))
      return tried > 0 ? kept(tried, []) : undefined
    },
    together(before, now) {
      const tried = triedIn(before) + triedIn(now)
      if (before.verdict === 'fail' && now.verdict === 'fail') {
        const violations = [...before.violations, ...now.violations].slice(0, MOST_VIOLATIONS)
        return failed(violations, before.cases + now.cases, tried)
      }
      const broken = [before, now].find(({ verdict }) => verdict === 'fail')
      if (broken) return { ...broken, tried } as ClientVerdict
      const late = [before, now].find(isLate)
      if (late) return late
      if (before.verdict !== 'pass') return now
      return { ...before, tried, evidence: [...before.evidence, ...now.evidence].slice(0, MOST_EVIDENCE) }
    },
  })

/** The latest known choice. */
export const choiceInWindows = (observation: ClientObservation): ClientWatching<Choice> =>
  inWindows(() => observation.watch(), {
    leftOf: (closed) => (closed.untold === undefined ? closed : undefined),
    together: (before, now) => (now.untold === undefined ? now : before),
  })
