import { join } from 'node:path'
import { EXIT } from '../../engine/config/exit-codes.ts'
import { UsageError } from '../../engine/config/target.ts'
import { REPORTERS } from '../../reporters/index.ts'
import type { Io } from '../io.ts'
import { situationOf } from '../options/situation.ts'
import { askedWith, type RunOptions } from './asked.ts'
import { type Performed, perform } from './perform.ts'
import { resume } from './resume.ts'
import { tellList } from './write-expected.ts'

type Asked = RunOptions & { resume?: string; writeExpected?: boolean }

export async function run(io: Io, { resume: dir, writeExpected = false, ...asked }: Asked): Promise<number> {
  if (dir !== undefined && writeExpected)
    throw new UsageError(`--resume ${dir} uses the options of the interrupted run: leave out --write-expected`)
  if (dir !== undefined) return exitOf(await resume(io, dir, asked))
  const { flags, ...besides } = await askedWith(asked)
  const expected = writeExpected ? 'write' : 'read'
  const situation = await situationOf(io, flags, { recorded: besides.recorded, expected })
  const performed = await perform(io, flags, { ...besides, situation })
  if (writeExpected) tellList(io, situation.options.expected!, performed.finished)
  return exitOf(performed)
}

/** Scripts read report.json: without it, a run does not pass. */
function exitOf({ finished: { report }, out, written }: Performed): number {
  const hasReport = !written.failed.some(({ path }) => path === join(out, REPORTERS.json!.file))
  return report.exit === EXIT.pass && !hasReport ? EXIT.noVerdict : report.exit
}
