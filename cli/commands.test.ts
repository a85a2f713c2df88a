import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { COMMANDS } from './commands.ts'

function takenBy(command: Command): string {
  if (command.commands.length > 0) return '<command>'
  const [, ...rest] = command.createHelp().subcommandTerm(command).split(' ')
  return command.usage().includes('<') ? command.usage() : rest.join(' ')
}

it.for(COMMANDS)('--help lists $name as it is, without reading it', async ({ name, takes, load }) => {
  const command = await load(process)
  expect(command.name()).toBe(name)
  expect(takes).toBe(takenBy(command))
})
