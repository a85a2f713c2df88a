import { existsSync } from 'node:fs'
import { Command } from 'commander'
import type { Wishes } from '../../engine/config/configuration.ts'
import { UsageError } from '../../engine/config/target.ts'
import { EXIT } from '../../engine/report/exit-codes.ts'
import { recordedText } from '../../reporters/drift/recorded.ts'
import { baselineIn, refuseUnwritable, writeBaseline } from '../../runs/drift/baseline-files.ts'
import { recordRounds } from '../../runs/drift/record.ts'
import { askingToRecord } from '../../tools/drift/asking/asking.ts'
import type { Baseline } from '../../tools/drift/baseline/baseline.ts'
import type { Io } from '../io.ts'
import { HEADINGS } from '../options/headings.ts'
import type { RecordedTarget } from '../options/recorded-target.ts'
import type { TargetOptions } from '../options/target-options.ts'
import { wholeNumber } from '../options/values.ts'
import { print } from '../telling/print.ts'
import { asking } from './asking.ts'
import { outOptions } from './out-options.ts'
import { addAskingOptions, type BaselineOption, isInCi, recordedTarget } from './shared-options.ts'

type RecordOptions = TargetOptions & BaselineOption & { rounds: number; merge?: boolean; update?: boolean }

const ROUNDS = 2

export function recordCommand(io: Io): Command {
  const command = new Command('record').description("record a server's behaviour as a baseline")
  const withTarget = addAskingOptions(command, { profile: 'smoke', seed: '1' })
    .optionsGroup(HEADINGS.selection)
    .option(
      '--rounds <n>',
      'number of rounds; differences between them count as noise, not as changes',
      wholeNumber(2),
      ROUNDS,
    )
    .option('--merge', 'add these rounds to the existing baseline')
    .option('--update', 'replace the existing baseline')
  return outOptions(withTarget).action(async (flags: RecordOptions) => {
    io.exitCode = await record(io, flags)
  })
}

async function record(io: Io, { baseline: path, rounds, merge, update, ...flags }: RecordOptions): Promise<number> {
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

/** A new baseline is of the same server. A file that this version cannot read is replaced all the same. */
function replacedTarget(path: string): RecordedTarget | undefined {
  try {
    return existsSync(path) ? recordedTarget(path, baselineIn(path)) : undefined
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}
