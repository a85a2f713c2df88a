import type { ToolAnnotations } from '@modelcontextprotocol/server'
import { defaultOf, OPTIONS, type Option, type OptionName } from '../../engine/config/options.ts'
import type { ServiceOptions } from '../../service/start.ts'

export type ToolName = keyof Asked
/** Tools that create jobs. */
export type RunTool = 'run' | 'drift_check'

/** Arguments of a tool, by its schema. */
export type Asked = {
  plan: OfRun & { for?: RunTool; baseline?: string; failOn?: unknown }
  run: OfRun & { token?: string }
  show: { ids: string[]; dir?: string; scenario?: string }
  explain: { ids?: string[]; clients?: boolean }
  judge: { path?: string; client?: boolean }
  serve: Pick<ServiceOptions, 'dialect' | 'capacity' | 'polls' | 'speed'> & {
    action: 'start' | 'stop' | 'on' | 'off' | 'list'
    baseUrl?: string
    scenarios?: string[]
    words?: string
  }
  drift_check: { token?: string; baseline?: string; failOn?: 'breaking' | 'compatible' }
  client_check: { scenario?: string[]; only?: string[]; strict?: boolean }
}
/** With command-line options, parsed as in a configuration file. */
type OfRun = { failed?: string }

type Schema = { readonly [keyword: string]: unknown }

export type Tool = {
  title: string
  description: string
  annotations: ToolAnnotations
  input: Readonly<Record<string, Schema>>
  required?: readonly string[]
  /** Properties of the structured result. */
  output?: Readonly<Record<string, Schema>>
}

const text = (description: string): Schema => ({ type: 'string', description })
const texts = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description })
const number = (description: string): Schema => ({ type: 'number', description })
const yes = (description: string): Schema => ({ type: 'boolean', description })
const choice = (words: readonly string[], description: string): Schema => ({ enum: words, description })

/** Command-line options of a tool, in the notation of a configuration file. */
const options = (...names: readonly OptionName[]) =>
  Object.fromEntries(
    names.map((name) => {
      const option: Option = OPTIONS[name]
      const shown = defaultOf(option)
      const description = shown === undefined ? option.help : `${option.help} (default: ${shown})`
      return [name, { ...option.schema, description }]
    }),
  )

const LIMITS = ['maxJobs', 'maxVideoSeconds', 'maxCost', 'maxRequests', 'pollInterval', 'deadline'] as const
const SELECTION = ['profile', 'only', 'media', 'generate', 'burst', 'maxResolution', 'maxDuration', 'seed'] as const
const dir = text('folder of the recorded run (default: .gatecheck)')
const baseUrl = text(
  'server to test, including the version, such as http://127.0.0.1:4010/v1: on this machine, or on the host of GATECHECK_BASE_URL (default: GATECHECK_BASE_URL; if unset, the embedded reference service)',
)
const failed = text(
  'rerun only the failed clauses of the recorded run in this folder, with its server and seed; for a server of serve, give baseUrl, too',
)
const ofRun = { baseUrl, ...options('model', ...SELECTION, ...LIMITS, 'strict', 'complete', 'bail'), failed }
const baseline = text('recorded behaviour of the server (default: gatecheck-baseline.json)')
const failOn = choice(['breaking', 'compatible'], 'kind of change that fails the check (default: breaking)')
const token = text('token of plan; required unless the embedded service is tested')
const announced = {
  limits: text('limits in one sentence'),
  baseUrl: text('server that would be tested'),
  atMost: { type: 'object', description: 'maximum of jobs, videoSeconds, requests and downloadBytes' },
  cost: { type: 'object', description: 'maximum cost with a price list: atMost and unit' },
  deadlineSeconds: number('maximum run time'),
  token: text('allows one run; missing for the embedded service'),
}
const exit = number('0 passed, 1 failed, 2 no verdict, 130 interrupted')

const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
/** Creates jobs, which may cost money. */
const SPENDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: true }

