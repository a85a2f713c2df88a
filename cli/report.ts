import { join } from 'node:path'
import { EXIT } from '../engine/config/exit-codes.ts'
import { printable } from '../engine/history/reading/words.ts'
import { folderNamed } from '../engine/run/folder/default-folder.ts'
import { earlierRunsIn } from '../engine/run/folder/earlier-runs.ts'
import { HISTORY_FILE } from '../engine/run/folder/files.ts'
import type { Manner } from '../reporters/reporter.ts'
import { reportsNamed, writeReports } from '../reporters/write.ts'
import { comparableReport, earlierRunIn, recordedRun } from '../tools/run/recorded-run.ts'
import type { Io } from './io.ts'
import { tellDamage, tellFailures } from './terminal/print.ts'

const MS_A_DAY = 24 * 60 * 60 * 1000

type Options = { report?: string[]; badgeMaxAge: number } & Pick<Manner, 'junitWarnings'>

export function report(
  io: Io,
  { report: names, badgeMaxAge, ...others }: Options,
  named: string | undefined,
): number | undefined {
  const dir = folderNamed(named)
  const wanted = reportsNamed(names)
  const { report, entries: history, judgement, ...read } = recordedRun(dir)
  tellDamage(io, dir, read)
  const [last] = earlierRunsIn(dir).slice(-1)
  const earlier = last && comparableReport(earlierRunIn(join(dir, last)), judgement.began.target)
  const record = { report, history, historyPath: join(dir, HISTORY_FILE), ...(earlier && { earlier }) }
  const manner = { ...others, outdatedBefore: Date.now() - badgeMaxAge * MS_A_DAY }
  const written = writeReports(record, dir, wanted, { manner })
  for (const path of written.paths) io.stdout.write(`${printable(path)}\n`)
  tellFailures(io, written)
  return written.failed.length > 0 ? EXIT.usage : undefined
}
