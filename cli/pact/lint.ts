import { Command } from 'commander'
import { EXIT } from '../../engine/report/exit-codes.ts'
import { writeReport } from '../../engine/run/folder/files.ts'
import { lintJson, lintText } from '../../reporters/pact/lint.ts'
import { pactAt } from '../../runs/pact/pact-files.ts'
import { lintOf } from '../../tools/pact/law/lint.ts'
import type { Io } from '../io.ts'
import { print } from '../telling/print.ts'
import { screenOf } from '../telling/screen.ts'

type Options = { strict?: boolean; json?: string; quiet?: boolean }

const ABOUT = `
Compares each part of the contract with the specification, and sends nothing:
  specified                        every conforming response matches
  relies on unspecified behaviour  a conforming server may respond differently
  contradicts the specification    some or all conforming responses do not match

Exit codes: 0 nothing contradicts the specification · 1 something does (with --strict: or relies on unspecified
behaviour) · 64 not a Pact file, or not readable`

export function pactLintCommand(io: Io): Command {
  return new Command('lint')
    .description("find assumptions in a client's contract that the specification does not guarantee, offline")
    .argument('<file>', 'Pact file of any version')
    .option('--strict', 'fail on unspecified behaviour, too')
    .option('--json <file>', 'write the findings to this file')
    .option('--quiet', 'print only contradictions and the verdict')
    .addHelpText('after', ABOUT)
    .action((path: string, { strict = false, json, quiet = false }: Options) => {
      const lint = lintOf(pactAt(path))
      if (json !== undefined) writeReport(json, lintJson(lint))
      print(io, lintText(lint, { ...screenOf(io), quiet }))
      io.exitCode = lint.against > 0 || (strict && lint.beyond > 0) ? EXIT.fail : EXIT.pass
    })
}
