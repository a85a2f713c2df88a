import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markdownTable } from '../bench/markdown-table.ts'
import { tell } from '../bench/tell.ts'

type Packed = { size: number; unpackedSize: number; entryCount: number; files: { path: string; size: number }[] }

/** Purpose of each part, by the beginning of its path; the first match counts. */
const PARTS: [what: string, path: RegExp][] = [
  ['types', /\.d\.ts$/],
  ['programs', /^(dist\/(cli|chunks|engine|tools|\w+\.js)|cli)/],
  ['video files, for `selfcheck` and `serve --variant`', /^dist\/fixtures\/deliveries\//],
  ['console of the reference service', /^dist\/service\//],
  ['OpenAPI document and JSON Schemas', /^(spec|reporters|engine)\//],
  ['other', /./],
]

type Text = { encoding: 'utf8'; stdio: ['ignore', 'pipe', 'inherit'] }
const TEXT: Text = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }

/** Writes docs/reference/library.md: what each part of the published package costs, and what it needs when installed. */
const folder = mkdtempSync(join(tmpdir(), 'gatecheck-weigh-'))
const text = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], TEXT)
const [packed] = [JSON.parse(text.slice(text.search(/^[[{]/m)))].flatMap((each) => Object.values(each)) as Packed[]
const sums = new Map(PARTS.map(([what]) => [what, { files: 0, bytes: 0 }]))
for (const { path, size } of packed!.files) {
  const sum = sums.get(PARTS.find(([, beginning]) => beginning.test(path))![0])!
  sum.files++
  sum.bytes += size
}
const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`
const rows = [...sums].map(([what, { files, bytes }]) => [what, String(files), kB(bytes)])
const all = ['total', String(packed!.entryCount), `${kB(packed!.unpackedSize)}, ${kB(packed!.size)} packed`]
const table = markdownTable([['part', 'files', 'unpacked'], ...rows, all], [1, 2])
const { megabytes, packages, version, help, node } = installed()
const times = `\`gatecheck --version\` takes ${version} ms and \`gatecheck --help\` ${help} ms; Node alone takes ${node} ms (medians of 9)`
const sentence = `With its ${packages} dependencies it takes ${megabytes} MB. ${times}.`
tell('docs/reference/library.md', 'weight', `${table}\n\n${sentence}`)
process.stdout.write(`${table}\n\n${sentence}\n`)
rmSync(folder, { recursive: true })

/** As in an empty project, without optional peers. */
function installed() {
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!)
  const args = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    tarball,
  ]
  execFileSync('npm', args, TEXT)
  const modules = join(folder, 'node_modules')
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(modules, path)))
  const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
  const lock = execFileSync('npm', ['ls', '--prefix', folder, '--all', '--parseable'], TEXT)
  const command = (...words: string[]) => milliseconds(join(modules, 'gatecheck/cli/bin.js'), ...words)
  return {
    megabytes: Math.round(bytes / 1e6),
    // The listing includes the folder itself and the package.
    packages: lock.trim().split('\n').length - 2,
    version: command('--version'),
    help: command('--help'),
    node: milliseconds('--eval', '0'),
  }
}

/** Median. */
function milliseconds(...args: string[]): number {
  const times = Array.from({ length: 9 }, () => {
    const started = performance.now()
    execFileSync(process.execPath, args, TEXT)
    return performance.now() - started
  }).sort((one, other) => one - other)
  return Math.round(times[4]!)
}
