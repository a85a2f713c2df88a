import { createHash } from 'node:crypto'
import { dirname, extname, join, resolve } from 'node:path'
import { didYouMean } from '../engine/config/nearest-names.ts'
import { UsageError } from '../engine/config/target.ts'
import { HISTORY_FILE, LOCK_FILE, makeFolder, whyNot, writeReport } from '../engine/run/folder/files.ts'
import { tryToWriteWhole } from '../engine/writing/write-file.ts'
import { REPORTERS } from './index.ts'
import type { Manner, RunRecord } from './reporter.ts'

/** A report by name, at its default place in the folder or at `path`. */
export type Wanted = { name: string; path?: string }

/** Reports by name, each with its default file name. */
export type Catalogue = Readonly<Record<string, OfFiles>>
type OfFiles = { file: string; also?: OfFiles }

/** The reports of a run: those of --report (default: html), and always the JSON. Refuses paths that cannot be written. */
export function reportsWanted(
  names: readonly string[] | undefined,
  out?: string,
  catalogue: Catalogue = REPORTERS,
): Wanted[] {
  const named = reportsNamed(names, catalogue).filter(({ name, path }) => name !== 'json' || path !== undefined)
  const wanted = [{ name: 'json' }, ...named]
  if (out !== undefined) refuseCollisions(wanted, out, catalogue)
  return wanted
}

/** Parses --report NAME and NAME=PATH. */
export function reportsNamed(names: readonly string[] = ['html'], catalogue: Catalogue = REPORTERS): Wanted[] {
  const known = Object.keys(catalogue)
  return names.map((each) => {
    const [name = '', ...rest] = each.split('=')
    if (!known.includes(name))
      throw new UsageError(`--report ${name}: unknown report.${didYouMean(name, known)} Reports: ${known.join(', ')}`)
    if (rest.length === 0) return { name }
    const path = rest.join('=')
    const { also } = catalogue[name]!
    if (also && extname(path) === extname(also.file))
      throw new UsageError(`--report ${name}=${path}: the path is already used by ${also.file}; name another ending`)
    refuseUnwritable(path, `--report ${name}=${path}`)
    return { name, path }
  })
}

/** Two reports with one path, or one with the path of the history, would overwrite each other. */
function refuseCollisions(wanted: readonly Wanted[], out: string, catalogue: Catalogue): void {
  const taken = new Map<string, string>([HISTORY_FILE, LOCK_FILE].map((name) => [resolve(out, name), name]))
  for (const { name, path } of wanted) {
    for (const [{ file }, place] of filesOf(catalogue[name]!, path, out)) {
      const other = taken.get(resolve(place))
      if (other !== undefined)
        throw new UsageError(
          `--report ${name}${path === undefined ? '' : `=${path}`}: the path is already used by ${other}; name another`,
        )
      taken.set(resolve(place), path === undefined ? file : `the report ${name}`)
    }
  }
}

/** The files of a report; the second one is beside the first and has its own ending. */
function filesOf<Each extends { file: string; also?: Each }>(
  reporter: Each,
  path: string | undefined,
  out: string,
): [Each, string][] {
  const first = path ?? join(out, reporter.file)
  const { also } = reporter
  if (also === undefined) return [[reporter, first]]
  const stem = first.slice(0, first.length - extname(first).length)
  return [
    [reporter, first],
    [also, stem + extname(also.file)],
  ]
}

/** Checks before the run that a report can be written. */
function refuseUnwritable(path: string, option: string): void {
  try {
    if (path === '') throw new Error('not a file')
    makeFolder(dirname(path))
    tryToWriteWhole(path)
  } catch (error) {
    throw new UsageError(`${option}: cannot be written: ${whyNot(error)}. Name a file`)
  }
}

/** `digests`: SHA-256 of each report by path. */
export type Written = {
  paths: string[]
  digests: Map<string, string>
  failed: { path: string; why: string }[]
}

export const nothingWritten = (): Written => ({ paths: [], digests: new Map(), failed: [] })

/** Writes the reports of a run. A report that cannot be written does not prevent the others. */
export function writeReports(
  record: RunRecord,
  place: string,
  wanted: readonly Wanted[],
  { manner, written }: { manner?: Manner | undefined; written?: Written } = {},
): Written {
  return writeEach(place, wanted, REPORTERS, ({ render }) => render(record, manner), written)
}

/** The same for other kinds of reports. Adds to `written`. */
export function writeEach<Each extends { file: string; private?: true; also?: Each }>(
  place: string,
  wanted: readonly Wanted[],
  catalogue: Readonly<Record<string, Each>>,
  render: (reporter: Each) => string,
  written = nothingWritten(),
): Written {
  for (const { name, path: elsewhere } of wanted)
    for (const [reporter, path] of filesOf(catalogue[name]!, elsewhere, place))
      try {
        const text = render(reporter)
        writeReport(path, text, { isPrivate: reporter.private === true })
        written.paths.push(path)
        written.digests.set(path, createHash('sha256').update(text).digest('hex'))
      } catch (error) {
        written.failed.push({ path, why: whyNot(error) })
      }
  return written
}
