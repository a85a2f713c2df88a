import { excerpt, printable } from '../../../engine/history/reading/words.ts'
import { paintWith } from '../../../reporters/terminal/paint.ts'
import { labelled, wrap } from '../../../reporters/terminal/wrapping.ts'
import { counted } from '../../../reporters/words/counted.ts'
import type { DocumentFinding } from '../openapi/finding.ts'
import type { DocumentCompared } from '../openapi/openapi.ts'

type About = { document: string; seen: string | undefined }
type Screen = About & { quiet: boolean; color: boolean; width: number }

export const documentJson = (compared: DocumentCompared, about: About): string =>
  `${JSON.stringify({ schema: 1, document: about.document, seen: about.seen ?? null, ...compared }, null, 2)}\n`

const GROUPS: { title: string; mark: string; has(finding: DocumentFinding): boolean }[] = [
  {
    title: 'Contradicts the specification',
    mark: '✘',
    has: ({ side, kind }) => side === 'law' && kind !== 'done, not said',
  },
  {
    title: 'Documented, but the server differs',
    mark: '✘',
    has: ({ side, kind }) => side === 'observed' && kind !== 'done, not said',
  },
  { title: 'Server behaviour that is not documented', mark: '+', has: ({ kind }) => kind === 'done, not said' },
]

/** Contradictions and omissions of a published document; the verdict is the last line. */
export function documentText({ findings, leftOut, isCut }: DocumentCompared, screen: Screen): string {
  const { document, seen, quiet, color, width } = screen
  const paint = paintWith(color)
  const against =
    seen === undefined
      ? 'the specification only; record a baseline to compare with the server, too'
      : `the specification and ${seen}`
  const blocks = GROUPS.flatMap(({ title, mark, has }) => {
    const own = findings.filter(has)
    if (own.length === 0 || (quiet && mark === '+')) return []
    return [[paint('strong', title), ...own.flatMap((finding) => lines(finding, mark, width))]]
  })
  const head = quiet ? [] : [wrap(printable(`${document}, against ${against}`), width)]
  const rest = leftOut.map(({ what, why }) => `not checked: ${excerpt(what, 100)}: ${excerpt(why, 160)}`)
  const misleading = findings.filter(({ kind }) => kind !== 'done, not said').length
  const unsaid = findings.length - misleading
  const word = misleading > 0 ? paint('bad', 'MISLEADS') : paint('good', 'AGREES')
  const parts = [
    misleading > 0
      ? `${counted(misleading, 'statement')} in ${printable(document)} would mislead a client`
      : `${printable(document)} has no wrong statements`,
    ...(unsaid > 0 ? [`${counted(unsaid, 'behaviour')} not documented`] : []),
    ...(isCut ? ['the list is incomplete'] : []),
  ]
  return `${[...head, ...blocks, ...(rest.length > 0 && !quiet ? [rest] : []), [`${word}  ${parts.join('; ')}`]].map((block) => block.join('\n')).join('\n\n')}\n`
}

function lines({ what, id, clause }: DocumentFinding, mark: string, width: number): string[] {
  const about = clause === undefined ? id : `${clause}, ${id}`
  return labelled(`  ${mark} `, `${printable(what)} (${about})`, width)
}
