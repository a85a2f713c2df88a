import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { rejudgement } from '../reporters/rejudgement.ts'
import { differences } from '../runner/differences.ts'
import { EXIT } from '../runner/exit-codes.ts'
import { UnreadableHistory } from '../runner/history.ts'
import { HISTORY_FILE, REPORT_FILE } from '../runner/out-folder.ts'
import type { Report } from '../runner/report.ts'
import { rejudge } from '../runner/run.ts'
import { UsageError } from '../runner/target.ts'
import { SUITES } from '../suites/index.ts'

export function judgeCommand(): Command {
  return new Command('judge')
    .description('verdicts again, from a recorded run, offline; exit 1 where they differ from its report')
    .argument('[dir]', 'the folder of the run', '.gatecheck')
    .action((dir: string) => {
      const historyPath = join(dir, HISTORY_FILE)
      if (!existsSync(historyPath))
        throw new UsageError(
          `${dir} holds no recorded run (${HISTORY_FILE} is missing): name the folder that "gatecheck run --out" wrote`,
        )
      const again = readAgain(historyPath)
      const reportPath = join(dir, REPORT_FILE)
      const recorded = existsSync(reportPath) ? readReport(reportPath) : undefined
      const found = recorded ? differences(recorded, again) : []
      process.stdout.write(rejudgement(again, recorded !== undefined, found))
      process.exitCode = found.length > 0 ? EXIT.fail : EXIT.pass
    })
}

function readAgain(historyPath: string): Report {
  try {
    return rejudge(historyPath, SUITES).report
  } catch (error) {
    if (error instanceof UnreadableHistory) throw new UsageError(error.message)
    throw error
  }
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    throw new UsageError(`${path} is not JSON`)
  }
}
