import { availableParallelism } from 'node:os'
import { Command, Option } from 'commander'
import { planOf } from '../../clients/plan.ts'
import { certificationTerminal, clientPlanText } from '../../reporters/client/certification.ts'
import { CLIENT_REPORTERS } from '../../reporters/client/index.ts'
import { folderNamed, USUAL_FOLDER } from '../../runner/folder/usual-folder.ts'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { drawnSeed } from '../../runner/settings/seed.ts'
import { UsageError } from '../../runner/settings/target.ts'
import { certifyClient } from '../../runs/client.ts'
import { keepOption } from '../options/run-output.ts'
import { duration, repeatedNames, wholeNumber } from '../options/values.ts'
import { onStop } from '../process/stop.ts'
import { print } from '../telling/print.ts'
import { tellFailures } from '../telling/report-failures.ts'
import { screenOf } from '../telling/screen.ts'
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
The command stands behind two dashes and is started once for each scenario, several at once, with GATECHECK_BASE_URL and
GATECHECK_KEY in its environment. It makes one video from a prompt of its own choice, and ends: with 0 when it has the video
or its url, with another code when that could not be. {folder} in it stands for a new folder, another in each scenario:
  gatecheck client -- node client.mjs {folder}/video.mp4
  gatecheck client --scenario wait-20,gateway -- python3 client.py
  gatecheck client --plan                                 which scenarios, and about how long
What has to be seen before a scenario is judged, and what of it is only told: docs/clients.md.`

export function clientCommand(): Command {
  return new Command('client')
    .argument('[command...]', 'how the client is started, behind two dashes')
    .option('--scenario <names>', 'these scenarios alone, separated by commas; repeatable', repeatedNames)
    .option('--only <patterns>', 'these clauses alone, by their names or a part of them; repeatable', repeatedNames)
    .option(
      '--jobs <n>',
      `how many at once (default: ${FOR_EACH_CORE} for each core, ${MOST_AT_ONCE} at most)`,
      wholeNumber(1),
    )
    .addOption(
      new Option('--timeout <time>', 'when a scenario is over at the latest, like 90s')
        .argParser(duration)
        .default(BOUNDS.clientMs.most, `${BOUNDS.clientMs.most / 1000}s`),
    )
    .option('--seed <n>', 'what decides the names that are drawn (default: drawn by chance, and told)', wholeNumber(0))
    .option('--strict', 'a broken should clause ends with 1, too')
    .option(
      '--out <dir>',
      `where reports and histories go; an earlier run there is moved aside (default: ${USUAL_FOLDER})`,
    )
    .addOption(keepOption('earlier runs that stay there; the oldest go'))
    .option(
      '--report <names>',
      `which reports beside client.json: ${Object.keys(CLIENT_REPORTERS).join(', ')}, or such as junit=path/to.xml, separated by commas (default: html)`,
      repeatedNames,
    )
    .option('--plan', 'say which scenarios, and about how long, and start nothing')
    .option('--verbose', 'print every clause, and what the client does where it is free')
    .option('--quiet', 'print what is broken and the verdict only')
    .addHelpText('after', ABOUT)
    .action(async (command: string[], options: Options) => {
      process.exitCode = await client(command, options)
    })
}

async function client(command: readonly string[], options: Options): Promise<number> {
  const { scenario, only, timeout, strict = false, keep, report, plan, verbose = false, quiet = false } = options
  const seed = options.seed ?? drawnSeed()
  const jobs = options.jobs ?? Math.min(MOST_AT_ONCE, FOR_EACH_CORE * availableParallelism())
  const scenarios = scenariosNamed(scenario)
  const clauses = clausesNamed(only)
  const planned = planOf(scenarios, jobs, timeout)
  if (plan) {
    print(clientPlanText(planned, seed))
    return 0
  }
  const [program, ...rest] = command
  if (program === undefined || program === '')
    throw new UsageError(
      'the command that starts the client is missing: gatecheck client -- node client.mjs ("gatecheck client --help" says more)',
    )
  const out = folderNamed(options.out)
  const stop = onStop()
  const shown = showTrials({ quiet, of: scenarios.length, seconds: planned.seconds })
  try {
    const certified = await certifyClient({
      command: [program, ...rest],
      ...{ scenarios, jobs, timeoutMs: timeout, seed, strict, out, environment: process.env },
      ...(clauses && { only: clauses }),
      ...(keep !== undefined && { keep }),
      ...(report && { report }),
      signal: stop.signal,
      telling: shown.telling,
    })
    shown.clear()
    const screen = screenOf(process.stdout)
    print(certificationTerminal(certified.report, { ...screen, verbose, quiet, reports: certified.written.paths }))
    tellFailures(certified.written)
    return certified.report.exit
  } finally {
    shown.clear()
    stop.forget()
  }
}
