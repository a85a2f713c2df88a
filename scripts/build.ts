import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reachable } from './reachable.ts'

/** What is run, imported or started; whatever none of them reaches is not published. */
const RUN = [
  'dist/index.js',
  'dist/pact.js',
  'dist/service.js',
  'dist/vitest.js',
  'dist/cli/start.js',
  'dist/tools/selfcheck/worker.js',
  'dist/fixtures/clients/start.js',
  'dist/fixtures/embedded-thread.js',
  'dist/tools/proxy/relay/relay-thread.js',
  'dist/engine/media/media-worker.js',
  'dist/engine/pact/verifier-process.js',
]
const TYPES = ['dist/index.d.ts', 'dist/pact.d.ts', 'dist/service.d.ts', 'dist/vitest.d.ts']

/** They need hono or Python, which an installed package lacks. The self-check lists them as missing. */
const STRANGERS_AT_HOME = /strangers\/(salt-mill|tide-table)\//

const declared = (path: string) => path.replace(/\.ts$/, '.d.ts')

/** Part of "npm pack": dist/, with what is used and nothing else. */
rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
for (const path of picturesIn('fixtures/deliveries/other-films')) cpSync(path, join('dist', path))
const { name, version, type } = JSON.parse(readFileSync('package.json', 'utf8'))
writeFileSync('dist/package.json', `${JSON.stringify({ name, version, type }, null, 2)}\n`)

const types = reachable(TYPES, { resolve: declared })
const used = new Set([...reachable(RUN, { leaveOut: (path) => STRANGERS_AT_HOME.test(path) }), ...types])
for (const path of readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((each) => join('dist', each)))
  if (statSync(path).isFile() && !used.has(path)) rmSync(path)
removeEmpty('dist')
// Opened by names that stand in a list, so no line of a source shows them.
cpSync('fixtures/deliveries/files', 'dist/fixtures/deliveries/files', { recursive: true })
// Read by the names that a browser asks for.
cpSync('service/console/page', 'dist/service/console/page', { recursive: true })

// Sources name each other as .ts; beside a declaration lies the built file.
for (const path of types)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/((?:from|import) '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"))

/** With their tables, which are read as they are. */
function picturesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(bin|json)$/.test(name))
    .map((name) => join(folder, name))
}

function removeEmpty(folder: string): void {
  for (const each of readdirSync(folder, { withFileTypes: true }))
    if (each.isDirectory()) removeEmpty(join(folder, each.name))
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
}
