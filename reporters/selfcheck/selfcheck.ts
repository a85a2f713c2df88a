import { KINDS } from '../../drift/comparing/change.ts'
import { printable } from '../../runner/history/reading/words.ts'
import { type Changes, isClean, type Score } from '../../selfcheck/score.ts'
import type { Outcome } from '../../selfcheck/trial.ts'
import { clause } from '../../spec/clauses.ts'
import { percent } from '../words/percent.ts'
import { clientLines, clientsWrong, howManyWrong } from './clients.ts'

const WORDS = {
  fault: { right: 'caught', wrong: 'SURVIVES' },
  "stranger's fault": { right: 'caught', wrong: 'SURVIVES' },
  variant: { right: 'not accused', wrong: 'ACCUSED' },
  stranger: { right: 'not accused', wrong: 'ACCUSED' },
  undecidable: { right: 'no verdict, as it should be', wrong: 'PRESUMED' },
  change: { right: 'sorted as its writer said', wrong: 'SORTED OTHERWISE' },
} as const

export function outcomeLine(
  { kind, id, dialect, right, breaks, accused, faults, drift }: Outcome,
  done: number,
  of: number,
): string {
  const place = `[${String(done).padStart(String(of).length)}/${of}]`
  const broken = breaks ? `, breaks ${breaks} (${clause(breaks).level})` : ''
  const beside =
    breaks !== undefined && accused.length > 0 ? `, beside it ${accused.map((each) => each.clause).join(', ')}` : ''
  const isOurFault = !right && accused.length === 0 && faults.length > 0
  const word = isOurFault ? 'THE SUITE FAILED' : WORDS[kind][right ? 'right' : 'wrong']
  const sorted = drift ? `, ${sortedInWords(drift)}` : ''
  return `${place} ${right ? '✔' : '✘'} ${kind} ${id} in ${dialect}${broken}${sorted}: ${word}${beside}`
}

export function selfcheckReport(score: Score, seconds: number): string {
  const { survivors, stillMissed, accusations, presumptions, missorted, stillMissorted, clients } = score
  return [
    '',
    ...listed('Survivors, faults that their clause did not catch:', survivors),
    ...listed('Faults that are known to escape:', stillMissed),
    ...listed('False accusations, lawful servers that were accused:', accusations.filter(isAccused)),
    ...listed(
      'Lawful servers that the suite itself failed with:',
      accusations.filter((each) => !isAccused(each)),
    ),
    ...listed('Presumptions, verdicts where none is possible:', presumptions),
    ...listed('Changes from one day to the next, sorted otherwise than their writers said:', missorted),
    ...listed('Changes that are known to be sorted otherwise:', stillMissorted),
    ...clientsWrong(clients),
    ...(isOfClientsAlone(score) ? [] : serverLines(score)),
    ...clientLines(clients),
    `cost         ${score.requests + clients.requests} requests, ${Math.round(seconds)} s`,
    '',
    isClean(score)
      ? 'PASS  every fault is caught, no lawful server is accused, every change is sorted as it should be, every wrong client is caught, and no right one accused'
      : `FAIL  ${survivors.length} survivors, ${accusedOrNot(accusations)}, ${presumptions.length} presumptions, ${missorted.length} changes sorted otherwise; ${howManyWrong(clients)}`,
    '',
  ].join('\n')
}

const isAccused = ({ accused }: Outcome) => accused.length > 0

function accusedOrNot(accusations: readonly Outcome[]): string {
  const accused = accusations.filter(isAccused).length
  const others = accusations.length - accused
  return `${accused} false accusations${others > 0 ? `, ${others} lawful servers that the suite itself failed with` : ''}`
}

function isOfClientsAlone({ requests, clients }: Score): boolean {
  return requests === 0 && clients.requests > 0
}

function serverLines(score: Score): string[] {
  const { faults, hard, whole, variantsInFull, variants, undecidable, changes, strangers, strangersFaults } = score
  const { beside, again } = score
  return [
    `faults       ${faults.ids} in ${faults.trials} trials, caught by the clause they break: ${share(faults)}`,
    `             ${hard.ids} of them take several requests, a combination, parallel polls or another key: ${share(hard)}`,
    `             ${faults.trials - whole.trials} by a run that asked about this clause alone; of the other ${whole.trials}, ${smaller(whole)}`,
    `variants     ${variants.ids} in ${variants.trials} trials (${variantsInFull} with the profile full, the others with standard), not accused: ${share(variants)}`,
    `strangers    ${strangers.ids} in ${strangers.trials} trials, not accused: ${share(strangers)}`,
    `             ${strangersFaults.trials} faults of their own, caught: ${share(strangersFaults)}; by the clause that their writers named: ${percent(strangersFaults.byItsClause, strangersFaults.trials)}`,
    `             the same at first sight, before anything was mended: ${firstSight(strangersFaults)}`,
    `undecidable  ${undecidable.ids} in ${undecidable.trials} trials, left without a verdict: ${share(undecidable)}`,
    `drift        ${changes.ids} changes of servers, sorted as their writers said: ${share(changes)}; ${kindsInWords(changes)}`,
    `             ${changes.written.trials} of them written by people who had not seen what sorts them: ${share(changes.written)}; at first sight: ${sightOf(changes)}`,
    `again        what escaped, or was sorted otherwise, and was tried again with nothing else under way: ${again}`,
    `beside       other clauses that failed with a fault that met the whole suite: median ${beside.median}, at most ${beside.most}`,
  ]
}

function listed(title: string, outcomes: readonly Outcome[]): string[] {
  return outcomes.length === 0 ? [] : [title, ...outcomes.flatMap(details), '']
}

export function smaller({ trials, smaller }: Score['whole']): string {
  return smaller
    .map(({ profile, caught }) => `${percent(caught, trials)} with the profile ${profile} already`)
    .join(', ')
}

function firstSight({ atFirstSight: { measured, caught, byItsClause } }: Score['strangersFaults']): string {
  if (measured === 0) return 'not measured'
  return `${percent(caught, measured)}; by the clause: ${percent(byItsClause, measured)}`
}

/** Noise is what nobody is told of. */
export const sortedInWords = ({ written, sorted }: NonNullable<Outcome['drift']>) =>
  written === sorted ? written : `${written} and called ${sorted}`

function kindsInWords({ byKind }: Changes): string {
  return KINDS.map((kind) => `${kind} ${byKind[kind].right} of ${byKind[kind].trials}`).join(', ')
}

function sightOf({ atFirstSight: { measured, right } }: Changes): string {
  return measured === 0 ? 'not measured' : `${right} of ${measured} (${percent(right, measured)})`
}

function details({ id, dialect, breaks, accused, presumed, faults, stillMissed, drift }: Outcome): string[] {
  return [
    `  ${id} in ${dialect}${breaks ? `, breaks ${breaks}` : ''}${drift ? `, ${sortedInWords(drift)}` : ''}`,
    ...(stillMissed === undefined ? [] : [`    ${stillMissed}`]),
    ...accused.map(
      (each) =>
        `    ${each.clause} failed: expected ${printable(each.expected ?? '')}, received ${printable(each.received ?? '')}`,
    ),
    ...(drift?.told.map((each) => `    ${printable(each)}`) ?? []),
    ...presumed.map((each) => `    ${each.clause} has the verdict ${each.verdict}`),
    ...faults.map((fault) => `    ${printable(fault)}`),
  ]
}

function share({ right, trials }: Score['faults']): string {
  return trials === 0 ? 'none tried' : `${right} (${percent(right, trials)})`
}
