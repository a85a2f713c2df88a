import { Command } from 'commander'
import { lintJson, lintText } from '../../reporters/pact/lint.ts'
import { writeReport } from '../../runner/folder/files.ts'
import { lintOf } from '../../runner/pact/law/lint.ts'
import { EXIT } from '../../runner/report/exit-codes.ts'
import { pactAt } from '../../runs/pact/pact-files.ts'
import { print } from '../telling/print.ts'
import { screenOf } from '../telling/screen.ts'

type Options = { strict?: boolean; json?: string; quiet?: boolean }

const ABOUT = `
Each part of the contract is held against the interface, and nothing is sent:
  promised             every lawful answer keeps it
  relies on what nobody promised   a server may do so, and another one otherwise
  contradicts the law  no lawful answer fits, or lawful answers are now so, now otherwise

Exit codes: 0 nothing contradicts the law · 1 something does; with --strict, also where something relies on what nobody
promised · 64 the file is no Pact file, or cannot be read`

export function pactLintCommand(): Command {
  return new Command('lint')
    .description('say offline what in a contract relies on more than the interface promises, or contradicts it')
    .argument('<file>', 'a Pact file, of any version')
    .option('--strict', 'what relies on more than is promised ends with 1, too')
    .option('--json <file>', 'write the findings there')
    .option('--quiet', 'print contradictions and the verdict only')
    .addHelpText('after', ABOUT)
    .action((path: string, { strict = false, json, quiet = false }: Options) => {
      const lint = lintOf(pactAt(path))
      if (json !== undefined) writeReport(json, lintJson(lint))
      print(lintText(lint, { ...screenOf(process.stdout), quiet }))
      process.exitCode = lint.against > 0 || (strict && lint.beyond > 0) ? EXIT.fail : EXIT.pass
    })
}
