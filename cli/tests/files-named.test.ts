import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baselineText } from '../../drift/baseline/file.ts'
import { knownTo } from '../../drift/habits/habits-for-tests.ts'
import { turns } from '../../fixtures/hostile/trial/turns.ts'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { startCommand, temporaryFolder } from './command.ts'

const TARGET = { GATECHECK_BASE_URL: 'http://127.0.0.1:9/v1', GATECHECK_KEY: 'cl_0123456789abcdefghij' }
const MOST_MS = 20_000
const { inTurn } = turns(Math.min(2, availableParallelism()))

let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  folder = temporaryFolder()
  const at = (...names: string[]) => join(folder.path, ...names)
  const pipe = (...names: string[]) => execFileSync('mkfifo', [at(...names)])
  for (const name of ['pipe', 'pipe.har', 'pipe.ts', 'pipe.json']) pipe(name)
  for (const name of ['folder', 'of-pipes']) mkdirSync(at(name))
  for (const name of ['history.jsonl', 'drift.json', 'contract.json']) pipe('of-pipes', name)
  writeFileSync(at('large'), '')
  truncateSync(at('large'), BOUNDS.givenRecordBytes.most + 1)
  writeFileSync(at('closed'), '{}')
  chmodSync(at('closed'), 0)
  writeFileSync(at('certificate.pem'), getCACertificates('bundled')[0]!)
  writeFileSync(at('gatecheck-baseline.json'), baselineText(knownTo([])))
})
afterAll(() => folder.remove())

/** Whoever waits for the writer of a pipe, or for the end of a device, is ended. */
async function said(words: string[]): Promise<{ code: number | null; stderr: string }> {
  const { process: child, finished } = startCommand(words, { cwd: folder.path, env: TARGET })
  const late = setTimeout(() => child.kill('SIGKILL'), MOST_MS)
  try {
    return await finished
  } finally {
    clearTimeout(late)
  }
}

type Kind = [what: string, path: string, why: RegExp]
const KINDS: Kind[] = [
  ['a pipe that nobody writes to', 'pipe', /: it is a pipe, and no file|holds no recorded run/],
  ['a device without an end', '/dev/zero', /: it is a device, and no file|holds no recorded run/],
  ['a folder', 'folder', /: it is a folder, and no file|holds no (recorded run|\.json)/],
  ['what is not there', 'nothing', /there is no |no such file|holds no recorded run|cannot be read/],
  ['what is larger than any of its kind', 'large', /: it holds more than \d+ bytes|holds no recorded run/],
  // Root reads everything.
  ...(process.getuid?.() === 0 ? [] : [['what nobody may read', 'closed', /cannot be read|EACCES/] as Kind]),
]

/** Each costs a process, and all are read one way: a usual pass tries a pipe, which hangs, and one more in turn; FILES=all each with each. */
function kindsFor(nth: number): Kind[] {
  const [pipe, ...others] = KINDS
  return process.env.FILES === 'all' ? KINDS : [pipe!, others[nth % others.length]!]
}

/** Wherever a path is read: how it is named there. */
const READ: Record<string, (path: string) => string[]> = {
  'run --env': (path) => ['run', '--env', path],
  'run --config': (path) => ['run', '--config', path],
  'run --ca': (path) => ['run', '--ca', path],
  'run --client-cert': (path) => ['run', '--client-cert', path, '--client-key', 'nothing'],
  'run --client-key': (path) => ['run', '--client-cert', 'certificate.pem', '--client-key', path],
  'run --prices': (path) => ['run', '--prices', path],
  'run --failed': (path) => ['run', '--failed', path],
  'run --resume': (path) => ['run', '--resume', path],
  'proxy --env': (path) => ['proxy', '--target', TARGET.GATECHECK_BASE_URL, '--env', path],
  'certify --signing-key': (path) => ['certify', '--signing-key', path],
  'verify <certificate>': (path) => ['verify', path],
  'verify --key': (path) => ['verify', 'nothing', '--key', path],
  'verify --revoked': (path) => ['verify', 'nothing', '--revoked', path],
  'verify --history': (path) => ['verify', 'gatecheck-baseline.json', '--history', path],
  'judge [dir|file.har]': (path) => ['judge', path],
  'show <number|clause>': (path) => ['show', '1', path],
  'report [dir]': (path) => ['report', path],
  'drain [dir]': (path) => ['drain', path],
  'drift check --baseline': (path) => ['drift', 'check', '--baseline', path],
  'drift check --relies-on': (path) => ['drift', 'check', '--relies-on', path],
  'drift record --baseline': (path) => ['drift', 'record', '--merge', '--baseline', path],
  'drift accept --baseline': (path) => ['drift', 'accept', '--all', '--reason', 'x', '--baseline', path],
  'drift diff <before>': (path) => ['drift', 'diff', path, 'gatecheck-baseline.json'],
  'drift diff <after>': (path) => ['drift', 'diff', 'gatecheck-baseline.json', path],
  'drift openapi <document>': (path) => ['drift', 'openapi', path],
  'drift openapi --baseline': (path) => ['drift', 'openapi', 'nothing', '--baseline', path],
  'drift openapi --ca': (path) => ['drift', 'openapi', 'nothing', '--ca', path],
  'pact verify <contract>': (path) => ['pact', 'verify', path],
  'pact lint <file>': (path) => ['pact', 'lint', path],
}

