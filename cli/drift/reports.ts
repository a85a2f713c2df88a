import { printable } from '../../engine/history/reading/words.ts'
import { USUAL_FOLDER } from '../../engine/run/folder/default-folder.ts'
import { nothingWritten, reportsWanted, type Wanted, writeEach } from '../../reporters/write.ts'
import { BASELINE_FILE } from '../../tools/drift/baseline/files.ts'
import type { LogEntry } from '../../tools/drift/log.ts'
import type { DriftReport } from '../../tools/drift/report.ts'
import { driftAnnotations } from '../../tools/drift/reporters/annotations.ts'
import { DRIFT_REPORTERS } from '../../tools/drift/reporters/index.ts'
import { driftMarkdown } from '../../tools/drift/reporters/markdown.ts'
import { driftTerminal } from '../../tools/drift/reporters/terminal/terminal.ts'
import type { Io } from '../io.ts'
import { tellStep } from '../terminal/github.ts'
import { print, screenOf, shownPaths, tellFailures } from '../terminal/print.ts'

export type ReportOptions = { report?: string[]; all?: boolean }

/** Refuses reports that cannot be written, before anything is sent. */
export function reportsAsked(names: readonly string[] | undefined, out: string): Wanted[] {
  return reportsWanted(names, out, DRIFT_REPORTERS)
}

type Telling = {
  /** Folder for the files; without it, none are written. */
  place?: string
  /** Folder of the named exchanges (default: `place`). */
  recorded?: string
  wanted: readonly Wanted[]
  log?: readonly LogEntry[] | undefined
  baseline: string
  notes: readonly string[]
  quiet: boolean
  all: boolean
}

/** Writes and prints the result. */
export function tell(
  io: Io,
  drift: DriftReport,
  { place, recorded = place, wanted, log = [], ...more }: Telling,
): void {
  const { baseline, notes, quiet, all } = more
  const beside = {
    ...(recorded !== undefined && recorded !== USUAL_FOLDER && { folder: recorded }),
    ...(baseline !== BASELINE_FILE && { baseline }),
  }
  const written =
    place === undefined
      ? nothingWritten()
      : writeEach(place, wanted, DRIFT_REPORTERS, ({ render }) => render(drift, { ...beside, log }))
  const { color, width } = screenOf(io)
  if (!quiet) for (const note of notes) print(io, `${printable(note)}\n`)
  print(
    io,
    driftTerminal(drift, {
      ...beside,
      color,
      width,
      quiet,
      all,
      reports: shownPaths(
        written,
        wanted.map(({ name }) => name),
      ),
    }),
  )
  tellFailures(io, written)
  tellStep(
    io,
    () => driftAnnotations(drift),
    () => driftMarkdown(drift),
  )
}
