import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../engine/config/limits.ts'
import { UsageError } from '../../engine/config/target.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { problemBy } from '../../engine/history/validate.ts'
import { folderNamed } from '../../engine/run/folder/default-folder.ts'
import { jsonGiven } from '../../engine/writing/read-file.ts'
import schema from '../../reporters/schemas/drift.schema.json' with { type: 'json' }
import { accepting } from '../../tools/drift/accept.ts'
import { baselineIn, writeBaseline } from '../../tools/drift/baseline/files.ts'
import type { DriftReport } from '../../tools/drift/report.ts'
import type { Io } from '../io.ts'
import { print } from '../terminal/print.ts'
import { type BaselineOption, isInCi } from './shared.ts'

type AcceptOptions = BaselineOption & { reason?: string; all?: boolean; out?: string }

export function accept(io: Io, { baseline: path, reason = '', all = false, out }: AcceptOptions, ids: string[]): void {
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
  const content = jsonGiven(path, LIMITS.givenRecordBytes)
  const flaw = problemBy(schema, content)
  if (flaw !== undefined) throw new UsageError(`${path} is not a valid drift.json: ${flaw}`)
  return content as DriftReport
}
