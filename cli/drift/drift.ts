import { Command } from 'commander'
import { acceptCommand } from './accept.ts'
import { checkCommand } from './check.ts'
import { diffCommand } from './diff.ts'
import { openapiDriftCommand } from './openapi.ts'
import { recordCommand } from './record.ts'

const ABOUT = `
Once:          gatecheck drift record               then look through gatecheck-baseline.json, and commit it
Each night:    gatecheck drift check                at most one job of a second and 60 requests, polls aside
What you know: gatecheck drift accept ID --reason "…"

Exit codes of check and diff: 0 nothing changed, or nothing that breaks a client · 1 something that does (with
--fail-on compatible anything) · 2 nothing could be looked at, or it was cut short · 64 wrong usage, no baseline · 70 a
change that was planted to see whether it is found was not: a fault of gatecheck · 130 interrupted`

export function driftCommand(): Command {
  const command = new Command('drift')
  command.addHelpText('after', ABOUT)
  for (const each of [recordCommand, checkCommand, acceptCommand, diffCommand, openapiDriftCommand])
    command.addCommand(each().showHelpAfterError(false))
  return command
}
