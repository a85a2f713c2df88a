import type { OptionValues } from '../../engine/config/options.ts'
import type { EarlierRun } from '../../tools/run/recorded-run.ts'
import type { RecordedTarget } from '../options/recorded-target.ts'

export type RunOptions = OptionValues & { failed?: string }

type Asked = { flags: OptionValues; recorded?: RecordedTarget; earlier?: EarlierRun }

/** Adds the options of the run that --failed names; flags take precedence. */
export async function askedWith({ failed, ...flags }: RunOptions): Promise<Asked> {
  if (failed === undefined) return { flags }
  const { failedIn } = await import('./failed.ts')
  const { options, ...others } = failedIn(failed)
  return { ...others, flags: { ...options, ...flags } }
}
