import { availableParallelism } from 'node:os'
import { DEFAULT_SEED } from '../../engine/config/seed.ts'
import { UsageError } from '../../engine/config/target.ts'
import { folderNamed, USUAL_FOLDER } from '../../engine/run/folder/default-folder.ts'
import { certificationTerminal, clientPlanText } from '../../tools/client/certification.ts'
import { certifyClient } from '../../tools/client/certify.ts'
import { planOf } from '../../tools/client/plan.ts'
import { onStop } from '../interrupt.ts'
import type { Io } from '../io.ts'
import { print, screenOf, shownPaths, tellFailures } from '../terminal/print.ts'
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

/** Clients mostly wait; starting them takes CPU time. */
const FOR_EACH_CORE = 4
const MOST_AT_ONCE = 8

export async function client(io: Io, options: Options, command: readonly string[]): Promise<number> {
  const { scenario, only, timeout, strict = false, keep, report, plan, verbose = false, quiet = false } = options
  const seed = options.seed ?? DEFAULT_SEED
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
