import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryCalls } from './calls.ts'
import { endAll, finish } from './children.ts'
import { COMMANDS } from './commands.ts'
import { documentedCommands } from './documented.ts'
import { tryImage } from './image.ts'
import { type Installed, install } from './install.ts'
import { nodeOf, TOO_OLD, VERSIONS } from './nodes.ts'
import { checkDigest, checkTooOld, checkTypes } from './package-checks.ts'
import { served } from './served.ts'
import { failures, step } from './steps.ts'
import { tryCommands, tryImports } from './trials.ts'

const MOST_SECONDS = 1200
const wanted = process.argv.length > 2 ? process.argv.slice(2) : VERSIONS
const newest = wanted.at(-1)!

const place = mkdtempSync(join(tmpdir(), 'gatecheck-as-a-user-'))
const tooLong = setTimeout(() => {
  step('all of it', false, `it took longer than ${MOST_SECONDS} s`)
  finishOff()
}, MOST_SECONDS * 1000)

try {
  await everything()
} catch (error) {
  step('all of it', false, String(error))
} finally {
  finishOff()
}

async function everything(): Promise<void> {
  documentedAndTried()
  // Fetching uses the network, packing a core.
  const [tarball, ...fetched] = await Promise.all([
    packed(),
    ...[TOO_OLD, ...wanted].map(async (version) => [version, await nodeOf(version, place)] as const),
  ])
  const nodes = new Map(fetched)
  const node = nodes.get(newest)!
  await tryImage({ tarball, below: place, node })
  await Promise.all(
    (['commonjs', 'module'] as const).map(async (kind) => {
      const folder = await install(kind, { tarball, below: place, node })
      await checkTypes(folder)
      if (kind === 'module') {
        await checkDigest(folder, node)
        await checkTooOld(folder, nodes.get(TOO_OLD)!)
      }
      await tryOut(folder, nodes)
    }),
  )
}

/**
 * Tests all documented uses on each Node. Types depend on the Node and imports also on the folder's type, so the
 * commands run in one folder per Node. The newest Node goes first in its folder: later ones read what its commands
 * wrote.
 */
async function tryOut(folder: Installed, nodes: ReadonlyMap<string, string>): Promise<void> {
  const { env, close } = await served(folder, nodes.get(newest)!)
  const isForNewest = folder.kind === 'module'
  try {
    for (const version of isForNewest ? wanted.toReversed() : wanted) {
      const where = { folder, node: nodes.get(version)!, version, env }
      if (isForNewest === (version === newest) || wanted.length === 1) await tryCommands(where, version === newest)
      await tryImports(where)
      if (version === newest && isForNewest) await tryCalls(where)
    }
  } finally {
    await close()
  }
}

function documentedAndTried(): void {
  const documented = documentedCommands()
  const untried = documented.filter((each) => !(each in COMMANDS))
  const stale = Object.keys(COMMANDS).filter((each) => !documented.includes(each))
  step('each documented command is tried', untried.length === 0, untried.join('\n'))
  step('each command that is tried is documented', stale.length === 0, stale.join('\n'))
}

async function packed(): Promise<string> {
  const here = { cwd: process.cwd(), node: join(process.cwd(), 'node_modules', '.bin') }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { code, output } = await finish('node', ['scripts/release.ts', 'files', `v${version}`, place], here)
  step('what a release consists of: package, notes, SBOM, licences', code === 0, output)
  const tarball = join(place, readdirSync(place).find((name) => name.endsWith('.tgz'))!)
  const published = await finish('npm', ['publish', '--dry-run', tarball], { ...here, network: true })
  step('npm publish --dry-run', published.code === 0, published.output)
  const linters = [
    ['publint', [tarball, '--strict']],
    // YAML is not imported, and require() of the package loads ES modules, which Node allows since 22.12.
    ['attw', [tarball, '--profile', 'esm-only', '--exclude-entrypoints', './openapi.yaml']],
  ] as const
  for (const [name, args] of linters) {
    const bin = join('node_modules', '.bin', name)
    const { code, output } = await finish(bin, args, here)
    step(name, code === 0, output)
  }
  return tarball
}

function finishOff(): never {
  clearTimeout(tooLong)
  endAll()
  rmSync(place, { recursive: true, force: true })
  const count = failures()
  process.stdout.write(count === 0 ? '\nEverything works as documented.\n' : `\n${count} of these failed.\n`)
  process.exit(count === 0 ? 0 : 1)
}
