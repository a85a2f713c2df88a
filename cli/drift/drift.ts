import { Command } from 'commander'
import type { Io } from '../io.ts'
import { acceptCommand } from './accept.ts'
import { checkCommand } from './check.ts'
import { diffCommand } from './diff.ts'
import { openapiDriftCommand } from './openapi.ts'
import { recordCommand } from './record.ts'

const ABOUT = `
Once:        npx gatecheck drift record      then review gatecheck-baseline.json, and commit it
Every night: npx gatecheck drift check       at most 2 jobs and 60 requests, polls not counted
To accept:   npx gatecheck drift accept ID --reason "…"

Exit codes of check and diff: 0 no change, or only compatible ones · 1 a breaking change (with --fail-on compatible: any
change) · 2 no verdict · 64 wrong usage, or no baseline · 70 internal error · 130 interrupted`

export function driftCommand(io: Io): Command {
  const command = new Command('drift')
  command.addHelpText('after', ABOUT)
  for (const each of [recordCommand, checkCommand, acceptCommand, diffCommand, openapiDriftCommand])
    command.addCommand(each(io).showHelpAfterError(false))
  return command
}
