import type { Event, Standing, ToldBlame } from '../../proxy/news.ts'
import { excerpt, printable } from '../../runner/history/reading/words.ts'
import { openToOthers } from '../service/banner.ts'
import { paintWith } from '../terminal/paint.ts'

type Listening = { baseUrl: string; target: string; page: string; out: string; host: string; pid: number }

const LONGEST = 300

/** What is said of a proxy when it is there, with a line to paste into the shell of the client. */
export function proxyBanner({ baseUrl, target, page, out, host, pid }: Listening): string {
  const open = openToOthers(host)
  return `# Everything that comes to ${printable(baseUrl)} goes to ${printable(target)}, unchanged, and is judged.
${open === undefined ? '' : `# ${open}\n`}export GATECHECK_BASE_URL=${baseUrl}
# Who broke what, as a page: ${page}
# Ctrl-C ends it and leaves its reports in ${printable(out)}; kill -USR2 ${pid} writes them meanwhile.
`
}

/** One line for programs. */
export const proxyJson = (listening: Listening): string => `${JSON.stringify(listening)}\n`

const time = (ms: number) => {
  const date = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** What has just happened, on lines of its own; undefined for what nobody has to know at once. */
export function eventLines(event: Event, { color }: { color: boolean }): string | undefined {
  const paint = paintWith(color)
  switch (event.kind) {
    case 'found':
      return foundLines(event.finding, color)
    case 'withdrawn':
      return paint(
        'faint',
        `${time(Date.now())}  what was said of ${event.finding.clause} no longer stands, for what came since`,
      )
    case 'key':
      return paint('faint', `${time(Date.now())}  ${event.key} is a key that was not seen before`)
    case 'unreached':
      return paint('doubtful', `${time(Date.now())}  the target could not be reached: ${excerpt(event.why)}`)
    case 'unread':
      return paint(
        'doubtful',
        `${time(Date.now())}  a connection goes on unread, and is not judged: ${excerpt(event.why)}`,
      )
    case 'not recorded':
      return paint(
        'bad',
        `${time(Date.now())}  nothing more is recorded, and all goes on passing: ${excerpt(event.why)}`,
      )
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

/** One line that is drawn anew while it goes on. */
export function standingLine(
  { exchanges, connections, keys, findings, judged, late }: Standing,
  width: number,
): string {
  const by = (side: ToldBlame['side']) => findings.filter((each) => each.side === side).length
  const parts = [
    `${exchanges} exchanges (${judged} judged)`,
    `${connections} connections`,
    `${keys.length} keys`,
    `broken by the server: ${by('server')}, by the client: ${by('client')}`,
    ...(late.count > 0 ? [`late by ${Math.round(late.most)} ms at most`] : []),
  ]
  return parts.join(' · ').slice(0, width - 1)
}
