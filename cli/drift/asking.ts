import type { Wishes } from '../../engine/config/configuration.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { folderNamed } from '../../engine/run/folder/default-folder.ts'
import { planLine } from '../../reporters/plan/plan.ts'
import type { RunParts } from '../../tools/run/perform.ts'
import { onInterrupt } from '../interrupt.ts'
import type { Io } from '../io.ts'
import type { RecordedTarget } from '../options/recorded-target.ts'
import { type Situation, situationOf } from '../options/situation.ts'
import type { Demand } from '../run/perform.ts'
import { showProgress } from '../terminal/progress.ts'

type Asking = (wishes: Wishes) => Pick<RunParts, 'wishes' | 'besides'>
type Ready = { asked: RunParts; situation: Situation; out: string }

type Plan = {
  how: Asking
  price: (line: string) => string
  recorded?: RecordedTarget | undefined
  demand?: Demand | undefined
}

/** Sets up the runs of drift: options, progress, interrupts. */
export async function asking<Outcome>(
  io: Io,
  flags: OptionValues,
  { how, price, recorded, demand }: Plan,
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
        // The profile in a configuration file is for `run`.
        ...how({ ...situation.wishes, profile: flags.profile }),
        ...{ provision, local, out, keep, interrupt, giveUp, report: [] },
        onProgress: progress.show,
        onPlanned: (prepared, plan) => {
          demand?.(prepared, situation)
          if (isTold || quiet) return
          isTold = true
          for (const note of situation.notes) io.stderr.write(`${note}\n`)
          io.stderr.write(`${printable(price(planLine(plan, prepared.target.baseUrl)))}\n`)
        },
      },
    }).finally(progress.clear)
  } finally {
    forget()
    await situation.close()
  }
}
