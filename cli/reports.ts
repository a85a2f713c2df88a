import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { REPORTERS } from '../reporters/index.ts'
import type { Manner, RunRecord } from '../reporters/reporter.ts'
import { writeReport } from '../runner/run/out-folder.ts'
import { UsageError } from '../runner/settings/target.ts'

/** A report by name, in its usual place or elsewhere. */
export type Wanted = { name: string; path?: string }

const USUAL: readonly Wanted[] = [{ name: 'html' }]

export function reportsWanted(names: readonly string[] | undefined): Wanted[] {
  if (names === undefined) return [...USUAL]
  return names.map((each) => {
    const [name = '', ...rest] = each.split('=')
    if (!Object.hasOwn(REPORTERS, name))
      throw new UsageError(`--report ${name}: there is no such report. There are ${Object.keys(REPORTERS).join(', ')}`)
    const path = rest.join('=')
    if (rest.length > 0) makeRoomFor(path, each)
    return { name, ...(rest.length > 0 && { path }) }
  })
}

/** A run always leaves its verdicts for programs in the usual place, whatever else it is to leave. */
export function withJson(wanted: readonly Wanted[]): Wanted[] {
  const isThere = wanted.some(({ name, path }) => name === 'json' && path === undefined)
  return isThere ? [...wanted] : [...wanted, { name: 'json' }]
}

/** A report that cannot be written is found before the run, not after it. */
function makeRoomFor(path: string, said: string): void {
  try {
    if (path === '' || (existsSync(path) && statSync(path).isDirectory())) throw new Error('it is no file')
    mkdirSync(dirname(path), { recursive: true })
  } catch {
    throw new UsageError(`--report ${said}: nothing can be written there; name a file`)
  }
}

/** Writes them and says where they are. */
export function writeReports(record: RunRecord, out: string, wanted: readonly Wanted[], manner?: Manner): string[] {
  return wanted.map(({ name, path }) => {
    const reporter = REPORTERS[name]!
    const place = path ?? join(out, reporter.file)
    writeReport(place, reporter.render(record, manner), { isPrivate: reporter.private === true })
    return place
  })
}
