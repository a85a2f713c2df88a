import { EventEmitter } from 'node:events'
import { EXIT, type ExitCode } from '../../engine/config/exit-codes.ts'
import { LIMITS } from '../../engine/config/limits.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import { readOptions } from '../../engine/config/read-options.ts'
import { UsageError } from '../../engine/config/target.ts'
import type { ClauseReport } from '../../reporters/outcome/report.ts'
import { scenarioList } from '../../reporters/service/scenario-list.ts'
import type { RunningService } from '../../service/start.ts'
import { BASELINE_FILE } from '../../tools/drift/baseline/files.ts'
import { type Announced, Announcements, refuseOtherServer } from '../../tools/mcp/announced.ts'
import type { Answer, Call, Works } from '../../tools/mcp/server.ts'
import type { RunTool } from '../../tools/mcp/tools.ts'
import { clauses } from '../clauses.ts'
import { client } from '../client/client.ts'
import { check } from '../drift/check.ts'
import type { Environment, Io } from '../io.ts'
import { judge } from '../judge.ts'
import type { Demand, Performed } from '../run/perform.ts'
import { plan } from '../run/plan.ts'
import { exitOf, performed } from '../run/run.ts'
import { everythingToPlay } from '../serve.ts'
import { show } from '../show.ts'
import { complaint, explained } from '../terminal/complaint.ts'
import type { Services } from './services.ts'

type Parts = { environment: Environment; command: readonly string[]; services: Services }
type Done = { exit?: ExitCode; structured?: object }

const MOST_FAILED = 20

/** Ends a drift check once it is planned. */
class OnlyPlanned extends Error {}

/** Maps each tool to the corresponding command, in this process. */
export function worksOf({ environment, command, services }: Parts): Works {
  const announcements = new Announcements()

  /** A service of this process is tested with its own keys. */
  const optionsIn = (io: Io, given: object): OptionValues => {
    const flags = { ...readOptions(given, 'arguments'), quiet: true }
    const own = flags.baseUrl === undefined ? undefined : services.at(flags.baseUrl)
    if (!own) return flags
    io.env = { ...io.env, ...environmentFor(own) }
    // The configuration file's env file may have keys for another server.
    const withoutFile: object = { env: undefined }
    return { ...flags, ...withoutFile }
  }

  const withToken =
    (io: Io, tool: RunTool, token: string | undefined): Demand =>
    (prepared, { local }) => {
      if (local) return
      refuseOtherServer(prepared.target.baseUrl, io.env.GATECHECK_BASE_URL)
      announcements.redeem(tool, prepared, token)
    }

  const answered = async (call: Call, act: (io: Io) => Done | Promise<Done>): Promise<Answer> => {
    const io = capturing(environment, call)
    try {
      const { exit = EXIT.pass, structured } = await act(io)
      return { exit, text: io.said(), ...(structured && { structured }) }
    } catch (error) {
      const { said, exit } = explained(error)
      return { exit, text: `${io.said()}${complaint(said, io.env)}` }
    }
  }

  return {
    plan: ({ for: tool = 'run', failed, baseline = BASELINE_FILE, failOn: _, ...given }, call) =>
      answered(call, async (io) => {
        const flags = optionsIn(io, given)
        let announced: Announced | undefined
        const seen: Demand = (prepared, { local }) => {
          if (!local) refuseOtherServer(prepared.target.baseUrl, io.env.GATECHECK_BASE_URL)
          announced = announcements.announce(tool, prepared, local)
          if (tool === 'drift_check') throw new OnlyPlanned()
        }
        if (tool === 'run') await plan(io, { ...flags, ...(failed !== undefined && { failed }) }, seen)
        else await check(io, { ...flags, baseline }, seen).catch(unlessOnlyPlanned)
        return { structured: announced! }
      }),

    run: ({ token, failed, ...given }, call) =>
      answered(call, async (io) => {
        const flags = optionsIn(io, given)
        const asked = { ...flags, ...(failed !== undefined && { failed }) }
        const done = await performed(io, asked, withToken(io, 'run', token))
        return { exit: exitOf(done), structured: summaryOf(done) }
      }),

    show: ({ ids, dir, scenario }, call) =>
      answered(call, (io) => {
        show(io, scenario === undefined ? {} : { scenario }, [...ids, ...(dir === undefined ? [] : [dir])])
        return {}
      }),

    explain: ({ ids = [], clients = false }, call) =>
      answered(call, (io) => {
        clauses(io, { clients }, ids)
        return {}
      }),

    judge: ({ path, client: isAboutClients }, call) =>
      answered(call, (io) => ({ exit: judge(io, isAboutClients ? { client: true } : {}, path) })),

    serve: ({ action, baseUrl, scenarios = [], words = '', ...settings }, call) =>
      answered(call, async (io) => {
        if (action === 'list') {
          io.stdout.write(scenarioList(await everythingToPlay(), words))
          return { structured: {} }
        }
        if (action === 'start') return { structured: shown(await services.start({ ...settings, scenarios })) }
        if (action === 'stop') return { structured: { stopped: (await services.stop(baseUrl)).baseUrl } }
        const service = services.named(baseUrl)
        await services.turn(service, action, scenarios)
        return { structured: shown(service) }
      }),

    drift_check: ({ token, baseline = BASELINE_FILE, failOn = 'breaking', ...given }, call) =>
      answered(call, async (io) => {
        const flags = optionsIn(io, given)
        return { exit: await check(io, { ...flags, baseline, failOn }, withToken(io, 'drift_check', token)) }
      }),

    client_check: ({ scenario, only, strict }, call) =>
      answered(call, async (io) => {
        if (command.length === 0)
          throw new UsageError(
            'client_check: no client to test: ask the user to add "--" and the command that starts the client to the arguments of "gatecheck mcp"',
          )
        const asked = { ...(scenario && { scenario }), ...(only && { only }), ...(strict && { strict }) }
        return { exit: (await client(io, { ...asked, quiet: true, timeout: LIMITS.clientMs }, command)) as ExitCode }
      }),
  }
}

