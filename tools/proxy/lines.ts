import { excerpt, printable } from '../../engine/history/reading/words.ts'
import { openToOthers } from '../../reporters/service/banner.ts'
import { paintWith } from '../../reporters/terminal/paint.ts'
import type { Event, Standing, ToldBlame } from './news.ts'

type Listening = { baseUrl: string; target: string; page: string; out: string; host: string; pid: number }

const LONGEST = 300

/** Printed at the start of a proxy, with a line for the client's shell. */
export function proxyBanner({ baseUrl, target, page, out, host, pid }: Listening): string {
  const open = openToOthers(host)
  return `# Forwards ${printable(baseUrl)} to ${printable(target)} unchanged and judges all traffic.
${open === undefined ? '' : `# ${open}\n`}export GATECHECK_BASE_URL=${baseUrl}
# Findings as a page: ${page}
# Ctrl-C stops it and writes the reports to ${printable(out)}; kill -USR2 ${pid} writes them now.
`
}

/** One line of JSON for programs. */
export const proxyJson = (listening: Listening): string => `${JSON.stringify(listening)}\n`

const time = (ms: number) => {
  const date = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** Lines for an event; undefined for events that need no line. */
export function eventLines(event: Event, { color }: { color: boolean }): string | undefined {
  const paint = paintWith(color)
  switch (event.kind) {
    case 'found':
      return foundLines(event.finding, color)
    case 'withdrawn':
      return paint('faint', `${time(Date.now())}  withdrawn: ${event.finding.clause}, because of later traffic`)
    case 'key':
      return paint('faint', `${time(Date.now())}  new key: ${event.key}`)
    case 'unreached':
      return paint('doubtful', `${time(Date.now())}  cannot reach the target: ${excerpt(event.why)}`)
    case 'unread':
      return paint(
        'doubtful',
        `${time(Date.now())}  a connection is forwarded without being judged: ${excerpt(event.why)}`,
      )
    case 'not recorded':
      return paint('bad', `${time(Date.now())}  recording stopped, forwarding continues: ${excerpt(event.why)}`)
    case 'failed':
      return undefined
  }
}

function foundLines(
  { side, clause, level, title, expected, received, cases, since, shown }: ToldBlame,
  color: boolean,
): string {
  const paint = paintWith(color)
  const isMust = level === 'must'
  const word = paint(isMust ? 'bad' : 'doubtful', isMust ? 'FAIL' : 'WARN')
  const many = cases > 1 ? `, ${cases} cases` : ''
  return [
    `${time(since)}  ${word}  ${side}  ${paint('strong', clause)} (${level}${many})`,
    `    ${printable(title)}`,
    `    expected ${excerpt(expected, LONGEST)}`,
    `    received ${excerpt(received, LONGEST)}`,
    ...shown.map(({ n, at, asked, came }) =>
      paint('faint', `    ${n}  ${time(at)}  ${excerpt(asked)}  → ${excerpt(came)}`),
    ),
  ].join('\n')
}

/** A status line that is redrawn. */
export function standingLine(
  { exchanges, connections, keys, findings, judged, late }: Standing,
  width: number,
): string {
  const by = (side: ToldBlame['side']) => findings.filter((each) => each.side === side).length
  const parts = [
    `${exchanges} exchanges (${judged} judged)`,
    `${connections} connections`,
    `${keys.length} keys`,
    `failed clauses: server ${by('server')}, client ${by('client')}`,
    ...(late.count > 0 ? [`added delay up to ${Math.round(late.most)} ms`] : []),
  ]
  return parts.join(' · ').slice(0, width - 1)
}
