import type { Command } from 'commander'

/** Headings of the options in `--help`, in their order. */
export const HEADINGS = {
  target: 'Target and keys:',
  selection: 'Selection and verdict:',
  budget: 'Budget and pace:',
  network: 'Network:',
  output: 'Output:',
} as const

/** Options that the command accepts, so that one configuration serves all commands, and does not use. */
export function hideUnused(command: Command, names: readonly string[]): Command {
  for (const option of command.options) if (names.includes(option.attributeName())) option.hideHelp()
  return command
}
