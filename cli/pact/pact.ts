import { Command } from 'commander'
import type { Io } from '../io.ts'
import { pactLintCommand } from './lint.ts'
import { pactVerifyCommand } from './verify.ts'

const ABOUT = `
Against a server:  npx gatecheck pact verify client-videos.json --base-url https://host/v1
Offline:           npx gatecheck pact lint client-videos.json`

export function pactCommand(io: Io): Command {
  const command = new Command('pact')
  command.addHelpText('after', ABOUT)
  for (const each of [pactVerifyCommand, pactLintCommand]) command.addCommand(each(io).showHelpAfterError(false))
  return command
}
