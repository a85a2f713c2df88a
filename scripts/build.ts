import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { reachable } from './reachable.ts'

/** Entry points: imported, executed, or started by path. */
const ENTRIES = [
  'index.ts',
  'pact.ts',
  'service.ts',
  'vitest.ts',
  'cli/start.ts',
  'tools/selfcheck/worker.ts',
  'fixtures/clients/start.ts',
  'fixtures/embedded-thread.ts',
  'tools/proxy/relay/relay-thread.ts',
  'engine/media/media-worker.ts',
  'engine/pact/verifier-process.ts',
  // For scripts/package-checks.ts.
  'spec/digest.ts',
]
const TYPES = ['dist/index.d.ts', 'dist/pact.d.ts', 'dist/service.d.ts', 'dist/vitest.d.ts']

/** Loaded on demand, by a URL relative to the module. */
const FILES = [
  'fixtures/deliveries/files',
  ...['h264', 'h265', 'vp9'].flatMap((codec) =>
    ['bin', 'json'].map((kind) => `fixtures/deliveries/other-films/${codec}.${kind}`),
  ),
  'service/console/page',
]

/** They need hono or Python, which an installed package lacks. The self-check lists them as missing. */
const SOURCES_ONLY = /\/strangers\/(salt-mill|tide-table)\//

/** Part of "npm pack": writes dist/. Dependencies and peers stay packages of their own; the rest is bundled. */
rmSync('dist', { recursive: true, force: true })
writeTypes()
const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const packages = Object.keys({ ...dependencies, ...peerDependencies })
const bundle = await rolldown({
  input: Object.fromEntries(ENTRIES.map((path) => [path.replace(/\.ts$/, ''), path])),
  platform: 'node',
  external: (id) =>
    SOURCES_ONLY.test(id) ||
    builtinModules.includes(id.replace('node:', '')) ||
    packages.some((each) => id === each || id.startsWith(`${each}/`)),
  plugins: [keepUrls()],
  onLog(level, { message }) {
    if (level === 'warn') throw new Error(message)
  },
})
const { output } = await bundle.write({ dir: 'dist', chunkFileNames: 'chunks/[name]-[hash].js', keepNames: true })
writeLicences(output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : [])))
for (const path of FILES) cpSync(path, join('dist', path), { recursive: true })

/** The declarations of the public entries and all that they import. */
function writeTypes(): void {
  execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
  const used = reachable(TYPES, (path) => path.replace(/\.ts$/, '.d.ts'))
  for (const path of readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((each) => join('dist', each)))
    if (statSync(path).isFile() && !used.has(path)) rmSync(path)
  // Sources import each other as .ts.
  for (const path of used)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/((?:from|import) '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"))
  removeEmpty('dist')
}

function removeEmpty(folder: string): void {
  for (const each of readdirSync(folder, { withFileTypes: true }))
    if (each.isDirectory()) removeEmpty(join(folder, each.name))
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
}

/** The licence texts of bundled packages, which "scripts/release.ts" reads. */
function writeLicences(modules: readonly string[]): void {
  const folders = new Set(modules.flatMap((path) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const sections = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    if (file === undefined) throw new Error(`${name} has no licence file`)
    return `## ${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  if (sections.length > 0) writeFileSync('dist/bundled-licences.md', sections.join('\n'))
}

/** A module finds neighbouring files and threads by its URL, which must stay the same in any chunk. */
function keepUrls(): Plugin {
  return {
    name: 'keep urls',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return
      const path = relative(process.cwd(), id).replace(/\.ts$/, '.js')
      return code.replaceAll('import.meta.url', `"url of ${path}"`)
    },
    renderChunk(code, { fileName }) {
      const from = dirname(fileName)
      return code.replaceAll(/"url of ([^"\s]+)"/g, (_, path) => {
        const beside = relative(from, path)
        return `new URL("${beside.startsWith('.') ? beside : `./${beside}`}", import.meta.url).href`
      })
    },
  }
}
