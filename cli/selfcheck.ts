import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { outcomeLine, selfcheckReport } from '../reporters/selfcheck.ts'
import { selfcheckJson, selfcheckMarkdown } from '../reporters/selfcheck-files.ts'
import { EXIT } from '../runner/report/exit-codes.ts'
import type { Sample } from '../selfcheck/selfcheck.ts'
import type { Outcome } from '../selfcheck/trial.ts'
import { startWorkers } from '../selfcheck/workers.ts'
import { repeatedNames, sample } from './values.ts'

type Options = {
  only?: string[]
  sample?: Sample
  brief?: boolean
  quick?: boolean
  quiet?: boolean
  json?: string
  markdown?: string
}

export function selfcheckCommand(): Command {
  return new Command('selfcheck')
    .description(
      'the suite against its own faults and variants, and drift against servers that change: how many caught, how many falsely accused',
    )
    .option(
      '--only <pattern>',
      'faults, variants, changes, or a part of the name of a fault, variant, change, clause or dialect; separated by commas, repeatable',
      repeatedNames,
    )
    .option(
      '--sample <n/m>',
      'the nth of m parts: up to 4 of them have every fault and variant, in other dialects; 1/1 is all of it (default: what two cores try in some minutes, most of it in brief, or all that --only names)',
      sample,
    )
    .option(
      '--brief',
      'with --sample or --only: ask a fault of its clause alone before all else, and a variant the profile standard only',
    )
    .option('--quick', 'a quarter of the default')
    .option('--json <file>', 'write the score and each trial there, as JSON')
    .option('--markdown <file>', 'write the score there, as Markdown')
    .option('--quiet', 'print survivors, accusations and the score only')
    .action(async ({ only, sample, brief, quick, quiet, json, markdown }: Options) => {
      // The other commands need not wait for hundreds of faults to be loaded.
      const { inBrief, selfcheck, shortTrials, trialsOf } = await import('../selfcheck/selfcheck.ts')
      const { isClean, scoreOf } = await import('../selfcheck/score.ts')
      const { ABSENT } = await import('../fixtures/strangers/index.ts')
      for (const { id, why } of ABSENT) process.stdout.write(`SKIPPED: the stranger ${id} and its faults: ${why}\n`)
      const chosen = only || sample ? trialsOf(only, {}, sample) : shortTrials({ ...(quick && { quick }) })
      const trials = brief ? chosen.map(inBrief) : chosen
      process.stdout.write(`${trials.length} of ${trialsOf().length} trials\n`)
      const began = performance.now()
      const workers = startWorkers()
      const onOutcome = (outcome: Outcome, done: number, of: number) => {
        if (!quiet) process.stdout.write(`${outcomeLine(outcome, done, of)}\n`)
      }
      const outcomes = await selfcheck(trials, { ...workers, onOutcome }).finally(workers.close)
      const score = scoreOf(outcomes)
      const seconds = (performance.now() - began) / 1000
      process.stdout.write(selfcheckReport(score, seconds))
      if (json) writeFileSync(json, selfcheckJson(score, outcomes, seconds))
      if (markdown) writeFileSync(markdown, selfcheckMarkdown(score, seconds))
      process.exitCode = isClean(score) ? EXIT.pass : EXIT.fail
    })
}
