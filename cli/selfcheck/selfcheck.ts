import { Command } from 'commander'
import { clientOutcomeLine } from '../../reporters/selfcheck/clients.ts'
import { selfcheckJson, selfcheckMarkdown } from '../../reporters/selfcheck/files.ts'
import { outcomeLine, selfcheckReport } from '../../reporters/selfcheck/selfcheck.ts'
import { whyNot } from '../../runner/folder/files.ts'
import { EXIT } from '../../runner/report/exit-codes.ts'
import { UsageError } from '../../runner/settings/target.ts'
import { tryToWriteWhole, writeWhole } from '../../runner/writing/whole-file.ts'
import type { Sample } from '../../selfcheck/selfcheck.ts'
import { repeatedNames, sample } from '../options/values.ts'
import { onStop } from '../process/stop.ts'

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
    .option(
      '--only <pattern>',
      'try only faults, variants, changes or clients, or those with this in the name of fault, variant, change, client, clause or dialect; comma-separated, repeatable',
      repeatedNames,
    )
    .option(
      '--sample <n/m>',
      'try the nth of m parts; 1/1 tries all (default: what two cores try in some minutes, or all that --only names)',
      sample,
    )
    .option('--brief', 'with --sample or --only: run fewer checks per server, and fewer scenarios per client')
    .option('--quick', 'try an eighth of the default, for CI')
    .option('--json <file>', 'write the score and each trial to this file, as JSON')
    .option('--markdown <file>', 'write the score to this file, as Markdown')
    .option('--quiet', 'print only missed faults, false positives and the score')
    .action(async (options: Options) => {
      for (const name of ['json', 'markdown'] as const) refuseUnwritable(name, options[name])
      process.exitCode = await selfcheckAs(options)
    })
}

async function selfcheckAs(options: Options): Promise<number> {
  // The other commands need not wait for hundreds of faults to be loaded.
  const { chosenOf, tryAllOf } = await import('./trials.ts')
  const { isClean, scoreOf } = await import('../../selfcheck/score.ts')
  const chosen = chosenOf(options)
  for (const [why, all] of Map.groupBy(chosen.absent, (each) => each.why))
    say(`SKIPPED: ${all.map(({ id }) => id).join(', ')}: ${why}`)
  say(`${chosen.servers.length + chosen.clients.length} of ${chosen.of} trials`)
  const began = performance.now()
  const stop = onStop()
  const told = (line: string) => {
    if (!options.quiet) say(line)
  }
  const came = await tryAllOf(chosen, {
    signal: stop.signal,
    onOutcome: (...outcome) => told(outcomeLine(...outcome)),
    onClient: (...outcome) => told(clientOutcomeLine(...outcome)),
  }).finally(stop.forget)
  if (stop.signal.aborted) return EXIT.interrupted
  const score = scoreOf(came.trials, came.clients)
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(selfcheckReport(score, seconds))
  const { json, markdown } = options
  if (json) writeWhole(json, selfcheckJson(score, { ...came, leftOut: chosen.absent }, seconds))
  if (markdown) writeWhole(markdown, selfcheckMarkdown(score, seconds))
  return isClean(score) ? EXIT.pass : EXIT.fail
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Found before minutes of trials. */
function refuseUnwritable(name: string, path: string | undefined): void {
  try {
    if (path !== undefined) tryToWriteWhole(path)
  } catch (error) {
    throw new UsageError(`--${name} ${path}: it cannot be written: ${whyNot(error)}`)
  }
}
