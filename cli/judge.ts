import { Command } from 'commander'
import { rejudgement } from '../reporters/rejudgement.ts'
import { differences } from '../runner/report/differences.ts'
import { EXIT } from '../runner/report/exit-codes.ts'
import { print } from './github.ts'
import { recordedReport, recordedRun } from './recorded-run.ts'

export function judgeCommand(): Command {
  return new Command('judge')
    .description('verdicts again, from a recorded run, offline; exit 1 where they differ from its report')
    .argument('[dir]', 'the folder of the run', '.gatecheck')
    .action((dir: string) => {
      const again = recordedRun(dir).report
      const recorded = recordedReport(dir)
      const found = recorded ? differences(recorded, again) : []
      print(rejudgement(again, recorded !== undefined, found))
      process.exitCode = found.length > 0 ? EXIT.fail : EXIT.pass
    })
}
