import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GENERATED_BODIES } from '../../engine/config/configuration.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { rejudge } from '../../reporters/outcome/run.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { paths } from '../../suites/paths/index.ts'
import { runAgainst } from '../../suites/whole-runs/run-for-tests.ts'
import { clausesCheckedBy } from './document/readiness.ts'
import type { RecordedRun } from './verifying/against-history.ts'

/** Only one suite, so that recording takes a second. */
const KNOWN = [paths]
export const CHECKABLE = clausesCheckedBy(KNOWN)
const BREAKS: ClauseId = 'paths.version-once'

/** The history of a run whose server fails one clause, which is waived. */
export async function recordedHistory(): Promise<string> {
  const { patch } = FAULTS.find(({ breaks }) => breaks === BREAKS)!
  const waive = [{ clause: BREAKS, reason: 'mended in release 7' }]
  const { entries } = await runAgainst({ patch }, { profile: 'full', generate: GENERATED_BODIES.full, waive }, KNOWN)
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

export function judgedAgain(history: string): RecordedRun {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-certificate-'))
  try {
    writeFileSync(join(folder, 'history.jsonl'), history)
    const { report } = rejudge(join(folder, 'history.jsonl'), KNOWN)
    return { sha256: report.history.sha256, report }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
