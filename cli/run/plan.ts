import { Command } from 'commander'
import { folderNamed } from '../../engine/run/folder/usual-folder.ts'
import { prepare } from '../../engine/run/run.ts'
import { planReport } from '../../reporters/plan/plan.ts'
import { timeLines } from '../../reporters/plan/time.ts'
import { namedReports } from '../../runs/reports.ts'
import { SUITES } from '../../suites/index.ts'
import type { Io } from '../io.ts'
import { hideUnused } from '../options/headings.ts'
import { addRunOptions, askedWith, type RunOptions } from '../options/run-options.ts'
import { situationOf } from '../options/situation.ts'
import { screenOf } from '../telling/screen.ts'
import { outlookOf } from './outlook.ts'

/** A plan sends nothing, judges nothing and writes nothing. */
const UNUSED = [
  ...['strict', 'waive', 'complete', 'ca', 'clientCert', 'clientKey', 'http1', 'insecure'],
  ...['redact', 'keep', 'report', 'junitWarnings'],
]

export function planCommand(io: Io): Command {
  return hideUnused(addRunOptions(new Command('plan')), UNUSED).action(async (asked: RunOptions) => {
    const { flags, recorded } = askedWith(asked)
    const { options, provision, wishes, local, notes, close } = await situationOf(io, flags, {
      withKeys: false,
      recorded,
    })
    try {
      namedReports(options.report)
      const prepared = prepare({ provision, wishes, suites: SUITES, local })
      const outlook = outlookOf(prepared, folderNamed(options.out), local)
      for (const note of notes) io.stderr.write(`${note}\n`)
      const { plan } = prepared.plan
      const { width } = screenOf(io)
      const abouts = new Map(SUITES.map(({ name, about }) => [name, about.split(/ \(§|:/)[0]!]))
      const manner = { width, quiet: options.quiet === true, verbose: options.verbose === true, abouts }
      io.stdout.write(planReport(plan, prepared.target.baseUrl, timeLines(outlook), manner))
    } finally {
      await close()
    }
  })
}
