import { existsSync, statSync } from 'node:fs'
import { workflowCommands } from '../../reporters/github/github.ts'
import { markdownReport } from '../../reporters/markdown/markdown.ts'
import type { RunRecord } from '../../reporters/reporter.ts'
import { whyNot } from '../../runner/folder/files.ts'
import { appendTo } from '../../runner/writing/file-there.ts'
import { isOnGithub } from './print.ts'

/** GitHub drops the summary of a step that is larger, all of it. */
const LARGEST_SUMMARY = 1024 * 1024

/** In GitHub Actions, annotations and the summary of the step, without being asked. */
export function tellGithub(record: RunRecord): void {
  tellStep(
    () => workflowCommands(record),
    () => markdownReport(record),
  )
}

export function tellStep(annotations: () => string[], summaryOf: () => string): void {
  if (!isOnGithub()) return
  for (const line of annotations()) process.stdout.write(`${line}\n`)
  const path = process.env.GITHUB_STEP_SUMMARY
  if (!path) return
  const summary = summaryOf()
  try {
    appendSummary(path, summary)
  } catch (error) {
    process.stderr.write(`gatecheck: the summary of the step could not be written: ${whyNot(error)}\n`)
  }
}

function appendSummary(path: string, summary: string): void {
  // Other commands of the same step write there, too.
  const before = existsSync(path) ? statSync(path).size : 0
  if (before + Buffer.byteLength(summary) <= LARGEST_SUMMARY) appendTo(path, summary)
}
