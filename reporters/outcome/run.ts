import { type Recorded, readRecorded } from '../../engine/history/recorded.ts'
import type { Suite } from '../../engine/judge/check.ts'
import { judge } from '../../engine/judge/judging.ts'
import { type JudgedRun, prepare, type RunOptions, runPrepared } from '../../engine/run/run.ts'
import type { Report } from './report.ts'
import { reportOf } from './reporting.ts'

export type Run = JudgedRun & { report: Report }

export const reported = (judged: JudgedRun): Run => ({
  ...judged,
  report: reportOf(judged.judgement, judged.entries, judged.sha256),
})

export async function run(options: RunOptions): Promise<Run> {
  return reported(await runPrepared(prepare(options).session(), options.suites))
}

/**
 * Judges a recorded run again, offline. The digest covers the data that was read, even if the file changes meanwhile.
 */
export function rejudge(
  historyPath: string,
  suites: readonly Suite[],
  ofDamaged: 'none' | 'up to it' = 'none',
): Run & Pick<Recorded, 'damaged' | 'cutOff'> {
  const { recording, sha256, damaged, cutOff } = readRecorded(historyPath, ofDamaged)
  return { ...reported({ judgement: judge(recording, suites), entries: recording, sha256 }), damaged, cutOff }
}
