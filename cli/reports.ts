import { join } from 'node:path'
import { REPORTERS } from '../reporters/index.ts'
import type { RunRecord } from '../reporters/reporter.ts'
import { writeReport } from '../runner/out-folder.ts'
import { UsageError } from '../runner/target.ts'

/** A report by name, in its usual place or elsewhere. */
export type Wanted = { name: string; path?: string }

const USUAL: readonly Wanted[] = [{ name: 'html' }]

export function reportsWanted(names: readonly string[] | undefined): Wanted[] {
  if (names === undefined) return [...USUAL]
  return names.map((each) => {
    const [name = '', ...rest] = each.split('=')
    if (!Object.hasOwn(REPORTERS, name))
      throw new UsageError(`--report ${name}: there is no such report. There are ${Object.keys(REPORTERS).join(', ')}`)
    return { name, ...(rest.length > 0 && { path: rest.join('=') }) }
  })
}

/** Writes them and says where they are. */
export function writeReports(record: RunRecord, out: string, wanted: readonly Wanted[]): string[] {
  return wanted.map(({ name, path }) => {
    const reporter = REPORTERS[name]!
    const place = path ?? join(out, reporter.file)
    writeReport(place, reporter.render(record), { isPrivate: reporter.private === true })
    return place
  })
}
