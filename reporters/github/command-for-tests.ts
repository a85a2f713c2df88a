import { OBEYED } from '../hostile-run-for-tests.ts'

/** The runner parses a command from the first :: to the next, with comma-separated properties. */
export const COMMAND = /^::(error|warning|notice) title=([^:,\r\n]+)::(.*)$/

const LONGEST = 900

/** Why a line is not exactly one command. */
export function faultInCommand(line: string): string | undefined {
  const [, , title, message = ''] = COMMAND.exec(line) ?? []
  if (title === undefined) return 'it is no command'
  if (/##\[|::/.test(`${title} ${message}`)) return 'a second command may begin in it'
  if (/%(?!25|0D|0A)/.test(message)) return 'an escape that is none'
  if (OBEYED.test(line) || line.includes('\n')) return 'a character that is obeyed'
  return line.length > LONGEST ? 'it is too long' : undefined
}
