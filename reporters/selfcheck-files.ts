import { printable } from '../runner/history/words.ts'
import { SUITE } from '../runner/settings/version.ts'
import { isClean, type Score } from '../selfcheck/score.ts'
import type { Outcome } from '../selfcheck/trial.ts'
import { percent, smaller, sortedInWords } from './selfcheck.ts'

/** Everything there is to say of a self-check, for scripts. */
export function selfcheckJson(score: Score, outcomes: readonly Outcome[], seconds: number): string {
  const {
    faults,
    hard,
    whole: inWhole,
    variants,
    variantsInFull,
    strangers,
    strangersFaults,
    undecidable,
    changes,
  } = score
  const counts = {
    faults,
    hard,
    whole: inWhole,
    variants,
    variantsInFull,
    strangers,
    strangersFaults,
    undecidable,
    changes,
  }
  const whole = {
    suite: SUITE,
    clean: isClean(score),
    seconds: Math.round(seconds),
    requests: score.requests,
    ...counts,
    beside: score.beside,
    trials: outcomes,
  }
  return `${JSON.stringify(whole, null, 2)}\n`
}

/** The score as a table, and what is wrong with it, if anything. */
export function selfcheckMarkdown(score: Score, seconds: number): string {
  const { faults, hard, whole, variants, strangers, strangersFaults, undecidable, changes, survivors, accusations } =
    score
  const { atFirstSight } = strangersFaults
  const { atFirstSight: sight } = changes
  const row = (what: string, ids: number, trials: number, right: number) =>
    `| ${what} | ${ids} | ${trials} | ${right} | ${percent(right, trials)} |`
  return [
    `# Self-check of ${SUITE.name} ${SUITE.version}`,
    '',
    `${isClean(score) ? 'Every fault is caught, no lawful server is accused, every change is sorted as it should be' : 'Not clean'}; ${score.requests} requests, ${Math.round(seconds)} s.`,
    '',
    '| what | how many | trials | as it should be | share |',
    '| --- | ---: | ---: | ---: | ---: |',
    row('faults, caught by the clause they break', faults.ids, faults.trials, faults.right),
    row('those of them that take more than one request', hard.ids, hard.trials, hard.right),
    row("strangers' own faults, caught", strangersFaults.ids, strangersFaults.trials, strangersFaults.right),
    row('… at first sight', atFirstSight.measured, atFirstSight.measured, atFirstSight.caught),
    row('lawful variants, not accused', variants.ids, variants.trials, variants.right),
    row('lawful strangers, not accused', strangers.ids, strangers.trials, strangers.right),
    row('undecidable servers, left without a verdict', undecidable.ids, undecidable.trials, undecidable.right),
    row('changes from one day to the next, sorted as their writers said', changes.ids, changes.trials, changes.right),
    row('those of them that people wrote', changes.written.ids, changes.written.trials, changes.written.right),
    row('… at first sight', sight.measured, sight.measured, sight.right),
    '',
    `Of the ${whole.trials} faults that met the whole suite: ${smaller(whole)}.`,
    '',
    ...section('Survivors', survivors),
    ...section('False accusations', accusations),
    ...section('Verdicts where none is possible', score.presumptions),
    ...section('Faults that are known to escape', score.stillMissed),
    ...section('Changes that were sorted otherwise', score.missorted),
    ...section('Changes that are known to be sorted otherwise', score.stillMissorted),
  ].join('\n')
}

function section(title: string, outcomes: readonly Outcome[]): string[] {
  if (outcomes.length === 0) return []
  const lines = outcomes.map(({ id, dialect, breaks, accused, stillMissed, drift }) => {
    const about = [
      breaks && `breaks \`${breaks}\``,
      drift && sortedInWords(drift),
      ...accused.map((each) => `\`${each.clause}\` failed`),
      stillMissed,
    ]
    return `- **${id}** in ${dialect}: ${about
      .filter(Boolean)
      .map((each) => printable(String(each)))
      .join('; ')}`
  })
  return [`## ${title}`, '', ...lines, '']
}
