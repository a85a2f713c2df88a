import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { LIMITS } from '../../engine/config/limits.ts'
import { UsageError } from '../../engine/config/target.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { folderNamed, USUAL_FOLDER } from '../../engine/run/folder/usual-folder.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import { accepting } from '../../runs/drift/accept.ts'
import { baselineIn, writeBaseline } from '../../runs/drift/baseline-files.ts'
import { flawInDrift } from '../../runs/told-report.ts'
import type { DriftReport } from '../../tools/drift/report.ts'
import type { Io } from '../io.ts'
import { print } from '../telling/print.ts'
import { addBaselineOption, type BaselineOption, isInCi } from './shared-options.ts'

type AcceptOptions = BaselineOption & { reason?: string; all?: boolean; out?: string }

export function acceptCommand(io: Io): Command {
  const command = new Command('accept').description('accept changes of the last check in the baseline')
  return addBaselineOption(command)
    .argument('[ids...]', 'ids of the changes, as "drift check" prints them')
    .option('--all', 'accept every change of the last check')
    .option('--reason <text>', 'reason, written to the baseline; required')
    .option('--out <dir>', `folder with the drift.json of the last check (default: ${USUAL_FOLDER})`)
    .action((ids: string[], options: AcceptOptions) => accept(io, ids, options))
}

function accept(io: Io, ids: string[], { baseline: path, reason = '', all = false, out }: AcceptOptions): void {
  if (isInCi(io))
    throw new UsageError(
      'drift accept: refuses to write in CI (CI is set): accept the change locally, and commit the baseline',
    )
  if (reason.trim() === '') throw new UsageError('drift accept: give a reason with --reason "…"')
  if (all === ids.length > 0) throw new UsageError('drift accept: name the ids of changes, or use --all')
  const before = baselineIn(path)
  const { baseline, added, dropped } = accepting(before, lastCheckIn(folderNamed(out)), {
    ids,
    all,
    reason: reason.trim(),
  })
  writeBaseline(path, baseline)
  const lines = [
    ...added.map(({ id, what }) => `accepted ${id}: ${what}`),
    ...dropped.map(({ id, what }) => `removed ${id}, which no longer occurs: ${what}`),
    added.length + dropped.length === 0 ? 'Nothing to accept.' : `Updated ${path}; commit it.`,
  ]
  print(io, `${lines.map(printable).join('\n')}\n`)
}

function lastCheckIn(out: string): DriftReport {
  const path = join(out, 'drift.json')
  if (!existsSync(path))
    throw new UsageError(`${path} does not exist: run "npx gatecheck drift check" first, or name its folder with --out`)
  const told = valueIn(path)
  const flaw = flawInDrift(told)
  if (flaw !== undefined) throw new UsageError(`${path} is not a valid drift.json: ${flaw}`)
  return told as DriftReport
}

function valueIn(path: string): unknown {
  const text = textGiven(path, path, { most: LIMITS.givenRecordBytes })
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not JSON`)
  }
}
