import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { didYouMean } from '../engine/config/nearest-names.ts'
import { UsageError } from '../engine/config/target.ts'
import { HISTORY_FILE, LOCK_FILE, makeFolder, whyNot, writeReport } from '../engine/run/folder/files.ts'
import { tryToWriteWhole } from '../engine/writing/write-file.ts'
import { REPORTERS } from './index.ts'
import type { Manner, RunRecord } from './reporter.ts'

/** A report by name, in its usual place or elsewhere. */
export type Wanted = { name: string; path?: string }

const USUAL: readonly Wanted[] = [{ name: 'html' }]

/** The reports that there are of something, each with the name of its usual file. */
export type Catalogue = Readonly<Record<string, { file: string }>>

/** Makes room for those that are to stand elsewhere. `out`: the folder of the run, which is made anyway. */
export function reportsWanted(
  names: readonly string[] | undefined,
  out?: string,
  catalogue: Catalogue = REPORTERS,
): Wanted[] {
  const wanted = namedReports(names, catalogue)
  for (const { name, path } of wanted) {
    if (path === undefined) continue
    refuseTypo(path, `${name}=${path}`, out)
    makeRoomFor(path, `${name}=${path}`)
  }
  return wanted
}

/** One folder is made for a report. Where several are missing, one of their names is more likely mistyped. */
function refuseTypo(path: string, said: string, out: string | undefined): void {
  const made = out === undefined ? undefined : resolve(out)
  const missing: string[] = []
  for (let each = dirname(resolve(path)); !existsSync(each) && each !== made; each = dirname(each))
    missing.unshift(each)
  const [first] = missing
  if (missing.length > 1)
    throw new UsageError(
      `--report ${said}: cannot create ${relative(first!, missing.at(-1)!)}: ${first} does not exist. Create it, or name another path`,
    )
}

function namedReports(names: readonly string[] | undefined, catalogue: Catalogue = REPORTERS): Wanted[] {
  if (names === undefined) return [...USUAL]
  return names.map((each) => {
    const [name = '', ...rest] = each.split('=')
    const known = Object.keys(catalogue)
    if (!known.includes(name))
      throw new UsageError(`--report ${name}: unknown report.${didYouMean(name, known)} Reports: ${known.join(', ')}`)
    return { name, ...(rest.length > 0 && { path: rest.join('=') }) }
  })
}

/** A run always leaves its verdicts for programs in the usual place, before whatever else it is to leave. */
export function withJson(wanted: readonly Wanted[]): Wanted[] {
  const others = wanted.filter(({ name, path }) => name !== 'json' || path !== undefined)
  return [{ name: 'json' }, ...others]
}

/** Two reports in one place, or one in the place of what the run keeps for itself, would destroy each other. */
export function refuseCollisions(wanted: readonly Wanted[], out: string, catalogue: Catalogue = REPORTERS): void {
  const taken = new Map<string, string>([HISTORY_FILE, LOCK_FILE].map((name) => [resolve(out, name), name]))
  for (const { name, path } of wanted) {
    const { file } = catalogue[name]!
    const place = resolve(path ?? join(out, file))
    const other = taken.get(place)
    if (other !== undefined)
      throw new UsageError(
        `--report ${name}${path === undefined ? '' : `=${path}`}: the path is already used by ${other}; name another`,
      )
    taken.set(place, path === undefined ? file : `the report ${name}`)
  }
}

/** A report that cannot be written is found before the run, not after it. */
function makeRoomFor(path: string, said: string): void {
  try {
    if (path === '') throw new Error('not a file')
    makeFolder(dirname(path))
    tryToWriteWhole(path)
  } catch (error) {
    throw new UsageError(`--report ${said}: cannot be written: ${whyNot(error)}. Name a file`)
  }
}

/** `digests`: of what was written, by path, whatever stands there by now. */
export type Written = {
  paths: string[]
  digests: ReadonlyMap<string, string>
  failed: { path: string; why: string }[]
}

export function writeReports(record: RunRecord, place: string, wanted: readonly Wanted[], manner?: Manner): Written {
  return writeEach(place, wanted, REPORTERS, ({ render }) => render(record, manner))
}

/** Writes them and says where they are; one that cannot be written keeps no other from it. */
export function writeEach<Each extends { file: string; private?: true }>(
  place: string,
  wanted: readonly Wanted[],
  catalogue: Readonly<Record<string, Each>>,
  render: (reporter: Each) => string,
): Written {
  const digests = new Map<string, string>()
  const written: Written = { paths: [], digests, failed: [] }
  for (const { name, path: elsewhere } of wanted) {
    const reporter = catalogue[name]!
    const path = elsewhere ?? join(place, reporter.file)
    try {
      const text = render(reporter)
      writeReport(path, text, { isPrivate: reporter.private === true })
      written.paths.push(path)
      digests.set(path, createHash('sha256').update(text).digest('hex'))
    } catch (error) {
      written.failed.push({ path, why: whyNot(error) })
    }
  }
  return written
}
