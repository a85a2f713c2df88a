import type { Wishes } from '../../engine/config/configuration.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { stillBy } from '../../engine/media/still.ts'
import { folderNamed, USUAL_FOLDER } from '../../engine/run/folder/default-folder.ts'
import type { RunPlan } from '../../engine/run/planning/plan.ts'
import type { Prepared } from '../../engine/run/run.ts'
import type { Run } from '../../reporters/outcome/run.ts'
import { planLine } from '../../reporters/plan/plan.ts'
import { durationLine } from '../../reporters/plan/time.ts'
import type { RunRecord } from '../../reporters/reporter.ts'
import { liveFailure } from '../../reporters/terminal/live-failure.ts'
import { paintWith } from '../../reporters/terminal/paint.ts'
import type { Written } from '../../reporters/write.ts'
import { perform as performRun, type RunParts } from '../../tools/run/perform.ts'
import { onInterrupt } from '../interrupt.ts'
import type { Io } from '../io.ts'
import type { RecordedTarget } from '../options/recorded-target.ts'
import { type Situation, situationOf } from '../options/situation.ts'
import { tellGithub } from '../terminal/github.ts'
import { print, screenOf, shownPaths, tellFailures } from '../terminal/print.ts'
import { showProgress } from '../terminal/progress.ts'
import { isForAgent, reportText } from '../terminal/report-text.ts'
import { outlookOf } from './outlook.ts'

export type Performed = { finished: Run; out: string; written: Written }

/** Refuses a run before anything is sent. */
export type Demand = (prepared: Prepared, situation: Pick<Situation, 'options' | 'local'>) => void

/** Differences from a run of all suites. */
type Unlike = Pick<RunParts, 'suites'> & {
  wishes?: Wishes
  /** Writes further files, and returns text to print before the report. */
  tellFirst?: (finished: Run, place: string) => string
}

type Besides = Unlike & {
  demand?: Demand
  /** Default: from the flags, the environment and the configuration file. */
  situation?: Situation
  recorded?: RecordedTarget
  /** Run to compare with (default: the one in the folder). */
  earlier?: RunParts['earlier']
  goesOn?: RunParts['goesOn']
}

/** A run from the command line: prints its limits, progress and report, and writes the reports. */
export async function perform(
  io: Io,
  flags: OptionValues,
  { demand, earlier, goesOn, recorded, suites, wishes: others, tellFirst, ...given }: Besides = {},
): Promise<Performed> {
  const situation = given.situation ?? (await situationOf(io, flags, { recorded }))
  const { options, wishes, provision, local } = situation
  const { keep, report } = options
  const out = folderNamed(options.out)
  const progress = showProgress(io, options.quiet === true)
  const { width, color } = screenOf(io, 'stderr')
  const { signal: interrupt, giveUp, forget } = onInterrupt(io, progress.tell)
  const onPlanned = (prepared: Prepared) => demand?.(prepared, situation)
  const onReady = (prepared: Prepared, plan: RunPlan) => {
    for (const note of situation.notes) io.stderr.write(`${note}\n`)
    tellBefore(io, situation, { prepared, plan, place: goesOn ? undefined : out })
  }
  try {
    const { finished, record, written, place, kept } = await performRun({
      ...(suites && { suites }),
      ...{ provision, wishes: { ...wishes, ...others }, local, out, keep, report, interrupt, giveUp },
      ...(goesOn && { goesOn }),
      earlier,
      still: stillBy(io.env),
      manner: options,
      onProgress: progress.show,
      // An agent reads the failures once, at the end.
      onFailed: isForAgent(io)
        ? undefined
        : ({ check, verdict }, history) =>
            progress.tell(
              liveFailure({ clause: check.clause, verdict }, history, { width, paint: paintWith(color) }).join('\n'),
            ),
      onPlanned,
      onReady,
    }).finally(progress.clear)
    if (tellFirst) print(io, tellFirst(finished, place!))
    print(io, textFor(io, record, { reports: shownPaths(written, report), place: place!, embedded: local, options }))
    tellFailures(io, written)
    if (kept !== undefined)
      io.stderr.write(`${printable(kept)} still contains the earlier run, since this run tested nothing.\n`)
    tellGithub(io, record)
    return { finished, out: place!, written }
  } finally {
    forget()
    await situation.close()
  }
}

/** `place`: folder of an earlier run that may show the server's pace. */
function tellBefore(
  io: Io,
  { local, options }: Situation,
  { prepared, plan, place }: { prepared: Prepared; plan: RunPlan; place: string | undefined },
): void {
  const { target } = prepared
  if (!local && !options.quiet) {
    io.stderr.write(`${planLine(plan, target.baseUrl)}\n`)
    if (place !== undefined) io.stderr.write(`${durationLine(outlookOf(prepared, { dir: place, local }))}\n`)
  }
  if (!target.endsWithVersion) {
    io.stderr.write(
      `Warning: the base URL does not end with the version (/v1), so the checks about the version are skipped.\n`,
    )
  }
}

type About = { reports: string[]; place: string; embedded: boolean; options: OptionValues }

function textFor(io: Io, record: RunRecord, { reports, place, embedded, options: { quiet, verbose } }: About): string {
  return reportText(io, record, {
    reports,
    embedded,
    ...(place !== USUAL_FOLDER && { folder: place }),
    quiet: quiet === true,
    verbose: verbose === true,
  })
}
