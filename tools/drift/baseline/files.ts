import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../../engine/config/limits.ts'
import { UsageError } from '../../../engine/config/target.ts'
import { HISTORY_FILE, whyNot } from '../../../engine/run/folder/files.ts'
import { textGiven } from '../../../engine/writing/read-file.ts'
import { tryToWriteWhole, writeWhole } from '../../../engine/writing/write-file.ts'
import { recordedRun } from '../../run/recorded-run.ts'
import type { RecordedRun } from '../habits/habits-of-run.ts'
import { type Baseline, observedIn } from './baseline.ts'
import { baselineText, NoBaseline, readBaseline } from './file.ts'

export const BASELINE_FILE = 'gatecheck-baseline.json'

export function baselineIn(path: string): Baseline {
  if (!existsSync(path))
    throw new UsageError(
      `No baseline at ${path}: record one with "npx gatecheck drift record", or name it with --baseline`,
    )
  try {
    return readBaseline(textOf(path))
  } catch (error) {
    if (error instanceof NoBaseline) throw new UsageError(`${path} ${error.message}`)
    throw error
  }
}

export const textOf = (path: string, most: number = LIMITS.givenRecordBytes): string => textGiven(path, path, { most })

export function writeBaseline(path: string, baseline: Baseline): void {
  try {
    writeWhole(path, baselineText(baseline))
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${whyNot(error)}`)
  }
}

/** Called before anything is sent. */
export function refuseUnwritable(path: string): void {
  try {
    tryToWriteWhole(path)
  } catch (error) {
    throw new UsageError(`--baseline ${path}: cannot be written: ${whyNot(error)}`)
  }
}

/** A baseline, or the folder of a recorded run. */
export type Side = { path: string; baseline: Baseline; run?: RecordedRun }

export function sideIn(path: string): Side {
  if (!existsSync(path))
    throw new UsageError(`${path} does not exist: name a baseline, or the folder of a recorded run`)
  if (path.endsWith('.har'))
    throw new UsageError(`${path} is a HAR file: drift diff compares baselines and folders of recorded runs`)
  if (!statSync(path).isDirectory()) return { path, baseline: baselineIn(path) }
  if (!existsSync(join(path, HISTORY_FILE)))
    throw new UsageError(`${path} contains no recorded run (${HISTORY_FILE} is missing)`)
  const run = recordedRun(path, 'none')
  return { path, baseline: { ...observedIn(run), accepted: [] }, run }
}