function unlessOnlyPlanned(error: unknown): void {
  if (!(error instanceof OnlyPlanned)) throw error
}

/** Keeps what a command prints. A cancelled call interrupts it, as Ctrl-C does. */
function capturing(environment: Environment, { signal, onProgress }: Call): Io & { said(): string } {
  let said = ''
  const output = {
    write(text: string) {
      said += text
    },
  }
  const env = { ...environment, NO_COLOR: '1', GATECHECK_AGENT: '1', GITHUB_ACTIONS: undefined }
  const io = Object.assign(new EventEmitter(), { env, onProgress, stdout: output, stderr: output, said: () => said })
  // Also interrupts a command that installs its handler only now.
  io.on('newListener', (name, listener) => {
    if (name === 'SIGINT' && signal.aborted) setImmediate(listener)
  })
  signal.addEventListener('abort', () => io.emit('SIGINT'))
  return io
}

function environmentFor({ baseUrl, keys, imageUrl, failingPrompt }: RunningService): Environment {
  return {
    GATECHECK_BASE_URL: baseUrl,
    GATECHECK_KEY: keys.own,
    GATECHECK_SAME_ACCOUNT_KEY: keys.sameAccount,
    GATECHECK_OTHER_ACCOUNT_KEY: keys.otherAccount,
    GATECHECK_REVOKED_KEY: keys.revoked,
    GATECHECK_IMAGE_URL: imageUrl,
    GATECHECK_FAILING_PROMPT: failingPrompt,
  }
}

const shown = ({ baseUrl, keys, control, scenarios }: RunningService) => ({
  ...{ baseUrl, key: keys.own, console: control },
  scenarios: scenarios.playing().map(({ as }) => as),
})

function summaryOf({ finished: { report }, out }: Performed): object {
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail')
  const { verdict, conformant, reason, notJudged, budget, exit } = report
  const { requests, jobs, videoSeconds } = budget
  return {
    ...{ exit, verdict, conformant },
    ...(reason !== undefined && { reason }),
    failed: failed.slice(0, MOST_FAILED).map(failure),
    moreFailed: Math.max(0, failed.length - MOST_FAILED),
    notJudged: notJudged.length,
    spent: { requests, jobs, videoSeconds },
    folder: out,
  }
}

const failure = ({ id, level, section, rule, expected, received, waived, evidence }: ClauseReport) => ({
  ...{ id, level, section, rule, expected, received, waived },
  evidence: evidence.slice(0, 3),
})
