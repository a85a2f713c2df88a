import { type Check, type Rule, rule } from '../../runner/check.ts'
import type { Exchange } from '../../runner/exchange.ts'
import { undecided } from '../../runner/probes.ts'
import { recordOf, succeeded } from '../../runner/reading.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../runner/verdict.ts'
import { receivedInWords } from '../../runner/words.ts'
import { isOwnPoll } from './polls.ts'

type Notes = {
  kept: number[]
  violations: Violation[]
  refused: Exchange[]
  doubts: Exchange[]
  candidates: Exchange[]
}

const EXPECTED = '2xx with a JSON object'

/**
 * A poll that succeeds without an object is broken by itself. One that is refused may come from a key that has just
 * expired, or from a server that answers nobody any more: it counts if the next good request succeeds.
 */
export const everyPollIsAnswered: Check = rule<Notes>({
  id: 'jobs.poll-is-answered',
  clause: 'jobs.poll-answers-an-object',
  suite: 'lifecycle',
  title: 'answers every poll of an own job with 2xx and a JSON object',
  needs: ['job'],
  begin: () => ({ kept: [], violations: [], refused: [], doubts: [], candidates: [] }),
  see(notes, exchange) {
    if (exchange.purpose.part === 'control') decide(notes, exchange)
    if (exchange.purpose.part === 'introduction') tellCandidatesApart(notes, exchange)
    if (!isOwnPoll(exchange) || undecided(exchange) || exchange.answer?.truncated || exchange.answer?.garbled) return
    if (!succeeded(exchange)) notes.refused.push(exchange)
    else if (recordOf(exchange)) notes.kept.push(exchange.n)
    else notes.violations.push(violation(exchange))
  },
  conclude({ kept, violations, refused, doubts }) {
    if (violations.length > 0) return fail(violations, kept.length + violations.length)
    const open = [...doubts, ...refused]
    if (open.length > 0) {
      return inconclusive(
        `${receivedInWords(open[0]!)} to a poll, and good requests no longer succeeded either`,
        open.map(({ n }) => n),
      )
    }
    return kept.length === 0 ? skip('no job was polled') : pass(kept.length, kept.slice(0, 20))
  },
} as Rule<Notes>)

/** What was tried as an id and turns out to be one was a job from the beginning. */
function tellCandidatesApart(notes: Notes, exchange: Exchange): void {
  const { polled } = exchange.purpose
  if (polled === undefined || undecided(exchange)) return
  if (!succeeded(exchange)) notes.candidates.push(exchange)
  else notes.violations.push(...notes.candidates.filter((each) => each.purpose.polled === polled).map(violation))
}

function decide(notes: Notes, control: Exchange): void {
  const earlier = notes.refused.filter((each) => each.received < control.sent)
  notes.refused = notes.refused.filter((each) => each.received >= control.sent)
  if (succeeded(control)) notes.violations.push(...earlier.map(violation))
  else notes.doubts.push(...earlier)
}

function violation(exchange: Exchange): Violation {
  return { expected: EXPECTED, received: receivedInWords(exchange), evidence: [exchange.n] }
}
