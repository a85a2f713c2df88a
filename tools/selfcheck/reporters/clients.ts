import { printable } from '../../../engine/history/reading/words.ts'
import { percent } from '../../../reporters/words/percent.ts'
import type { ClientsScore } from '../clients/score.ts'
import type { ClientOutcome } from '../clients/try-out.ts'

export function clientsWrong(score: ClientsScore): string[] {
  return [
    ...listed('MISSED', score.missed),
    ...listed('FALSE POSITIVE', score.falsePositives),
    ...listed('known to be missed', score.knownMissed),
    ...listed('listed as missed, but caught: remove it from the list', score.caughtAgain),
  ]
}

/** Empty if no client was tested. */
export function clientLines({ right, wrong, byLevel }: ClientsScore): string[] {
  if (right.trials + wrong.tried === 0) return []
  return [
    `clients         ${ofAll(wrong.byItsClause, wrong.tried)} faulty clients caught by the violated clause; ${wrong.byAnother} by another clause, ${wrong.missed} missed`,
    `                must ${byLevel.must.byItsClause} of ${byLevel.must.tried}, should ${byLevel.should.byItsClause} of ${byLevel.should.tried}`,
    `                ${ofAll(right.right, right.trials)} trials of ${right.ids} correct clients without a false positive`,
  ]
}

export function howManyWrong({ missed, falsePositives, caughtAgain }: ClientsScore): string {
  return `${missed.length} faulty clients missed, ${falsePositives.length} false positives on correct ones, ${caughtAgain.length} listed as missed but caught`
}

const ofAll = (part: number, whole: number) =>
  whole === 0 ? 'none of 0' : `${part} of ${whole} (${percent(part, whole)})`

function listed(word: string, outcomes: readonly ClientOutcome[]): string[] {
  return outcomes.flatMap((outcome) => [
    `${word}: ${subjectOf(outcome)}`,
    ...details(outcome).map((line) => `    ${line}`),
  ])
}

function subjectOf({ kind, id, about, breaks, level, scenarios }: ClientOutcome): string {
  const where = scenarios.map(({ name, exit }) => `${name} (exit ${exit ?? 'none'})`).join(', ')
  return `${kind} ${id}, which ${about}; in ${where || 'no scenario'}${breaks ? `; violates ${breaks} (${level})` : ''}`
}

function details({ stillMissed, accused, faults }: ClientOutcome): string[] {
  const failed = accused.map(
    ({ clause, scenario, expected = '', received = '' }) =>
      `${clause} failed in ${scenario}: expected ${expected}, received ${received}`,
  )
  return [...(stillMissed === undefined ? [] : [stillMissed]), ...failed, ...faults].map(printable)
}
