import { existsSync } from 'node:fs'
import type { Wishes } from '../../engine/config/configuration.ts'
import { EXIT } from '../../engine/config/exit-codes.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import { UsageError } from '../../engine/config/target.ts'
import { askingToRecord } from '../../tools/drift/asking/asking.ts'
import type { Baseline } from '../../tools/drift/baseline/baseline.ts'
import { baselineIn, refuseUnwritable, writeBaseline } from '../../tools/drift/baseline/files.ts'
import { recordRounds } from '../../tools/drift/record.ts'
import { recordedText } from '../../tools/drift/reporters/recorded.ts'
import type { Io } from '../io.ts'
import type { RecordedTarget } from '../options/recorded-target.ts'
import { print } from '../terminal/print.ts'
import { asking } from './asking.ts'
import { type BaselineOption, isInCi, recordedTarget } from './shared.ts'

type RecordOptions = OptionValues & BaselineOption & { rounds: number; merge?: boolean; update?: boolean }

export async function record(
  io: Io,
  { baseline: path, rounds, merge, update, ...flags }: RecordOptions,
): Promise<number> {
  const earlier = earlierIn(io, path, { merge, update })
  const profile = flags.profile ?? earlier?.profile
  const askingIn = (wishes: Wishes, round: number) =>
    askingToRecord({ ...wishes, ...(earlier && { seed: earlier.seed }) }, profile, round === rounds - 1)
  const how = (wishes: Wishes) => askingIn(wishes, 0)
  const price = (line: string) => `${rounds} rounds, each with these limits: ${line}`
  const recorded = earlier ? recordedTarget(path, earlier) : update ? replacedTarget(path) : undefined
  return asking(io, flags, { how, price, recorded }, async ({ asked, situation }) => {
    const recorded = await recordRounds((round) => ({ ...asked, ...askingIn(asked.wishes, round) }), rounds, earlier)
    const { baseline } = recorded
    if (baseline) writeBaseline(path, baseline)
    if (baseline || !situation.options.quiet) print(io, recordedText(recorded, path))
    const exits = recorded.reports.map(({ exit }) => exit)
    const grave = exits.find((exit) => exit === EXIT.interrupted || exit === EXIT.suiteFault)
    return grave ?? (baseline ? EXIT.pass : EXIT.noVerdict)
  })
}

function earlierIn(
  io: Io,
  path: string,
  { merge, update }: { merge: boolean | undefined; update: boolean | undefined },
): Baseline | undefined {
  if (merge && update)
    throw new UsageError(
      'drift record: --merge and --update cannot be combined: --merge adds to a baseline, --update replaces it',
    )
  if (isInCi(io))
    throw new UsageError(
      `drift record: refuses to write in CI (CI is set): record ${path} locally, review it and commit it`,
    )
  const isThere = existsSync(path)
  if (merge) return baselineIn(path)
  if (isThere && !update)
    throw new UsageError(`${path} already exists: replace it with --update, or add these rounds with --merge`)
  refuseUnwritable(path)
  return undefined
}

/** The server of the baseline to replace; undefined if this version cannot read the file. */
function replacedTarget(path: string): RecordedTarget | undefined {
  try {
    return existsSync(path) ? recordedTarget(path, baselineIn(path)) : undefined
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}
