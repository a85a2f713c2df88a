import { UsageError } from '../engine/config/target.ts'
import { keysGivenIn } from '../engine/run/provision.ts'
import { catalogue } from '../fixtures/catalogue.ts'
import { openToOthers, serviceBanner, serviceJson } from '../reporters/service/banner.ts'
import { scenarioList } from '../reporters/service/scenario-list.ts'
import { SCENARIOS } from '../service/scenarios/index.ts'
import { PlayError } from '../service/scenarios/scenario.ts'
import { type RunningService, type ServiceOptions, startService } from '../service/start.ts'
import { NoDataFile } from '../service/store/file-for-its-owner.ts'
import type { Environment, Io } from './io.ts'
import { tellUnknownNames } from './options/environment.ts'

type Options = Pick<ServiceOptions, 'port' | 'data' | 'dialect' | 'capacity' | 'polls' | 'speed' | 'controlPort'> & {
  host: string
  json?: true
  scenario?: string[]
  fault?: string[]
  variant?: string[]
  control?: boolean
  /** Words to search for; true lists all. */
  list?: string | true
}

export async function serve(io: Io, { list, ...options }: Options): Promise<void> {
  tellUnknownNames(io)
  if (list !== undefined) io.stdout.write(scenarioList(await everythingToPlay(), list === true ? '' : list))
  else await run(io, options)
}

async function run(
  io: Io,
  { json, scenario = [], fault = [], variant = [], control = true, controlPort = 0, ...options }: Options,
): Promise<void> {
  const givenKeys = givenKeysIn(io.env)
  const scenarios = [...scenario, ...fault.map((text) => `fault:${text}`), ...variant.map((text) => `variant:${text}`)]
  const service = await start({ ...options, ...(control && { controlPort }), givenKeys, scenarios, catalogue })
  // Before the banner: its reader may stop the service at once.
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

export const everythingToPlay = async () => [...SCENARIOS, ...(await catalogue())]

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

/** Starts the service; failures are usage errors. */
export async function start(options: ServiceOptions & { host: string }): Promise<RunningService> {
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
    // The message contains no key.
    if (error instanceof RangeError) throw new UsageError(`The keys in the environment cannot be used: ${message}`)
    throw error
  }
}
