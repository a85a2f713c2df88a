import type { OptionValues } from '../../engine/config/options.ts'
import { UsageError } from '../../engine/config/target.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { askedBehind } from '../../reporters/causes/failed-again.ts'
import type { EarlierRun } from '../../tools/run/recorded-run.ts'
import { recordedRun } from '../../tools/run/recorded-run.ts'
import type { RecordedTarget } from '../options/recorded-target.ts'

/** Options, server and report of the recorded run whose failures are run again. */
export function failedIn(dir: string): { options: OptionValues; recorded: RecordedTarget; earlier: EarlierRun } {
  const { report, entries, judgement } = recordedRun(dir)
  const only = askedBehind(report, entries)
  if (only.length === 0 && report.verdict === 'inconclusive')
    throw new UsageError(
      `--failed ${dir}: that run has no verdict (${excerpt(report.reason ?? 'nothing could be judged')}): run everything again, without --failed`,
    )
  if (only.length === 0)
    throw new UsageError(`--failed ${dir}: nothing failed in that run, so there is nothing to rerun`)
  const { target, prints } = judgement.began
  return {
    options: { only, profile: report.profile, seed: report.seed },
    earlier: { report, embedded: target.embedded === true },
    recorded: { place: dir, baseUrl: target.embedded ? undefined : target.baseUrl, prints },
  }
}
