import { detectAgent } from 'std-env'
import { agentReport } from '../../reporters/agent/agent.ts'
import type { RunRecord } from '../../reporters/reporter.ts'
import { type TerminalOptions, terminalReport } from '../../reporters/terminal/terminal.ts'
import type { Io } from '../io.ts'
import { screenOf } from './print.ts'

/** The printed report of a run: short for a coding agent, unless --verbose is set. */
export function reportText(io: Io, record: RunRecord, options: Omit<TerminalOptions, 'color' | 'width'>): string {
  if (isForAgent(io) && !options.verbose) return agentReport(record)
  return terminalReport(record, { ...screenOf(io), ...options })
}

/** Whether a coding agent reads the output. std-env knows the environment of this process only. */
export function isForAgent({ env }: Io): boolean {
  if (env.GATECHECK_AGENT) return env.GATECHECK_AGENT !== '0'
  return env === process.env && detectAgent().name !== undefined
}
