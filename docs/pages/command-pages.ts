import { EventEmitter } from 'node:events'
import type { Command } from 'commander'
import { COMMANDS } from '../../cli/commands.ts'
import type { Io } from '../../cli/io.ts'
import { EXIT } from '../../runner/report/exit-codes.ts'
import type { Page } from './page.ts'

const MEANINGS: Record<keyof typeof EXIT, string> = {
  pass: 'no must clause failed',
  fail: 'a must clause failed; with `--strict` also a should clause',
  noVerdict: 'no verdict: unreachable, key refused, cut short, nothing judged, or incomplete under `--complete`',
  usage: 'wrong usage or configuration',
  suiteFault: 'an internal error of gatecheck',
  interrupted: 'interrupted',
}

const output = { write: () => true }
const silent: Io = Object.assign(new EventEmitter(), { stdout: output, stderr: output, env: {} })

/** Commands with their options, from the definitions that parse them. */
export async function commandPages(): Promise<Page[]> {
  const commands = await Promise.all(COMMANDS.map(async ({ about, load }) => ({ about, command: await load(silent) })))
  return [
    {
      path: 'reference/commands.md',
      title: 'Commands and options',
      description: 'Every command and option of gatecheck',
      body: commands.map(({ about, command }) => described(command, about)).join('\n\n'),
    },
    {
      path: 'reference/exit-codes.md',
      title: 'Exit codes',
      description: 'What each exit code of gatecheck means',
      body: `All commands use the same codes. If several apply, 130 and 70 win over 1, and 1 wins over 2.\n\n| code | meaning |\n| --- | --- |\n${Object.entries(
        EXIT,
      )
        .map(([name, code]) => `| ${code} | ${MEANINGS[name as keyof typeof EXIT]} |`)
        .join('\n')}`,
    },
  ]
}

function described(command: Command, about: string, parents = ''): string {
  const name = `${parents}${command.name()}`
  const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, description }) => `| \`${flags.replaceAll('|', '\\|')}\` | ${cell(description)} |`)
  const table = options.length === 0 ? [] : [`| option | effect |\n| --- | --- |\n${options.join('\n')}`]
  const below = command.commands.map((each) => described(each, each.description(), `${name} `))
  return [
    `## ${name}`,
    `${about[0]!.toUpperCase()}${about.slice(1)}.`,
    `\`\`\`text\ngatecheck ${name} ${command.usage()}\n\`\`\``,
    ...table,
    ...below,
  ].join('\n\n')
}
