import { join } from 'node:path'
import { Command } from 'commander'
import { REPORTERS } from '../reporters/index.ts'
import { planLine } from '../reporters/plan.ts'
import { terminalReport } from '../reporters/terminal.ts'
import { HISTORY_FILE, openOutFolder, REPORT_FILE, writeReport } from '../runner/out-folder.ts'
import { planOf } from '../runner/plan.ts'
import { prepare, type Run, run } from '../runner/run.ts'
import { UsageError } from '../runner/target.ts'
import { SUITES } from '../suites/index.ts'
import { onInterrupt } from './interrupt.ts'
import { showProgress } from './progress.ts'
import { addRunOutputOptions } from './run-output.ts'
import { screenOf } from './screen.ts'
import { situationOf } from './situation.ts'
import { addTargetOptions, type TargetOptions } from './target-options.ts'

export function runCommand(): Command {
  const command = new Command('run').description('run the suites and say what was found').showHelpAfterError(false)
  return addRunOutputOptions(addTargetOptions(command)).action(async (flags: TargetOptions) => {
    process.exitCode = await runAndReport(flags)
  })
}

async function runAndReport(flags: TargetOptions): Promise<number> {
  const situation = await situationOf(flags)
  const { options, wishes, provision, local } = situation
  const interrupted = onInterrupt()
  try {
    const further = reportsWanted(options.report ?? [])
    const setUp = { provision, wishes, suites: SUITES, local, interrupt: interrupted.signal }
    const prepared = prepare(setUp)
    const plan = planOf(prepared.planned, prepared.prospect)
    if (!local && !options.quiet) process.stderr.write(`${planLine(plan, prepared.target.baseUrl)}\n`)
    if (!prepared.target.endsWithVersion) {
      process.stderr.write(
        `The base URL does not end with the version (/v1): going on, but the checks about the version cannot be tried.\n`,
      )
    }
    const out = openOutFolder(options.out ?? '.gatecheck')
    const progress = showProgress(options.quiet === true)
    const finished = await run({ ...setUp, historyPath: join(out, HISTORY_FILE), onProgress: progress.show }).finally(
      progress.clear,
    )
    writeReports(finished, out, further)
    process.stdout.write(textFor(finished, out, options.quiet === true))
    return finished.report.exit
  } finally {
    interrupted.forget()
    await situation.close()
  }
}

type Wanted = { name: string; path?: string }

function reportsWanted(names: string[]): Wanted[] {
  return names.map((each) => {
    const [name = '', ...rest] = each.split('=')
    if (!(name in REPORTERS))
      throw new UsageError(`--report ${name}: there is no such report. There are ${Object.keys(REPORTERS).join(', ')}`)
    return { name, ...(rest.length > 0 && { path: rest.join('=') }) }
  })
}

function writeReports({ report, judgement }: Run, out: string, further: readonly Wanted[]): void {
  for (const { name, path } of [
    { name: 'json', path: join(out, REPORT_FILE) },
    ...further.filter((each) => each.name !== 'json' || each.path),
  ] as Wanted[]) {
    const reporter = REPORTERS[name]!
    writeReport(path ?? join(out, reporter.file), reporter.render(report, judgement.facts.exchange))
  }
}

function textFor({ report, judgement }: Run, out: string, quiet: boolean): string {
  const { color, width } = screenOf(process.stdout)
  return terminalReport(report, judgement.facts.exchange, { color, width, out, quiet })
}
