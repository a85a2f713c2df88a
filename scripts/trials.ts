import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, finish } from './children.ts'
import { COMMANDS } from './commands.ts'
import type { Installed } from './install.ts'
import { step } from './steps.ts'

export type Where = { folder: Installed; node: string; version: string; env: Record<string, string> }

export const told = ({ code, output }: Ended) => `exit ${code}\n${output.split('\n').slice(-40).join('\n')}`

const LEFT_BEHIND = [
  '.gatecheck',
  '.github',
  'drift.log',
  'gatecheck-baseline.json',
  'gatecheck-signing-key.pem',
  'gatecheck-signing-key.pub.pem',
  'next-signing-key.pem',
  'next-signing-key.pub.pem',
  'seen',
  'service.db',
  'staging-monday',
]

/** A contract of a client that lists the models. */
export const CLIENT_PACT = JSON.stringify({
  consumer: { name: 'somebody' },
  provider: { name: 'the service' },
  interactions: [
    {
      description: 'the models',
      request: { method: 'GET', path: '/v1/models', headers: { Authorization: 'Bearer cl_somebody' } },
      response: { status: 200, body: { models: [{ alias: 'swift' }] } },
    },
  ],
  metadata: { pactSpecification: { version: '2.0.0' } },
})

/** After two dashes comes a foreign command. */
function withMore(args: readonly string[], more: readonly string[] = []): string[] {
  const at = args.indexOf('--')
  return at < 0 ? [...args, ...more] : [...args.slice(0, at), ...more, ...args.slice(at)]
}

/** Runs the commands of README and docs in sequence. */
export async function tryCommands({ folder, node, version, env }: Where, isNewest: boolean): Promise<void> {
  const { path, kind } = folder
  for (const left of LEFT_BEHIND) rmSync(join(path, left), { recursive: true, force: true })
  writeFileSync(join(path, 'client-pact.json'), CLIENT_PACT)
  copyFileSync('fixtures/clients/right/fetch/client.mjs', join(path, 'client.mjs'))
  copyFileSync(join(path, 'node_modules/gatecheck/spec/openapi.json'), join(path, 'openapi.json'))
  const viaNpx = await finish('npx', ['gatecheck', '--version'], { cwd: path, node })
  step(
    `Node ${version}, ${kind}: npx gatecheck --version`,
    viaNpx.code === 0 && /^\d/m.test(viaNpx.output),
    told(viaNpx),
  )
  for (const [command, trial] of Object.entries(COMMANDS)) {
    if ('why' in trial || (trial.once && !(isNewest && kind === 'module'))) continue
    const [, , ...args] = command.split(' ')
    const bin = join(path, 'node_modules/.bin/gatecheck')
    const until = trial.goesOn && { until: trial.shows }
    const ended = await finish(bin, withMore(args, trial.more), { cwd: path, node, env, ...until })
    const isWell = ended.code === trial.exit && trial.shows.test(ended.output)
    step(`Node ${version}, ${kind}: ${command}`, isWell, told(ended))
    // Stands for a browser's recording.
    if (args[0] === 'report') copyFileSync(join(path, '.gatecheck/run.har'), join(path, 'traffic.har'))
  }
}

type Tried = (what: string, command: string, args: string[], exit: number, shows: RegExp) => Promise<void>

/**
 * The service inside tests, in each of the runners in docs/guides/develop-a-client.md and
 * docs/reference/control-api.md.
 */
async function tryService({ folder: { path, kind }, version }: Where, tried: Tried): Promise<void> {
  const bin = (name: string) => join(path, 'node_modules/.bin', name)
  const others = ['run', '--exclude', '**/conformance*', '--exclude', '**/with-*']
  await tried('the service in vitest', bin('vitest'), others, 0, /Tests {2}\d+ passed \(\d+\)/)
  // Older versions lack "await using".
  if (Number(version) >= 24) await tried('the service in node:test', 'node', ['--test', 'with-node.mts'], 0, /pass 1$/m)
  if (kind === 'commonjs') return
  const jest = ['--experimental-vm-modules', bin('jest'), 'with-jest.test']
  await tried('the service in jest', 'node', jest, 0, /Tests: +1 passed, 1 total/)
  const withPact = ['--experimental-vm-modules', bin('jest'), 'with-jest-and-pact']
  await tried('a contract in jest', 'node', withPact, 0, /Tests: +1 passed, 1 total/)
}

/** The imports: documented programs, tests in vitest, and the configuration. */
export async function tryImports({ folder, node, version, env }: Where): Promise<void> {
  const { path, kind } = folder
  const name = (what: string) => `Node ${version}, ${kind}: ${what}`
  const tried = async (what: string, command: string, args: string[], exit: number, shows: RegExp, cwd = path) => {
    const ended = await finish(command, args, { cwd, node, env })
    step(name(what), ended.code === exit && shows.test(ended.output), told(ended))
  }
  await tried('check.mts', 'node', ['check.mts'], 0, /^at most \d+ jobs\n[\s\S]*^pass/m)
  await tried('watch.mts', 'node', ['watch.mts'], 0, /^auth\.\S+ .*\n[\s\S]*^pass$/m)
  await tried('offline.mts', 'node', ['offline.mts'], 0, /^at most \d+ jobs[\s\S]*^pass 0\npass\n[\s\S]*\d+ paths$/m)
  const required = `const { clauses, openapi } = require('gatecheck'); console.log(clauses().clauses.length, openapi().openapi,
    require('gatecheck/openapi.json').openapi, require('gatecheck/report.schema.json').$schema,
    require('gatecheck/drift.schema.json').$id,
    require('gatecheck/prices.schema.json').$id,
    require('gatecheck/config.schema.json').$id,
    require('gatecheck/client.schema.json').$id,
    require('gatecheck/pact.schema.json').$id)`
  writeFileSync(join(path, 'required.cjs'), required)
  await tried(
    'require',
    'node',
    ['required.cjs'],
    0,
    /^\d+ 3\.1\.\d 3\.1\.\d https:\S+ urn:gatecheck:drift:1 urn:gatecheck:prices:1 urn:gatecheck:config:1 urn:gatecheck:client:1 urn:gatecheck:pact:1$/m,
  )
  const vitest = join(path, 'node_modules/.bin/vitest')
  await tried('conformance.test.ts in vitest', vitest, ['run', 'conformance'], 0, /Tests {2}\d+ passed \| \d+ skipped/)
  const chosen = ['run', 'conformance', '-t', 'auth.unknown-key']
  await tried('one clause in vitest', vitest, chosen, 0, /Tests {2}\d+ passed \| \d+ skipped/)
  await tryService({ folder, node, version, env }, tried)
  await tried(
    'gatecheck.config.ts',
    join(path, 'node_modules/.bin/gatecheck'),
    ['plan'],
    0,
    /^jobs .* 3$[\s\S]*every 5 s/m,
    join(path, 'configured'),
  )
}
