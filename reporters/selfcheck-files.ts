import { printable } from '../runner/history/words.ts'
import { SUITE } from '../runner/settings/version.ts'
import { isClean, type Score } from '../selfcheck/score.ts'
import type { Outcome } from '../selfcheck/trial.ts'
import { percent, smaller } from './selfcheck.ts'

/** Everything there is to say of a self-check, for scripts. */
export function selfcheckJson(score: Score, outcomes: readonly Outcome[], seconds: number): string {
  const { faults, hard, whole: inWhole, variants, variantsInFull, strangers, strangersFaults, undecidable } = score
  const counts = { faults, hard, whole: inWhole, variants, variantsInFull, strangers, strangersFaults, undecidable }
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
  const { faults, hard, whole, variants, strangers, strangersFaults, undecidable, survivors, accusations } = score
  const { atFirstSight } = strangersFaults
  const row = (what: string, ids: number, trials: number, right: number) =>
    `| ${what} | ${ids} | ${trials} | ${right} | ${percent(right, trials)} |`
  return [
    `# Self-check of ${SUITE.name} ${SUITE.version}`,
    '',
    `${isClean(score) ? 'Every fault is caught and no lawful server is accused' : 'Not clean'}; ${score.requests} requests, ${Math.round(seconds)} s.`,
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
    '',
    `Of the ${whole.trials} faults that met the whole suite: ${smaller(whole)}.`,
    '',
    ...section('Survivors', survivors),
    ...section('False accusations', accusations),
    ...section('Verdicts where none is possible', score.presumptions),
    ...section('Faults that are known to escape', score.stillMissed),
  ].join('\n')
}

function section(title: string, outcomes: readonly Outcome[]): string[] {
  if (outcomes.length === 0) return []
  const lines = outcomes.map(({ id, dialect, breaks, accused, stillMissed }) => {
    const about = [breaks && `breaks \`${breaks}\``, ...accused.map((each) => `\`${each.clause}\` failed`), stillMissed]
    return `- **${id}** in ${dialect}: ${about
      .filter(Boolean)
      .map((each) => printable(String(each)))
      .join('; ')}`
  })
  return [`## ${title}`, '', ...lines, '']
}
