import { printable } from '../../runner/history/reading/words.ts'
import { SUITE } from '../../runner/settings/version.ts'
import type { ClientOutcome } from '../../selfcheck/clients/try-out.ts'
import { isClean, type Score } from '../../selfcheck/score.ts'
import type { Outcome } from '../../selfcheck/trial.ts'
import { percent } from '../words/percent.ts'
import { clientRows, clientSections } from './clients.ts'
import { smaller, sortedInWords } from './selfcheck.ts'

type Came = {
  trials: readonly Outcome[]
  clients?: readonly ClientOutcome[]
  /** Clients that this machine cannot start, and why. */
  leftOut?: readonly { id: string; why: string }[]
}

/** Everything there is to say of a self-check, for scripts. */
export function selfcheckJson(score: Score, { trials, clients = [], leftOut = [] }: Came, seconds: number): string {
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
    requests: score.requests + score.clients.requests,
    ...counts,
    beside: score.beside,
    trials,
    clients: { ...countsOf(score.clients), leftOut, trials: clients },
  }
  return `${JSON.stringify(whole, null, 2)}\n`
}

function countsOf(clients: Score['clients']) {
  const { right, wrong, byLevel, atFirstSight, shownOnlyIn, fewShownOnlyIn, again, requests } = clients
  const ids = (outcomes: readonly ClientOutcome[]) => outcomes.map(({ id }) => id)
  return {
    ...{ right, wrong, byLevel, atFirstSight, again, requests },
    ...{ shownOnlyIn, fewShownOnlyIn },
    survivors: ids(clients.survivors),
    stillMissed: ids(clients.stillMissed),
    caughtAgain: ids(clients.caughtAgain),
    accusations: ids(clients.accusations),
    disputed: ids(clients.disputed),
  }
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
    `${isClean(score) ? 'Every fault is caught, no lawful server is accused, every change is sorted as it should be, every wrong client is caught, and no right one accused' : 'Not clean'}; ${score.requests + score.clients.requests} requests, ${Math.round(seconds)} s.`,
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
    ...clientRows(score.clients).map((cells) => row(...cells)),
    '',
    `Of the ${whole.trials} faults that met the whole suite: ${smaller(whole)}.`,
    '',
    ...section('Survivors', survivors),
    ...section('False accusations', accusations),
    ...section('Verdicts where none is possible', score.presumptions),
    ...section('Faults that are known to escape', score.stillMissed),
    ...section('Changes that were sorted otherwise', score.missorted),
    ...section('Changes that are known to be sorted otherwise', score.stillMissorted),
    ...clientSections(score.clients),
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
