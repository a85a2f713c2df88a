import { printable } from '../runner/history/words.ts'
import { isClean, type Score } from '../selfcheck/score.ts'
import type { Outcome } from '../selfcheck/trial.ts'
import { clause } from '../spec/clauses.ts'

const WORDS = {
  fault: { right: 'caught', wrong: 'SURVIVES' },
  "stranger's fault": { right: 'caught', wrong: 'SURVIVES' },
  variant: { right: 'not accused', wrong: 'ACCUSED' },
  stranger: { right: 'not accused', wrong: 'ACCUSED' },
  undecidable: { right: 'no verdict, as it should be', wrong: 'PRESUMED' },
} as const

export function outcomeLine({ kind, id, dialect, right, breaks, accused }: Outcome, done: number, of: number): string {
  const place = `[${String(done).padStart(String(of).length)}/${of}]`
  const broken = breaks ? `, breaks ${breaks} (${clause(breaks).level})` : ''
  const beside =
    breaks !== undefined && accused.length > 0 ? `, beside it ${accused.map((each) => each.clause).join(', ')}` : ''
  return `${place} ${right ? '✔' : '✘'} ${kind} ${id} in ${dialect}${broken}: ${WORDS[kind][right ? 'right' : 'wrong']}${beside}`
}

export function selfcheckReport(score: Score, seconds: number): string {
  const {
    faults,
    hard,
    whole,
    variantsInFull,
    variants,
    undecidable,
    strangers,
    strangersFaults,
    survivors,
    stillMissed,
    accusations,
    presumptions,
    beside,
    requests,
  } = score
  return [
    '',
    ...listed('Survivors, faults that their clause did not catch:', survivors),
    ...listed('Faults that are known to escape:', stillMissed),
    ...listed('False accusations, lawful servers that were accused:', accusations),
    ...listed('Presumptions, verdicts where none is possible:', presumptions),
    `faults       ${faults.ids} in ${faults.trials} trials, caught by the clause they break: ${share(faults)}`,
    `             ${hard.ids} of them take several requests, a combination, parallel polls or another key: ${share(hard)}`,
    `             ${faults.trials - whole.trials} by a run that asked about this clause alone; of the other ${whole.trials}, ${smaller(whole)}`,
    `variants     ${variants.ids} in ${variants.trials} trials (${variantsInFull} with the profile full, the others with standard), not accused: ${share(variants)}`,
    `strangers    ${strangers.ids} in ${strangers.trials} trials, not accused: ${share(strangers)}`,
    `             ${strangersFaults.trials} faults of their own, caught: ${share(strangersFaults)}; by the clause that their writers named: ${percent(strangersFaults.byItsClause, strangersFaults.trials)}`,
    `             the same at first sight, before anything was mended: ${firstSight(strangersFaults)}`,
    `undecidable  ${undecidable.ids} in ${undecidable.trials} trials, left without a verdict: ${share(undecidable)}`,
    `beside       other clauses that failed with a fault that met the whole suite: median ${beside.median}, at most ${beside.most}`,
    `cost         ${requests} requests, ${Math.round(seconds)} s`,
    '',
    isClean(score)
      ? 'PASS  every fault is caught and no lawful server is accused'
      : `FAIL  ${survivors.length} survivors, ${accusations.length} false accusations, ${presumptions.length} presumptions`,
    '',
  ].join('\n')
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

function details({ id, dialect, breaks, accused, presumed, faults, stillMissed }: Outcome): string[] {
  return [
    `  ${id} in ${dialect}${breaks ? `, breaks ${breaks}` : ''}`,
    ...(stillMissed === undefined ? [] : [`    ${stillMissed}`]),
    ...accused.map(
      (each) =>
        `    ${each.clause} failed: expected ${printable(each.expected ?? '')}, received ${printable(each.received ?? '')}`,
    ),
    ...presumed.map((each) => `    ${each.clause} has the verdict ${each.verdict}`),
    ...faults.map((fault) => `    ${printable(fault)}`),
  ]
}

function share({ right, trials }: Score['faults']): string {
  return trials === 0 ? 'none tried' : `${right} (${percent(right, trials)})`
}

export const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10} %`
