import { join } from 'node:path'
import { EXIT } from '../../engine/config/exit-codes.ts'
import { REPORTERS } from '../../reporters/index.ts'
import type { Io } from '../io.ts'
import { askedWith, type RunOptions } from './asked.ts'
import { type Performed, perform } from './perform.ts'
import { resume } from './resume.ts'

export async function run(io: Io, { resume: dir, ...asked }: RunOptions & { resume?: string }): Promise<number> {
  if (dir !== undefined) return exitOf(await resume(io, dir, asked))
  const { flags, ...besides } = await askedWith(asked)
  return exitOf(await perform(io, flags, besides))
}

/** Scripts read report.json: without it, a run does not pass. */
function exitOf({ finished: { report }, out, written }: Performed): number {
  const hasReport = !written.failed.some(({ path }) => path === join(out, REPORTERS.json!.file))
  return report.exit === EXIT.pass && !hasReport ? EXIT.noVerdict : report.exit
}
