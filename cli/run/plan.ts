import { EMBEDDED } from '../../engine/config/target.ts'
import { folderNamed } from '../../engine/run/folder/default-folder.ts'
import { prepare } from '../../engine/run/run.ts'
import { planReport } from '../../reporters/plan/plan.ts'
import { timeLines } from '../../reporters/plan/time.ts'
import { SUITES } from '../../suites/index.ts'
import type { Io } from '../io.ts'
import { situationOf } from '../options/situation.ts'
import { screenOf } from '../terminal/print.ts'
import { askedWith, type RunOptions } from './asked.ts'
import { outlookOf } from './outlook.ts'

export async function plan(io: Io, asked: RunOptions): Promise<void> {
  const { flags, recorded } = await askedWith(asked)
  const { options, provision, wishes, local, notes, close } = await situationOf(io, flags, {
    withKeys: false,
    recorded,
  })
  try {
    const prepared = prepare({ provision, wishes, suites: SUITES, local })
    const outlook = outlookOf(prepared, folderNamed(options.out), local)
    for (const note of notes) io.stderr.write(`${note}\n`)
    const { width } = screenOf(io)
    const abouts = new Map(SUITES.map(({ name, about }) => [name, about.split(/ \(§|:/)[0]!]))
    const manner = { width, quiet: options.quiet === true, verbose: options.verbose === true, abouts }
    io.stdout.write(
      planReport(prepared.plan.plan, local ? EMBEDDED : prepared.target.baseUrl, timeLines(outlook), manner),
    )
  } finally {
    await close()
  }
}
