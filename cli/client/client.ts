import { availableParallelism } from 'node:os'
import { Command, Option } from 'commander'
import { LIMITS } from '../../engine/config/limits.ts'
import { drawnSeed } from '../../engine/config/seed.ts'
import { UsageError } from '../../engine/config/target.ts'
import { folderNamed, USUAL_FOLDER } from '../../engine/run/folder/usual-folder.ts'
import { certificationTerminal, clientPlanText } from '../../reporters/client/certification.ts'
import { CLIENT_REPORTERS } from '../../reporters/client/index.ts'
import { certifyClient } from '../../runs/client.ts'
import { planOf } from '../../tools/client/plan.ts'
import type { Io } from '../io.ts'
import { HEADINGS } from '../options/headings.ts'
import { keepOption, outOption, reportOption } from '../options/run-output.ts'
import { duration, repeatedNames, wholeNumber } from '../options/values.ts'
import { onStop } from '../process/stop.ts'
import { print } from '../telling/print.ts'
import { screenOf } from '../telling/screen.ts'
import { shownPaths, tellFailures } from '../telling/written.ts'
import { clausesNamed, scenariosNamed } from './named.ts'
import { showTrials } from './table.ts'

type Options = {
  scenario?: string[]
  only?: string[]
  jobs?: number
  timeout: number
  seed?: number
  strict?: boolean
  out?: string
  keep?: number
  report?: string[]
  plan?: boolean
  verbose?: boolean
  quiet?: boolean
}

/** A client waits more than it works, but it has to start. */
const FOR_EACH_CORE = 4
const MOST_AT_ONCE = 8

const ABOUT = `
The command follows "--". It is started once per scenario, with GATECHECK_BASE_URL and GATECHECK_KEY in its environment.
It must request one video and exit: with 0 if it has the video or its url, else with another code. {folder} in the command
is replaced by a new folder per scenario:
  npx gatecheck client -- node client.mjs {folder}/video.mp4
  npx gatecheck client --scenario wait-20,gateway -- python3 client.py
  npx gatecheck client --plan                                 scenarios and expected duration
What a scenario judges: docs/guides/test-a-client.md.`

export function clientCommand(io: Io): Command {
  return new Command('client')
    .argument('[command...]', 'command that starts the client, after "--"')
    .optionsGroup(HEADINGS.selection)
    .option('--scenario <names>', 'run only these scenarios, comma-separated; repeatable (default: all)', repeatedNames)
    .option(
      '--only <patterns>',
      'judge only these clauses, by name or part of a name, comma-separated; repeatable (default: all)',
      repeatedNames,
    )
    .option('--seed <n>', 'random seed of generated names (default: random, and reported)', wholeNumber(0))
    .option('--strict', 'fail on should clauses, too (default: warn)')
    .option('--plan', 'print the scenarios and the expected duration; starts nothing')
    .optionsGroup(HEADINGS.budget)
    .option(
      '--jobs <n>',
      `number of scenarios at once (default: ${FOR_EACH_CORE} per core, at most ${MOST_AT_ONCE})`,
      wholeNumber(1),
    )
    .addOption(
      new Option('--timeout <time>', 'end a scenario after this time')
        .argParser(duration)
        .default(LIMITS.clientMs, `${LIMITS.clientMs / 1000}s`),
    )
    .optionsGroup(HEADINGS.output)
    .addOption(outOption())
    .addOption(keepOption())
    .addOption(reportOption(CLIENT_REPORTERS, 'client.json'))
    .option('--verbose', 'print every clause and every implementation choice of the client')
    .option('--quiet', 'print only failures and the verdict')
    .addHelpText('after', ABOUT)
    .action(async (command: string[], options: Options) => {
      io.exitCode = await client(io, command, options)
    })
}

async function client(io: Io, command: readonly string[], options: Options): Promise<number> {
  const { scenario, only, timeout, strict = false, keep, report, plan, verbose = false, quiet = false } = options
  const seed = options.seed ?? drawnSeed()
  const jobs = options.jobs ?? Math.min(MOST_AT_ONCE, FOR_EACH_CORE * availableParallelism())
  const scenarios = scenariosNamed(scenario)
  const clauses = clausesNamed(only)
  const planned = planOf(scenarios, jobs, timeout)
  if (plan) {
    print(io, clientPlanText(planned, seed))
    return 0
  }
  const [program, ...rest] = command
  if (program === undefined || program === '')
    throw new UsageError(
      'Missing command that starts the client, as in npx gatecheck client -- node client.mjs. See "npx gatecheck client --help"',
    )
  const out = folderNamed(options.out)
  const stop = onStop(io)
  const shown = showTrials(io, { quiet, of: scenarios.length, seconds: planned.seconds })
  try {
    const certified = await certifyClient({
      command: [program, ...rest],
      ...{ scenarios, jobs, timeoutMs: timeout, seed, strict, out, environment: io.env },
      ...(clauses && { only: clauses }),
      ...(keep !== undefined && { keep }),
      ...(report && { report }),
      signal: stop.signal,
      telling: shown.telling,
    })
    shown.clear()
    const screen = screenOf(io)
    const { written, place } = certified
    print(
      io,
      certificationTerminal(certified.report, {
        ...screen,
        ...(place !== USUAL_FOLDER && { folder: place }),
        verbose,
        quiet,
        reports: shownPaths(written, report),
      }),
    )
    tellFailures(io, certified.written)
    return certified.report.exit
  } finally {
    shown.clear()
    stop.forget()
  }
}
