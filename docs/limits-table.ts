import { markdownTable } from '../bench/markdown-table.ts'
import { tell } from '../bench/tell.ts'
import { LIMITS_BY_SUBJECT, type Limit } from '../engine/config/limits.ts'

const PATH = 'docs/reference/limits.md'
const NOT_SENT = 'The request is not sent, and clauses that need it are inconclusive.'

/** Limits without a default. */
const OPTIONS = [
  ['--max-jobs', 'Jobs that the server accepted or may have accepted; each costs money.', NOT_SENT],
  ['--max-video-seconds', 'Requested video in seconds, which most servers charge for.', NOT_SENT],
  ['--max-cost', 'Cost by --prices of all jobs that the server accepted or may have accepted.', NOT_SENT],
  [
    '--max-requests',
    'All requests, including downloads and polls; up to half of them are reserved for polls.',
    NOT_SENT,
  ],
  [
    '--rate',
    'Requests in any second, for shared servers and servers with rate limits.',
    'The request waits. Clauses that need requests not sent before the deadline are inconclusive.',
  ],
  ['--max-duration', 'Longest video that the account may request, in seconds.', NOT_SENT],
  ['--max-resolution', 'Largest resolution that the account may request.', NOT_SENT],
]

const LARGER: Partial<Record<Limit['unit'], [by: number, unit: string][]>> = {
  bytes: [
    [1024 * 1024, 'MiB'],
    [1024, 'KiB'],
  ],
  ms: [
    [60_000, 'min'],
    [1000, 's'],
  ],
}

function amount({ most, unit }: Limit): string {
  const [by, larger] = LARGER[unit]?.find(([size]) => most % size === 0) ?? [1, unit]
  const number = (most / by).toLocaleString('en')
  return larger === 'pieces' ? number : `${number} ${larger}`
}

function tableOf(limits: Record<string, Limit>): string {
  const rows = Object.entries(limits).map(([name, limit]) => [
    `\`${name}\``,
    amount(limit),
    limit.about,
    limit.beyond,
    limit.option ? `\`${limit.option}\`` : '–',
  ])
  return markdownTable([['limit', 'maximum', 'what it limits', 'beyond it', 'option'], ...rows])
}

/** Part of "npm run generate". */
const tables = Object.entries(LIMITS_BY_SUBJECT).map(([subject, limits]) => `## ${subject}\n\n${tableOf(limits)}`)
tell(PATH, 'limits', tables.join('\n\n'))
const options = OPTIONS.map(([option, ...rest]) => [`\`${option}\``, ...rest])
tell(PATH, 'options', markdownTable([['option', 'what it limits', 'beyond it'], ...options]))
process.stdout.write(`${PATH}\n`)
