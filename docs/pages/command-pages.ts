import { EventEmitter } from 'node:events'
import type { Command } from 'commander'
import { markdownTable } from '../../bench/markdown-table.ts'
import { COMMANDS } from '../../cli/commands.ts'
import type { Io } from '../../cli/io.ts'
import { commandOf } from '../../cli/options/command.ts'
import { EXIT } from '../../engine/config/exit-codes.ts'
import type { Page } from './page.ts'

const MEANINGS: Record<keyof typeof EXIT, string> = {
  pass: 'no must clause failed',
  fail: 'a must clause failed, or with `--strict` a should clause; or a waiver or known failure is stale',
  noVerdict:
    'no verdict: server unreachable, key refused, run cut short, nothing judged, or incomplete with `--complete`',
  usage: 'wrong usage or configuration',
  suiteFault: 'an internal error of gatecheck',
  interrupted: 'interrupted by Ctrl-C or SIGTERM',
}

const output = { write: () => true }
const silent: Io = Object.assign(new EventEmitter(), { stdout: output, stderr: output, env: {} })

/** Commands with their options, from the definitions that parse them. */
export function commandPages(): Page[] {
  const commands = COMMANDS.map((entry) => ({ about: entry.about, command: commandOf(entry, silent) }))
  return [
    {
      path: 'reference/commands.md',
      title: 'Commands and options',
      description: 'Find a command or an option of gatecheck.',
      body: commands.map(({ about, command }) => described(command, about)).join('\n\n'),
    },
    {
      path: 'reference/exit-codes.md',
      title: 'Exit codes',
      description: 'Find the meaning of an exit code.',
      body: `All commands use the same codes. If several apply, 130 and 70 take precedence over 1, and 1 over 2.\n\n${markdownTable(
        [
          ['code', 'meaning'],
          ...Object.entries(EXIT).map(([name, code]) => [`${code}`, MEANINGS[name as keyof typeof EXIT]]),
        ],
        [0],
      )}`,
    },
  ]
}

function described(command: Command, about: string, parents = ''): string {
  const name = `${parents}${command.name()}`
  const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, description }) => [`\`${flags.replaceAll('|', '\\|')}\``, cell(description)])
  const table = options.length === 0 ? [] : [markdownTable([['option', 'effect'], ...options])]
  const below = command.commands.map((each) => described(each, each.description(), `${name} `))
  return [
    `## ${name}`,
    `${about[0]!.toUpperCase()}${about.slice(1)}.`,
    `\`\`\`text\ngatecheck ${name} ${command.usage()}\n\`\`\``,
    ...table,
    ...below,
  ].join('\n\n')
}
