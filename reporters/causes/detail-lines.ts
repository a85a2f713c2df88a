import type { Cause } from './causes.ts'
import { type Details, furtherInWords } from './details.ts'

/** Longer requests can be taken from the history. */
const LONGEST_COMMAND = 4000

/** One line for each detail of a failure. */
export function linesOf(details: Details, cause: Cause | undefined): string[] {
  const command = commandWithin(details, LONGEST_COMMAND)
  return [
    ...(details.case === undefined ? [] : [`case: ${details.case}`]),
    `expected: ${details.expected}`,
    `received: ${details.received}`,
    ...(details.further.count > 0 ? [`and: ${furtherInWords(details.further)}`] : []),
    ...(details.reproduced === undefined ? [] : [`reproduced: ${details.reproduced}`]),
    ...(cause?.title === undefined ? [] : [`cause: ${cause.title}`]),
    ...(cause?.hint === undefined ? [] : [`likely cause: ${cause.hint}`]),
    ...(cause === undefined ? [] : [`fix: ${cause.fix}`]),
    `exchanges: ${details.exchanges}`,
    ...(command === undefined ? [] : [`try: ${command.text}`]),
  ]
}

/** A truncated command is useless. */
export function commandWithin({ command }: Details, most: number): Details['command'] {
  return command !== undefined && command.text.length <= most ? command : undefined
}
