import { OPTIONS, type OptionName } from '../../engine/config/options.ts'
import { choice, count, flag, repeated, reports, text } from '../../engine/config/values.ts'
import { type CommandEntry, type CommandOption, runOptions } from '../options/command.ts'

const BASELINE_FILE = 'gatecheck-baseline.json'

const baseline: CommandOption = {
  ...text('<file>'),
  help: 'recorded behaviour of the server; commit it',
  preset: BASELINE_FILE,
  group: 'target',
}
const failOn: CommandOption = {
  ...choice('<kind>', ['breaking', 'compatible']),
  help: 'exit 1 on this kind of change; compatible includes breaking (choices: "breaking", "compatible", default: "breaking")',
  group: 'selection',
}
const report: CommandOption = {
  ...OPTIONS.report,
  ...reports(['json', 'html', 'junit', 'markdown']),
  help: 'reports to write, comma-separated: json, html, junit, markdown; with a path: junit=path/to.xml',
  default: 'html; drift.json is always written',
}
const all: CommandOption = {
  ...flag,
  help: 'print every change, including noise, one by one',
  group: 'output',
}
const quiet: CommandOption = { ...OPTIONS.quiet, help: 'print only changes and the verdict' }
const findings: CommandOption = { ...text('<file>'), help: 'write the findings to this file' }

/** Options of a run; `defaults` differ from those of a run. */
function optionsOfRounds(defaults: Partial<Record<OptionName, string>>) {
  const { report: _, junitWarnings: _warnings, verbose: _verbose, ...options } = runOptions('drift')
  const changed = (Object.keys(options) as (keyof typeof options)[]).map((name) => {
    const value = defaults[name]
    return [name, { ...options[name], ...(value !== undefined && { default: value }) }]
  })
  return { ...(Object.fromEntries(changed) as typeof options), quiet, baseline }
}

export const DRIFT: CommandEntry = {
  name: 'drift',
  about: "detect changes in a server's behaviour and whether they break clients",
  after: `
Once:        npx gatecheck drift record      then review gatecheck-baseline.json, and commit it
Every night: npx gatecheck drift check       at most 2 jobs and 60 requests, polls not counted
To accept:   npx gatecheck drift accept ID --reason "…"

Exit codes of check and diff: 0 no change, or only compatible ones · 1 a breaking change (with --fail-on compatible: any
change) · 2 no verdict · 64 wrong usage, or no baseline · 70 internal error · 130 interrupted`,
  commands: [
    {
      name: 'record',
      about: "record a server's behaviour as a baseline",
      options: {
        ...optionsOfRounds({ profile: 'smoke', seed: '1' }),
        rounds: {
          ...count(2),
          help: 'number of rounds; differences between them count as noise, not as changes',
          preset: 2,
          group: 'selection',
        },
        merge: { ...flag, help: 'add these rounds to the existing baseline', group: 'selection' },
        update: { ...flag, help: 'replace the existing baseline', group: 'selection' },
      },
      load: async () => (await import('./record.ts')).record,
    },
    {
      name: 'check',
      about: 'compare a server with its baseline',
      options: {
        ...optionsOfRounds({
          profile: 'smoke',
          seed: "the baseline's",
          maxJobs: '2 in smoke',
          maxRequests: '60 in smoke, polls not counted',
        }),
        failOn,
        reliesOn: {
          ...repeated('<file>'),
          help: 'Pact file of your client, or HAR of its tests: list changes of fields it reads first; repeatable',
          group: 'selection',
        },
        onlyReliedOn: {
          ...flag,
          help: 'fail only on changes of fields that your client reads',
          group: 'selection',
        },
        ...{ report, all },
        log: {
          ...text('<file>'),
          help: 'append the result to this file; the HTML report shows its results as a calendar',
          group: 'output',
        },
      },
      load: async () => (await import('./check.ts')).check,
    },
    {
      name: 'accept',
      about: 'accept changes of the last check in the baseline',
      arguments: [['[ids...]', 'ids of the changes, as "drift check" prints them']],
      options: {
        baseline,
        all: { ...flag, help: 'accept every change of the last check' },
        reason: { ...text('<text>'), help: 'reason, written to the baseline; required' },
        out: { ...OPTIONS.out, help: 'folder with the drift.json of the last check' },
      },
      load: async () => (await import('./accept.ts')).accept,
    },
    {
      name: 'diff',
      about: 'compare two baselines or recorded runs, offline',
      arguments: [
        ['<before>', 'baseline, or folder of a recorded run'],
        ['<after>', 'baseline, or folder of a recorded run'],
      ],
      options: {
        ...{ report, all, failOn },
        out: { ...OPTIONS.out, help: 'folder for drift.json and the reports', default: 'none are written' },
        quiet,
      },
      load: async () => (await import('./diff.ts')).diff,
    },
    {
      name: 'openapi',
      about: "compare a server's own OpenAPI document with the specification and with its recorded behaviour",
      arguments: [['<document>', 'file or URL of an OpenAPI 3 document, JSON or YAML']],
      options: {
        baseline: {
          ...text('<file|dir>'),
          help: 'recorded behaviour of the server: a baseline, or the folder of a recorded run',
          default: `${BASELINE_FILE}, if it exists`,
        },
        failOn,
        allowHttp: {
          ...OPTIONS.allowHttp,
          help: 'allow plain http:// to a remote host (responses can be altered in transit)',
        },
        ca: OPTIONS.ca,
        json: findings,
        quiet: { ...quiet, help: 'print only findings that mislead a client' },
      },
      after: `
Exit codes: 0 nothing misleads a client · 1 the document contradicts the specification or the server's behaviour, or
documents what it does not do. With --fail-on compatible: or omits what it does · 2 the URL cannot be fetched ·
64 not an OpenAPI document, or not readable`,
      load: async () => (await import('./openapi.ts')).compareOpenapi,
    },
  ],
}
