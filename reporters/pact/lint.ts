import { printable } from '../../engine/history/reading/words.ts'
import type { Lint } from '../../engine/pact/conformance/lint.ts'
import type { Part } from '../../engine/pact/conformance/part.ts'
import { paintWith } from '../terminal/paint.ts'
import { labelled } from '../terminal/wrapping.ts'
import { counted } from '../words/counted.ts'

type Screen = { quiet: boolean; color: boolean; width: number }

export const lintJson = (lint: Lint): string => `${JSON.stringify({ schema: 1, ...lint }, null, 2)}\n`

const GROUPS = [
  { standing: 'against', mark: '✘', title: 'Contradicts the specification: a conforming response fails the pact' },
  { standing: 'beyond', mark: '!', title: 'Relies on unspecified behaviour: another conforming server may differ' },
  { standing: 'untold', mark: '?', title: 'Unknown' },
] as const

/** Parts of a contract that the specification does not back, with location and suggested replacement. */
export function lintText(lint: Lint, { quiet, color, width }: Screen): string {
  const paint = paintWith(color)
  const blocks = GROUPS.flatMap(({ standing, mark, title }) => {
    if (quiet && standing !== 'against') return []
    const own = lint.interactions.flatMap(({ description, parts }) =>
      parts.filter((part) => part.standing === standing).flatMap((part) => lines(part, description, mark, width)),
    )
    return own.length > 0 ? [[paint('strong', title), ...own]] : []
  })
  const { file, kind, interactions, messages, promised, beyond, against, untold } = lint
  const head = `${printable(file)} (${kind}): ${counted(interactions.length, 'interaction')}`
  const rest = messages > 0 ? [[`skipped: ${counted(messages, 'message')} (the interface has none)`]] : []
  const told = [
    `${against} of ${counted(promised + beyond + against + untold, 'part')} ${against === 1 ? 'contradicts' : 'contradict'} the specification`,
    `${beyond} ${beyond === 1 ? 'relies' : 'rely'} on unspecified behaviour`,
    `${promised} specified`,
    ...(untold > 0 ? [`${untold} unknown`] : []),
  ]
  const all = [
    ...(quiet ? [] : [[head]]),
    ...blocks,
    ...(quiet ? [] : rest),
    [`${wordFor(lint, paint)}  ${told.join(', ')}`],
  ]
  return `${all.map((block) => block.join('\n')).join('\n\n')}\n`
}

function wordFor({ beyond, against, untold }: Lint, paint: ReturnType<typeof paintWith>): string {
  if (against > 0) return paint('bad', 'CONTRADICTS')
  if (beyond > 0) return paint('doubtful', 'RELIES')
  return untold > 0 ? paint('doubtful', 'UNKNOWN') : paint('good', 'SPECIFIED')
}

function lines({ pointer, what, clauses = [], open, instead }: Part, description: string, mark: string, width: number) {
  const about = [...clauses, ...(open ? [open] : [])].join(', ')
  return [
    ...labelled(`  ${mark} `, `${printable(description)}: ${printable(what)}${about && ` (${about})`}`, width),
    ...labelled('      ', printable(pointer), width),
    ...(instead === undefined ? [] : labelled('      instead: ', printable(instead), width)),
  ]
}
