import type { Io } from '../io.ts'
import { askedWith, type RunOptions } from './asked.ts'
import { perform } from './perform.ts'
import { resume } from './resume.ts'

export async function run(io: Io, { resume: dir, ...asked }: RunOptions & { resume?: string }): Promise<number> {
  if (dir !== undefined) return (await resume(io, dir, asked)).finished.report.exit
  const { flags, ...besides } = await askedWith(asked)
  return (await perform(io, flags, besides)).finished.report.exit
}
