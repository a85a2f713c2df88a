import type { ClientJudgement, JudgedClause } from '../../../engine/judge/clients/judging.ts'
import { type ClientViolation, notJudged } from '../../../engine/judge/clients/verdict.ts'
import type { Moment } from '../../../reporters/outcome/clients/report.ts'
import { POLL_INTERVAL_SECONDS } from '../../../spec/words.ts'
import { isReached, placeInWords, sightOf } from '../scenarios/place.ts'
import type { ClientScenario } from '../scenarios/scenario.ts'

type Reached = { judgement: ClientJudgement; isReached: boolean }

/**
 * Removes verdicts if the client did not reach the scenario's situation, and those that the scenario leaves to clients.
 */
export function asFarAsReached(
  { needs, leaves = [] }: ClientScenario,
  moments: readonly Moment[],
  judgement: ClientJudgement,
): Reached {
  const isThere = isReached(needs, moments)
  const clauses = judgement.clauses.map((clause): JudgedClause => {
    if (!isThere) return { ...clause, verdict: neverCame(needs) }
    return leaves.includes(clause.id) && clause.verdict.verdict === 'fail' && !isRushed(clause.verdict.violations)
      ? { ...clause, verdict: notJudged({ kind: 'not decided' }, LEFT, clause.verdict.evidence) }
      : clause
  })
  return { isReached: isThere, judgement: { ...judgement, clauses } }
}

/** 90 % of the specified interval between two polls. */
const TOO_SOON_MS = 900 * POLL_INTERVAL_SECONDS.least

/** Whatever the reason for a poll, polling faster is never justified. */
function isRushed(violations: readonly ClientViolation[]): boolean {
  const times = violations.flatMap(({ fact }) => (fact.kind === 'poll after the end' ? [fact.afterMs] : []))
  return times.sort((a, b) => a - b).some((at, index) => index > 0 && at - times[index - 1]! < TOO_SOON_MS)
}

const LEFT = 'the specification does not say what a client should do in this scenario, so it is only reported'

const neverCame = (needs: ClientScenario['needs']) =>
  notJudged({ kind: 'not reached', what: sightOf(needs) }, `the client did not get as far as ${placeInWords(needs)}`)
