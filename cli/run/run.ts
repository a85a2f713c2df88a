import { join } from 'node:path'
import { EXIT, type ExitCode } from '../../engine/config/exit-codes.ts'
import { UsageError } from '../../engine/config/target.ts'
import { REPORTERS } from '../../reporters/index.ts'
import type { Io } from '../io.ts'
import { situationOf } from '../options/situation.ts'
import { askedWith, type RunOptions } from './asked.ts'
import { type Demand, type Performed, perform } from './perform.ts'
import { resume } from './resume.ts'
import { tellList } from './write-expected.ts'

type Asked = RunOptions & { resume?: string; writeExpected?: boolean }

export const run = async (io: Io, asked: Asked): Promise<number> => exitOf(await performed(io, asked))

/** Implements `run`; returns the finished run. */
export async function performed(
  io: Io,
  { resume: dir, writeExpected = false, ...asked }: Asked,
  demand?: Demand,
): Promise<Performed> {
  if (dir !== undefined && writeExpected)
    throw new UsageError(`--resume ${dir} uses the options of the interrupted run: leave out --write-expected`)
  if (dir !== undefined) return resume(io, dir, asked)
  const { flags, ...besides } = await askedWith(asked)
  const expected = writeExpected ? 'write' : 'read'
  const situation = await situationOf(io, flags, { recorded: besides.recorded, expected })
  const done = await perform(io, flags, { ...besides, situation, ...(demand && { demand }) })
  if (writeExpected) tellList(io, situation.options.expected!, done.finished)
  return done
}

/** Scripts read report.json: without it, a run does not pass. */
export function exitOf({ finished: { report }, out, written }: Performed): ExitCode {
  const hasReport = !written.failed.some(({ path }) => path === join(out, REPORTERS.json!.file))
  return report.exit === EXIT.pass && !hasReport ? EXIT.noVerdict : report.exit
}
