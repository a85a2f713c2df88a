import { text } from '../junit/xml.ts'
import type { Report } from '../outcome/report.ts'
import type { Manner, RunRecord } from '../reporter.ts'

/** White text on them has a contrast of at least 4.5. */
const COLORS = { good: '#2e7d32', bad: '#b3261e', unknown: '#8a5a00', old: '#616161' }
const LABEL_COLOR = '#444444'

type Badge = { label: string; message: string; color: string }

/** For an endpoint badge of shields.io, which refuses other keys. */
export function badgeJson({ report }: RunRecord, manner: Manner = {}): string {
  const { label, message, color } = badgeOf(report, manner)
  return `${JSON.stringify({ schemaVersion: 1, label, message, color: color.slice(1) }, null, 2)}\n`
}

function badgeOf(report: Report, { outdatedBefore = 0 }: Manner): Badge {
  const { target, spec, startedAt } = report
  const [result, color] = target.insecure ? ['not judged: --insecure', COLORS.unknown] : resultOf(report)
  const isOld = Date.parse(startedAt) < outdatedBefore
  return {
    label: target.embedded ? 'reference service' : 'gatecheck',
    message: `${isOld ? 'outdated: ' : ''}${result} · spec ${spec.sha256.slice(0, 7)} · ${startedAt.slice(0, 10)}`,
    color: isOld ? COLORS.old : color,
  }
}

/** Never green while a must clause has no verdict. */
function resultOf({ conformant, notJudged, clauses }: Report): [words: string, color: string] {
  const failed = clauses.filter(({ level, verdict }) => level === 'must' && verdict === 'fail').length
  if (conformant === false) return [`failing ${failed}`, COLORS.bad]
  if (conformant === true && notJudged.length === 0) return ['conformant', COLORS.good]
  return [notJudged.length === 0 ? 'not judged' : `not judged ${notJudged.length}`, COLORS.unknown]
}

/** Average width of a character of Verdana at 11 px; `textLength` compensates for other fonts. */
const CHARACTER = 6.2
const PADDING = 7

export function badgeSvg({ report }: RunRecord, manner: Manner = {}): string {
  const { label, message, color } = badgeOf(report, manner)
  const [left, right] = [label, message].map((each) => Math.round(each.length * CHARACTER) + 2 * PADDING) as [
    number,
    number,
  ]
  const words = (content: string, x: number, width: number) =>
    `<text x="${x + width / 2}" y="14" textLength="${width - 2 * PADDING}">${text(content)}</text>`
  const name = text(`${label}: ${message}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}">
  <title>${name}</title>
  <clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#round)">
    <rect width="${left}" height="20" fill="${LABEL_COLOR}"/>
    <rect x="${left}" width="${right}" height="20" fill="${color}"/>
  </g>
  <g fill="#ffffff" font-family="Verdana, 'DejaVu Sans', sans-serif" font-size="11" text-anchor="middle">
    ${words(label, 0, left)}
    ${words(message, left, right)}
  </g>
</svg>
`
}
