import { excerpt, list, printable } from '../../engine/history/reading/words.ts'
import type { Part } from '../../engine/pact/conformance/part.ts'
import type { Report } from '../outcome/report.ts'
import { paintWith, type Style } from '../terminal/paint.ts'
import { labelled } from '../terminal/wrapping.ts'

/**
 * kept: the server responds as the contract expects · broken: it does not, and the specification requires it · relies:
 * it does not, and the specification does not require it · pending: the provider state could not be set up · undecided:
 * the response allows no verdict.
 */
type Standing = 'kept' | 'broken' | 'relies' | 'pending' | 'undecided'

/** Result of an interaction. */
export type InteractionTold = {
  name: string
  file: string
  pointer: string
  standing: Standing
  /** The highest level of the violated clauses. */
  level?: 'must' | 'should'
  clauses: string[]
  reason?: string
  /** Differences reported by Pact. */
  mismatches: string[]
  evidence: number[]
  /** Parts that the specification does not require. */
  unpromised: Part[]
}
export type Verification = {
  verdict: Report['verdict']
  /** TLS certificates of server and broker were not verified. */
  insecure?: true
  interactions: InteractionTold[]
}
type Screen = { color: boolean; width: number; quiet: boolean }

export const verificationJson = (verification: Verification): string =>
  `${JSON.stringify({ schema: 1, ...verification }, null, 2)}\n`

const MARKS: Record<Standing, { mark: string; words: string; style: Style }> = {
  broken: { mark: '✘', words: 'failed', style: 'bad' },
  relies: { mark: '!', words: 'relies on unspecified behaviour, and this server differs', style: 'doubtful' },
  undecided: { mark: '?', words: 'is inconclusive', style: 'doubtful' },
  pending: { mark: '–', words: 'is pending', style: 'faint' },
  kept: { mark: '✔', words: 'passed', style: 'good' },
}

/** Each interaction of the contracts, in their order. */
export function verificationText({ interactions }: Verification, { color, width, quiet }: Screen): string {
  const paint = paintWith(color)
  const shown = interactions.filter(({ standing }) => !quiet || standing === 'broken')
  const lines = shown.flatMap((each) => {
    const { mark, words, style } = MARKS[each.standing]
    const [first = '', ...rest] = labelled(`${mark} `, `${printable(each.name)} ${words}${aboutIt(each)}`, width)
    return [
      // Escape codes have no width.
      paint(style, mark) + first.slice(mark.length),
      ...rest,
      ...(each.mismatches.length > 0 ? labelled('    ', excerpt(list(each.mismatches), 300), width) : []),
      ...hintsOf(each).flatMap((hint) => labelled('    ', printable(hint), width)),
    ]
  })
  return lines.length > 0 ? `${lines.join('\n')}\n\n` : ''
}

function aboutIt({ clauses, level, reason, evidence }: InteractionTold): string {
  if (reason !== undefined) return `: ${printable(reason)}`
  if (clauses.length === 0) return ''
  return ` (${level}: ${clauses.join(', ')}; exchange ${evidence.at(-1)})`
}

/** For passed interactions, "pact lint" reports reliance on unspecified behaviour. */
function hintsOf({ standing, unpromised }: InteractionTold): string[] {
  if (standing !== 'relies') return []
  return unpromised.map(({ pointer, what, instead }) => `${pointer}: ${what}${instead ? `; instead: ${instead}` : ''}`)
}
