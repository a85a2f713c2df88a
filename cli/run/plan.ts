import type { Wishes } from '../../engine/config/configuration.ts'
import { EXIT } from '../../engine/config/exit-codes.ts'
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
import type { Demand } from './perform.ts'

export async function plan(
  io: Io,
  { probe: isProbed = false, ...asked }: RunOptions & { probe?: boolean },
  demand?: Demand,
): Promise<number> {
  const { flags, recorded } = await askedWith(asked)
  const { options, provision, wishes, local, notes, close } = await situationOf(io, flags, {
    withKeys: isProbed,
    recorded,
  })
  try {
    const prepared = prepare({ provision, wishes, suites: SUITES, local })
    demand?.(prepared, { options, local })
    const { seed } = prepared.plan.input.configuration
    const replan = (change: Wishes) =>
      prepare({ provision, wishes: { ...wishes, seed, ...change }, suites: SUITES, local }).plan
    for (const note of notes) io.stderr.write(`${note}\n`)
    const probed = isProbed ? await prepared.probe() : undefined
    if (probed?.stop !== undefined) io.stderr.write(`gatecheck: ${probed.stop}.\n`)
    const outlook = outlookOf(prepared, { dir: folderNamed(options.out), local }, { probed, replan })
    const { width } = screenOf(io)
    const abouts = new Map(SUITES.map(({ name, about }) => [name, about.split(/ \(§|:/)[0]!]))
    const manner = { width, quiet: options.quiet === true, verbose: options.verbose === true, abouts }
    const baseUrl = local ? EMBEDDED : prepared.target.baseUrl
    io.stdout.write(
      planReport(prepared.plan.plan, baseUrl, timeLines(outlook), { ...manner, sent: probed?.requests ?? 0 }),
    )
    return probed?.stop === undefined ? EXIT.pass : EXIT.noVerdict
  } finally {
    await close()
  }
}
