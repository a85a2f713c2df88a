import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../engine/config/limits.ts'
import { baselineText } from '../../tools/drift/baseline/file.ts'
import { knownTo } from '../../tools/drift/habits/habits-for-tests.ts'
import { command, temporaryFolder } from './command.ts'

const TARGET = { GATECHECK_BASE_URL: 'http://127.0.0.1:9/v1', GATECHECK_KEY: 'cl_0123456789abcdefghij' }

const PIPES = ['pipe', 'pipe.har', 'pipe.ts', 'pipe.json']
const PIPES_OF_A_RUN = ['history.jsonl', 'drift.json', 'contract.json'].map((name) => join('of-pipes', name))

/** A command that reads a pipe blocks this process until a writer comes and goes, so one does every ten seconds. */
const WRITERS = 'while sleep 10; do for each in "$@"; do : > "$each" & sleep 0.1; kill $!; done; done'

let folder: ReturnType<typeof temporaryFolder>
let writers: ChildProcess
beforeAll(() => {
  folder = temporaryFolder()
  const at = (...names: string[]) => join(folder.path, ...names)
  for (const name of ['folder', 'of-pipes']) mkdirSync(at(name))
  execFileSync('mkfifo', [...PIPES, ...PIPES_OF_A_RUN], { cwd: folder.path })
  writers = spawn('sh', ['-c', WRITERS, 'sh', ...PIPES, ...PIPES_OF_A_RUN], { cwd: folder.path, stdio: 'ignore' })
  writeFileSync(at('large'), '')
  truncateSync(at('large'), LIMITS.givenRecordBytes + 1)
  writeFileSync(at('closed'), '{}')
  chmodSync(at('closed'), 0)
  writeFileSync(at('certificate.pem'), getCACertificates('bundled')[0]!)
  writeFileSync(at('gatecheck-baseline.json'), baselineText(knownTo([])))
})
afterAll(() => {
  writers.kill()
  folder.remove()
})

const typed = (words: string[]) => command(words, { cwd: folder.path, env: TARGET })

type Kind = [what: string, path: string, why: RegExp]
const KINDS: Kind[] = [
  ['a pipe without a writer', 'pipe', /: a pipe, not a file|contains no recorded run/],
  ['a device without an end', '/dev/zero', /: a device, not a file|contains no recorded run/],
  ['a folder', 'folder', /: a folder, not a file|contains no (recorded run|\.json)/],
  [
    'what is not there',
    'nothing',
    /does not exist|No (baseline|signing key) at|no such file|contains no recorded run|cannot be read/,
  ],
  ['what is larger than any of its kind', 'large', /: larger than \d+ bytes|contains no recorded run/],
  // Root can read everything.
  ...(process.getuid?.() === 0 ? [] : [['what nobody may read', 'closed', /cannot be read|EACCES/] as Kind]),
]

/** How a path to read is passed to each command. */
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

describe('a path to read that is not a readable file ends the command with exit 64 and the reason', () => {
  const rows = Object.entries(READ).flatMap(([where, words]) =>
    KINDS.map(([what, path, why]) => [where, what, words(path), why] as const),
  )
  it.each(rows)('%s, %s', async (_, __, words, why) => {
    const { code, stderr } = await typed(words)
    expect(stderr).toMatch(why)
    expect(stderr).not.toMatch(/Internal error|\n./)
    expect(code).toBe(64)
  })

  it.each([
    ['a HAR that is a pipe', ['judge', 'pipe.har']],
    ['a module of options that is a pipe', ['run', '--config', 'pipe.ts']],
    ['options in JSON that are a pipe', ['run', '--config', 'pipe.json']],
    ['a history that is a pipe, judged', ['judge', 'of-pipes']],
    ['a history that is a pipe, gone on with', ['run', '--resume', 'of-pipes']],
    ['a last check that is a pipe', ['drift', 'accept', '--all', '--reason', 'x', '--out', 'of-pipes']],
    ['a folder of contracts that are pipes', ['pact', 'verify', 'of-pipes']],
    ['a log that is a pipe', ['drift', 'check', '--log', 'pipe']],
    ['a state that is a pipe', ['serve', '--data', 'pipe']],
  ])('%s', async (_, words) => {
    const { code, stderr } = await typed(words)
    expect(stderr).toMatch(/^gatecheck: .+\n$/)
    expect(stderr).not.toContain('Internal error')
    expect(code).toBe(64)
  })
})
