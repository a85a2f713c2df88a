import { execFileSync } from 'node:child_process'
import { markdownTable } from '../bench/markdown-table.ts'
import { tell } from '../bench/tell.ts'

type Packed = { size: number; unpackedSize: number; entryCount: number; files: { path: string; size: number }[] }

/** What each part is there for, by the beginning of its path: the first that fits. */
const PARTS: [what: string, path: RegExp][] = [
  ['types', /\.d\.ts$/],
  ['independent implementations, for `selfcheck`', /^dist\/fixtures\/strangers\//],
  [
    'faults, variants, undecidable servers and clients, for `selfcheck`',
    /^dist\/(tools\/selfcheck|fixtures\/(faults|families|variants|undecidable|changes|clients))\//,
  ],
  ['suites and their inputs', /^dist\/(suites|fixtures)\//],
  ['specification as data, and generated documents', /^(dist\/)?spec\//],
  ['engine', /^dist\/(engine|runs)\//],
  ['reference service', /^dist\/service\//],
  ['reports', /^(dist\/)?reporters\//],
  ['certificates', /^dist\/tools\/certificate\//],
  ['commands, library, other', /./],
]

/** Writes docs/reference/library.md: what each part of the published package costs. */
const text = execFileSync('npm', ['pack', '--dry-run', '--json'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
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
tell('docs/reference/library.md', 'weight', table)
process.stdout.write(`${table}\n`)
