import { SUITE } from '../../../engine/config/version.ts'
import { printable } from '../../../engine/history/reading/words.ts'
import { percent } from '../../../reporters/words/percent.ts'
import { clause } from '../../../spec/clauses.ts'
import { KINDS } from '../../drift/comparing/change.ts'
import type { ClientOutcome } from '../clients/try-out.ts'
import { type Counted, isClean, type Score } from '../score.ts'
import type { Outcome } from '../trial.ts'
import { clientLines, clientsWrong, howManyWrong } from './clients.ts'

const WORDS = {
  fault: 'MISSED',
  'implementation fault': 'MISSED',
  variant: 'FALSE POSITIVE',
  implementation: 'FALSE POSITIVE',
  undecidable: 'VERDICT WITHOUT EVIDENCE',
  change: 'MISCLASSIFIED',
} as const

function problemLines(outcome: Outcome): string[] {
  const { kind, stillMissed, faults, failed } = outcome
  const isOurs = failed.length === 0 && faults.length > 0
  const word = stillMissed ? 'known to be missed' : isOurs ? 'INTERNAL ERROR' : WORDS[kind]
  return [`${word}: ${subjectOf(outcome)}`, ...details(outcome).map((line) => `    ${line}`)]
}

function subjectOf({ kind, id, dialect, breaks, drift }: Outcome): string {
  const broken = breaks ? `, violates ${breaks} (${clause(breaks).level})` : ''
  return `${kind} ${id}${dialect === 'own' ? '' : ` in ${dialect}`}${broken}${drift ? `, ${classified(drift)}` : ''}`
}

const classified = ({ written, sorted }: NonNullable<Outcome['drift']>) =>
  written === sorted ? written : `${written}, reported as ${sorted}`

function details({ failed, presumed, faults, stillMissed, drift }: Outcome): string[] {
  const inWords = ({ clause: id, expected = '', received = '' }: Outcome['failed'][number]) =>
    `${id} failed: expected ${expected}, received ${received}`
  return [
    ...(stillMissed === undefined ? [] : [stillMissed]),
    ...failed.map(inWords),
    ...(drift?.told ?? []),
    ...presumed.map((each) => `${each.clause}: ${each.verdict}`),
    ...faults,
  ].map(printable)
}

export function selfcheckReport(score: Score, seconds: number): string {
  const { clients } = score
  return [
    '',
    ...[score.missed, score.falsePositives, score.presumed, score.misclassified, score.knownMissed]
      .flat()
      .flatMap(problemLines),
    ...clientsWrong(clients),
    ...(score.requests === 0 ? [] : serverLines(score)),
    ...clientLines(clients),
    `cost            ${score.requests + clients.requests} requests, ${Math.round(seconds)} s`,
    '',
    isClean(score)
      ? 'PASS  every fault caught, no false positives'
      : `FAIL  ${score.missed.length} faults missed, ${score.falsePositives.length} false positives, ${score.presumed.length} verdicts without evidence, ${score.misclassified.length} changes misclassified; ${howManyWrong(clients)}`,
    '',
  ].join('\n')
}

function serverLines({ faults, hard, variants, undecidable, ...score }: Score): string[] {
  const { implementations, implementationFaults, changes } = score
  const byKind = KINDS.map((kind) => `${kind} ${changes.byKind[kind].right} of ${changes.byKind[kind].trials}`)
  return [
    `faults          ${share(faults)} caught by the violated clause`,
    `                ${share(hard)} of those that need several requests, a combination, parallel polls or another key`,
    `variants        ${share(variants)} without a false positive`,
    `independent     ${share(implementations)} implementations without a false positive`,
    `                ${share(implementationFaults)} of their faults caught, ${implementationFaults.byItsClause} by the clause named by their author`,
    `undecidable     ${share(undecidable)} without an unfounded verdict`,
    `changes         ${share(changes)} classified correctly: ${byKind.join(', ')}`,
  ]
}

function share({ right, trials }: Counted): string {
  return trials === 0 ? 'none of 0' : `${right} of ${trials} (${percent(right, trials)})`
}

/** For scripts. */
export function selfcheckJson(
  score: Score,
  { trials, clients }: { trials: readonly Outcome[]; clients: readonly ClientOutcome[] },
  about: { seed: number; seconds: number; skipped: readonly { id: string; why: string }[] },
): string {
  const {
    clients: ofClients,
    requests,
    missed,
    falsePositives,
    presumed,
    misclassified,
    knownMissed,
    ...counts
  } = score
  const lists = { missed, falsePositives, presumed, misclassified, knownMissed }
  const ids = Object.fromEntries(Object.entries(lists).map(([name, all]) => [name, all.map(({ id }) => id)]))
  const whole = { suite: SUITE, clean: isClean(score), ...about, requests: requests + ofClients.requests }
  return `${JSON.stringify({ ...whole, ...counts, ...ids, trials, clients: { ...ofClients, trials: clients } }, null, 2)}\n`
}
