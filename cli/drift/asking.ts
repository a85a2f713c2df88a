import type { Wishes } from '../../engine/config/configuration.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { folderNamed } from '../../engine/run/folder/usual-folder.ts'
import { planLine } from '../../reporters/plan/plan.ts'
import type { RunParts } from '../../runs/perform.ts'
import type { Io } from '../io.ts'
import type { RecordedTarget } from '../options/recorded-target.ts'
import { type Situation, situationOf } from '../options/situation.ts'
import type { TargetOptions } from '../options/target-options.ts'
import { onInterrupt } from '../process/interrupt.ts'
import { showProgress } from '../telling/progress.ts'

type Asking = (wishes: Wishes) => Pick<RunParts, 'wishes' | 'besides'>
type Ready = { asked: RunParts; situation: Situation; out: string }

/** Everything between the command line and runs that are no end in themselves. */
export async function asking<Outcome>(
  io: Io,
  flags: TargetOptions,
  { how, price, recorded }: { how: Asking; price: (line: string) => string; recorded?: RecordedTarget | undefined },
  act: (ready: Ready) => Promise<Outcome>,
): Promise<Outcome> {
  const situation = await situationOf(io, flags, { recorded })
  const { options, provision, local } = situation
  const { keep, quiet = false } = options
  const progress = showProgress(io, quiet)
  const { signal: interrupt, giveUp, forget } = onInterrupt(io, progress.tell)
  let isTold = false
  try {
    const out = folderNamed(options.out)
    return await act({
      situation,
      out,
      asked: {
        // What a configuration says of profiles is meant for runs.
        ...how({ ...situation.wishes, profile: flags.profile }),
        ...{ provision, local, out, keep, interrupt, giveUp, report: [] },
        onProgress: progress.show,
        onPlanned: ({ target }, plan) => {
          if (isTold || quiet) return
          isTold = true
          for (const note of situation.notes) io.stderr.write(`${note}\n`)
          io.stderr.write(`${printable(price(planLine(plan, target.baseUrl)))}\n`)
        },
      },
    }).finally(progress.clear)
  } finally {
    forget()
    await situation.close()
  }
}
