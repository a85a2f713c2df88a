import { Command, Option } from 'commander'
import { UsageError } from '../engine/config/target.ts'
import { keysGivenIn } from '../engine/run/provision.ts'
import { catalogue } from '../fixtures/catalogue.ts'
import { openToOthers, serviceBanner, serviceJson } from '../reporters/service/banner.ts'
import { playableThings } from '../reporters/service/playable.ts'
import { DEFAULT_DIALECT, DIALECTS } from '../service/dialects/index.ts'
import { SCENARIOS } from '../service/scenarios/index.ts'
import { PlayError } from '../service/scenarios/scenario.ts'
import { type RunningService, type ServiceOptions, startService } from '../service/start.ts'
import { NoDataFile } from '../service/store/file-for-its-owner.ts'
import type { Environment, Io } from './io.ts'
import { tellUnknownNames } from './options/environment-names.ts'
import { HEADINGS } from './options/headings.ts'
import { oneOf, port, repeated, speed, wholeNumber } from './options/values.ts'

const LOOPBACK = '127.0.0.1'

type Options = Pick<ServiceOptions, 'port' | 'data' | 'dialect' | 'capacity' | 'polls' | 'speed' | 'controlPort'> & {
  host: string
  json?: true
  scenario?: string[]
  fault?: string[]
  variant?: string[]
  control: boolean
  /** Words, or all that there is. */
  list?: string | true
}

const ABOUT = `
Scenarios, faults and variants are written as NAME or NAME,setting=value,… and can be limited to some requests:
account=NAME, key=LABEL, model=ALIAS or prompt=WORDS. The console and the control API, on a second loopback port, turn
them on and off at any time.
  npx gatecheck serve --list                                  list scenarios, faults and variants
  npx gatecheck serve --scenario slow,polls=8 --scenario fails,prompt=storm
  npx gatecheck serve --fault 'running-without-stage,key=night shift' --speed 60

Keys come from GATECHECK_KEY, GATECHECK_SAME_ACCOUNT_KEY, GATECHECK_OTHER_ACCOUNT_KEY and GATECHECK_REVOKED_KEY. Missing
ones are generated at each start.`

export function serveCommand(io: Io): Command {
  return new Command('serve')
    .optionsGroup('Behaviour:')
    .addOption(
      new Option('--dialect <name>', `implementation choices: ${Object.keys(DIALECTS).join(', ')}`)
        .argParser(oneOf(Object.keys(DIALECTS)))
        .default(DEFAULT_DIALECT),
    )
    .option(
      '--capacity <n>',
      'number of unfinished jobs an account may have (default: set by the dialect)',
      wholeNumber(1),
    )
    .option('--polls <n>', 'number of polls a job needs (default: set by the dialect)', wholeNumber(1))
    .option('--scenario <text>', 'start with this scenario; repeatable', repeated)
    .option('--fault <text>', 'start with this fault; repeatable', repeated)
    .option('--variant <text>', 'start with this unusual but conforming behaviour; repeatable', repeated)
    .option('--speed <n>', 'speed of its clock; 0 stops it (default: 1)', speed)
    .option('--data <file>', 'store the state in this file; several processes can share it (default: in memory)')
    .optionsGroup(HEADINGS.network)
    .option('--port <n>', 'port to listen on (default: any free port)', port)
    .option(
      '--host <address>',
      'address to listen on; any but a loopback address is reachable from other machines',
      LOOPBACK,
    )
    .option('--control-port <n>', 'port of console and control API (default: any free port)', port)
    .option('--no-control', 'start neither console nor control API')
    .optionsGroup(HEADINGS.output)
    .option('--list [words]', 'list scenarios, faults and variants that match these words, and exit')
    .option('--json', 'print one line of JSON when ready: baseUrl, keys, pid …')
    .addHelpText('after', ABOUT)
    .action(async ({ list, ...options }: Options) => {
      tellUnknownNames(io)
      if (list === undefined) await serve(io, options)
      else io.stdout.write(playableThings(await everythingToPlay(), list === true ? '' : list))
    })
}

async function serve(
  io: Io,
  { json, scenario = [], fault = [], variant = [], control, controlPort = 0, ...options }: Options,
): Promise<void> {
  const givenKeys = givenKeysIn(io.env)
  const scenarios = [...scenario, ...fault.map((text) => `fault:${text}`), ...variant.map((text) => `variant:${text}`)]
  const service = await start({ ...options, ...(control && { controlPort }), givenKeys, scenarios, catalogue })
  // Whoever reads that it is there may end it at once.
  const toldToEnd = new Promise<void>((resolve) => {
    io.once('SIGINT', resolve)
    io.once('SIGTERM', resolve)
  })
  if (json) tellPrograms(io, service, options.host)
  else {
    const given = Object.keys(givenKeys) as (keyof typeof givenKeys)[]
    io.stdout.write(serviceBanner(service, { host: options.host, given }))
  }
  await toldToEnd
  await service.close()
}

const everythingToPlay = async () => [...SCENARIOS, ...(await catalogue())]

function tellPrograms(io: Io, service: RunningService, host: string): void {
  const warning = openToOthers(host)
  if (warning !== undefined) io.stderr.write(`${warning}\n`)
  io.stdout.write(serviceJson(service, host, process.pid))
}

function givenKeysIn(environment: Environment): NonNullable<ServiceOptions['givenKeys']> {
  const { A: own, A2: sameAccount, B: otherAccount, R: revoked } = keysGivenIn(environment)
  return {
    ...(own !== undefined && { own }),
    ...(sameAccount !== undefined && { sameAccount }),
    ...(otherAccount !== undefined && { otherAccount }),
    ...(revoked !== undefined && { revoked }),
  }
}

async function start(options: ServiceOptions & { host: string }) {
  try {
    return await startService(options)
  } catch (error) {
    const { code, message, port: at } = error as { code?: string; message: string; port?: number }
    const { port, host, data, controlPort } = options
    const wanted = at !== undefined && at === controlPort && at !== port ? `--control-port ${at}` : `--port ${port}`
    if (code === 'EADDRINUSE') throw new UsageError(`${wanted}: the port is in use; choose another, or leave it out`)
    if (code === 'EACCES') throw new UsageError(`${wanted}: permission denied; choose a port above 1023`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new UsageError(
        `--host ${host} is not an address of this machine: use 127.0.0.1 for loopback, or 0.0.0.0 for all interfaces`,
      )
    if (code?.startsWith('ERR_SQLITE') || error instanceof NoDataFile)
      throw new UsageError(`--data ${data} cannot be used: ${message}`)
    if (error instanceof PlayError) throw new UsageError(`${message} ("npx gatecheck serve --list" shows all)`)
    // What is wrong with a key, in words that repeat none.
    if (error instanceof RangeError) throw new UsageError(`The keys in the environment cannot be used: ${message}`)
    throw error
  }
}