/** As the row above, in each command that has it: they share what reads it. */
const SHARED: Record<string, readonly string[]> = {
  'run --env': ['plan', 'certify', 'drain', 'drift check', 'drift record', 'pact verify'],
  'run --config': ['plan', 'certify', 'drift check', 'drift record', 'pact verify'],
  'run --ca': ['plan', 'certify', 'drain', 'drift check', 'drift record', 'pact verify'],
  'run --client-cert': ['plan', 'certify', 'drain', 'drift check', 'drift record', 'pact verify'],
  'run --client-key': ['plan', 'certify', 'drain', 'drift check', 'drift record', 'pact verify'],
  'run --failed': ['plan'],
  'run --prices': ['plan', 'certify', 'drift check', 'drift record', 'pact verify'],
}

/** Only written to, or a folder that is made; and the state of a service, which is read as a data base. */
const WRITTEN = /^(serve --data|keygen \[file\]|drift check --log|.* --(out|json|markdown))$/

describe.concurrent('a path that is named to be read ends a command at once, with 64 and why, where it is', () => {
  const rows = Object.entries(READ).flatMap(([where, words], nth) =>
    kindsFor(nth).map((kind) => [where, words, ...kind] as const),
  )
  it.each(rows.map(([where, words, what, path, why]) => [where, what, words(path), why] as const))(
    '%s, %s',
    async (_, __, words, why) => {
      const { code, stderr } = await inTurn(() => said(words))
      expect(stderr).toMatch(why)
      expect(stderr).not.toMatch(/fault of gatecheck|\n./)
      expect(code).toBe(64)
    },
  )

  it.each([
    ['a HAR that is a pipe', ['judge', 'pipe.har']],
    ['a module of options that is a pipe', ['run', '--config', 'pipe.ts']],
    ['options in JSON that are a pipe', ['run', '--config', 'pipe.json']],
    ['a history that is a pipe, judged', ['judge', 'of-pipes']],
    ['a history that is a pipe, gone on with', ['run', '--resume', 'of-pipes']],
    ['a history that is a pipe, of what failed', ['run', '--failed', 'of-pipes']],
    ['a history that is a pipe, drained', ['drain', 'of-pipes']],
    ['a history that is a pipe, shown', ['show', '1', 'of-pipes']],
    ['a history that is a pipe, told', ['report', 'of-pipes']],
    ['a history that is a pipe, compared', ['drift', 'diff', 'of-pipes', 'gatecheck-baseline.json']],
    ['a last check that is a pipe', ['drift', 'accept', '--all', '--reason', 'x', '--out', 'of-pipes']],
    ['a folder of contracts that are pipes', ['pact', 'verify', 'of-pipes']],
    ['a log that is a pipe', ['drift', 'check', '--log', 'pipe']],
    ['a state that is a pipe', ['serve', '--data', 'pipe']],
    ['a state that is a device', ['serve', '--data', '/dev/zero']],
    ['a state that is a folder', ['serve', '--data', 'folder']],
  ])('%s', async (_, words) => {
    const { code, stderr } = await inTurn(() => said(words))
    expect(stderr).toMatch(/^gatecheck: .+\n$/)
    expect(stderr).not.toContain('fault of gatecheck')
    expect(code).toBe(64)
  })
})

it('knows every option and argument that names a file or a folder', async () => {
  const made = [
    (await import('../run/run.ts')).runCommand(),
    (await import('../run/plan.ts')).planCommand(),
    (await import('../serve.ts')).serveCommand(),
    (await import('../drain.ts')).drainCommand(),
    (await import('../report.ts')).reportCommand(),
    (await import('../show.ts')).showCommand(),
    (await import('../proxy.ts')).proxyCommand(),
    (await import('../judge/judge.ts')).judgeCommand(),
    (await import('../drift/drift.ts')).driftCommand(),
    (await import('../pact/pact.ts')).pactCommand(),
    (await import('../client/client.ts')).clientCommand(),
    (await import('../certificates/certify.ts')).certifyCommand(),
    (await import('../certificates/verify.ts')).verifyCommand(),
    (await import('../certificates/keygen.ts')).keygenCommand(),
    (await import('../clauses.ts')).clausesCommand(),
    (await import('../openapi.ts')).openapiCommand(),
    (await import('../selfcheck/selfcheck.ts')).selfcheckCommand(),
  ]
  const found = made.flatMap((each) => pathsNamedBy(each, each.name()))
  const tried = new Set([
    ...Object.keys(READ),
    ...Object.entries(SHARED).flatMap(([row, others]) => others.map((name) => row.replace('run', name))),
  ])
  expect(found.filter((name) => !tried.has(name) && !WRITTEN.test(name))).toEqual([])
  expect([...tried].filter((name) => !found.includes(name))).toEqual([])
})

function pathsNamedBy(command: Command, name: string): string[] {
  if (command.commands.length > 0)
    return command.commands.flatMap((each) => pathsNamedBy(each, `${name} ${each.name()}`))
  const options = command.options.filter(({ flags }) => /<(file|dir|key)\b/.test(flags))
  const argued = command.registeredArguments.filter((each) =>
    /dir|file|^(number\|clause|certificate|contract|before|after|document)$/.test(each.name()),
  )
  return [
    ...options.map(({ long }) => `${name} ${long}`),
    ...argued.map((each) => `${name} ${each.required ? `<${each.name()}>` : `[${each.name()}]`}`),
  ]
}
