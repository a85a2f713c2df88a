import { existsSync, statSync } from 'node:fs'
import { whyNot } from '../../engine/run/folder/files.ts'
import { appendTo } from '../../engine/writing/write-file.ts'
import { workflowCommands } from '../../reporters/github/github.ts'
import { markdownReport } from '../../reporters/markdown/markdown.ts'
import type { RunRecord } from '../../reporters/reporter.ts'
import type { Io } from '../io.ts'
import { isOnGithub } from './print.ts'

/** GitHub drops a step's summary entirely if it is larger. */
const LARGEST_SUMMARY = 1024 * 1024

/** Prints annotations and writes the step summary in GitHub Actions, without an option. */
export function tellGithub(io: Io, record: RunRecord): void {
  tellStep(
    io,
    () => workflowCommands(record),
    () => markdownReport(record),
  )
}

export function tellStep(io: Io, annotations: () => string[], summaryOf: () => string): void {
  if (!isOnGithub(io)) return
  for (const line of annotations()) io.stdout.write(`${line}\n`)
  const path = io.env.GITHUB_STEP_SUMMARY
  if (!path) return
  const summary = summaryOf()
  try {
    appendSummary(path, summary)
  } catch (error) {
    io.stderr.write(`gatecheck: the step summary could not be written: ${whyNot(error)}\n`)
  }
}

function appendSummary(path: string, summary: string): void {
  // Other commands of the same step write to the file, too.
  const before = existsSync(path) ? statSync(path).size : 0
  if (before + Buffer.byteLength(summary) <= LARGEST_SUMMARY) appendTo(path, summary)
}