export const TOOLS: Readonly<Record<ToolName, Tool>> = {
  plan: {
    title: 'Plan a run',
    description:
      'Maximum cost and duration of a run or drift check. Sends no requests. Returns the token that run or drift_check needs for exactly these arguments. Show the limits to the user first.',
    annotations: READS,
    input: {
      for: choice(['run', 'drift_check'], 'tool that the token is for (default: run)'),
      ...ofRun,
      ...{ baseline, failOn },
    },
    output: announced,
  },
  run: {
    title: 'Test a server',
    description:
      'Tests a server and writes reports to .gatecheck. Without a base URL it tests the embedded reference service, which costs nothing. Any other server needs the token of plan with the same arguments. Start with profile smoke (1 job); after a fix, use failed. When cancelled, it polls unfinished jobs to completion.',
    annotations: SPENDS,
    input: { token, ...ofRun },
    output: {
      exit,
      verdict: choice(['pass', 'fail', 'inconclusive'], 'verdict of the run'),
      conformant: { description: 'true, false, or "unknown" if a must clause was not judged' },
      reason: text('reason of a missing verdict or of an early end'),
      failed: { type: 'array', items: { type: 'object' }, description: 'failed clauses; quotes the server' },
      moreFailed: number('failed clauses that are not listed'),
      notJudged: number('must clauses without a verdict'),
      spent: { type: 'object', description: 'requests, jobs and videoSeconds' },
      folder: text('folder of report.json and history.jsonl'),
    },
  },
  show: {
    title: 'Show exchanges',
    description: 'Recorded requests and responses, by exchange number or by the clause whose verdict they decide.',
    annotations: READS,
    input: {
      ids: { ...texts('exchange numbers or clause ids, such as 14 or auth.unknown-key'), minItems: 1 },
      dir,
      scenario: text('scenario of the numbers, in the folder of a client check'),
    },
    required: ['ids'],
  },
  explain: {
    title: 'Explain clauses',
    description: 'Rule, usual cause and fix of clauses or open points. Without ids, lists all clauses.',
    annotations: READS,
    input: {
      ids: texts('clauses, open points, groups, suites or checks'),
      clients: yes('list the clauses for clients'),
    },
  },
  judge: {
    title: 'Judge recorded traffic',
    description: 'Computes the verdicts of a recorded run or of a HAR file. Sends no requests.',
    annotations: READS,
    input: {
      path: text('folder of a recorded run, or HAR file (default: .gatecheck)'),
      client: yes('conclude with the verdict of the clients in the traffic instead of the server'),
    },
  },
  serve: {
    title: 'Reference service',
    description:
      'Starts and stops the reference service on this machine, for developing a client or seeing what a fault looks like. Costs nothing. run can test it by its base URL, without keys.',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    input: {
      action: choice(
        ['start', 'stop', 'on', 'off', 'list'],
        'start a service; stop it; turn scenarios on or off; list all scenarios',
      ),
      baseUrl: text('stop, on, off: the service (default: the one started last)'),
      scenarios: texts('start, on, off: as in "slow,polls=8", "fault:running-without-stage" or "variant:NAME"'),
      words: text('list: only scenarios, faults and variants that match these words'),
      dialect: choice(['plain', 'legacy-numbers', 'problem-details', 'single-seat'], 'start: implementation choices'),
      capacity: { type: 'integer', minimum: 1, description: 'start: number of unfinished jobs an account may have' },
      polls: { type: 'integer', minimum: 1, description: 'start: number of polls a job needs' },
      speed: { type: 'number', minimum: 0, description: 'start: speed of its clock; 0 stops it (default: 1)' },
    },
    required: ['action'],
    output: {
      baseUrl: text('base URL of the service'),
      key: text('generated API key, valid only there'),
      console: text('console for a browser; its control API is below /control'),
      scenarios: texts('active scenarios'),
      stopped: text('base URL of the stopped service'),
    },
  },
  drift_check: {
    title: 'Check for drift',
    description:
      'Compares a server with its recorded baseline: at most 2 jobs and 60 requests unless limits say otherwise. Needs the token of plan with for: "drift_check" and the same arguments, unless the baseline is of the embedded service.',
    annotations: SPENDS,
    input: {
      token,
      baseUrl: text('server to check (default: the server of the baseline)'),
      ...{ baseline, failOn },
      ...options('profile', ...LIMITS),
    },
  },
  client_check: {
    title: 'Test a client',
    description:
      'Tests the client whose command follows "gatecheck mcp --" in the configuration of this server, against the reference service, in scenarios. Costs nothing.',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    input: {
      scenario: texts('run only these scenarios (default: all)'),
      only: texts('judge only these clauses (default: all)'),
      strict: yes('fail on should clauses, too'),
    },
  },
}
