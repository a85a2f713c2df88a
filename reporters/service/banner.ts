import { isIP } from 'node:net'
import { printable } from '../../engine/history/reading/words.ts'
import type { RunningService } from '../../service/start.ts'

type Told = Pick<RunningService, 'baseUrl' | 'keys' | 'imageUrl' | 'failingPrompt' | 'control'>
type Playing = Pick<RunningService, 'scenarios'>

/** Where the service listens, and the keys that the user set. */
export type Circumstances = { host: string; given: readonly (keyof RunningService['keys'])[] }

const VARIABLES = {
  own: 'GATECHECK_KEY',
  sameAccount: 'GATECHECK_SAME_ACCOUNT_KEY',
  otherAccount: 'GATECHECK_OTHER_ACCOUNT_KEY',
  revoked: 'GATECHECK_REVOKED_KEY',
} as const satisfies Record<keyof RunningService['keys'], string>

/** Comments and lines to paste into a shell. */
export function serviceBanner(service: Told & Playing, { host, given }: Circumstances): string {
  const { baseUrl, keys, imageUrl, failingPrompt, control, scenarios } = service
  const played = scenarios.playing().map(({ as }) => printable(as))
  const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]
  // Not printed: a key of the user may be valid elsewhere.
  const lines = names.map((name) =>
    given.includes(name) ? `# ${VARIABLES[name]} is already set` : `export ${VARIABLES[name]}=${keys[name]}`,
  )
  return `# The reference service is running; Ctrl-C stops it. Paste this into another shell:
${isLoopback(host) ? '' : `# ${openToOthers(host)}\n`}export GATECHECK_BASE_URL=${baseUrl}
${lines.join('\n')}
export GATECHECK_IMAGE_URL=${imageUrl}
export GATECHECK_FAILING_PROMPT='${failingPrompt}'
${
  control === undefined
    ? ''
    : `export GATECHECK_CONTROL=${control}/control
`
}# Examples:
#   curl -H "Authorization: Bearer $GATECHECK_KEY" $GATECHECK_BASE_URL/models
#   npx gatecheck run --poll-interval 20ms
${
  played.length === 0
    ? ''
    : `# Active: ${played.join(' · ')}
`
}${control === undefined ? '' : consoleLines(control)}`
}

function consoleLines(control: string): string {
  return `# Console: ${control}
# Control API: ${control}/control (OpenAPI: ${control}/control/openapi.json)
`
}

/** One line of JSON for programs; run() takes its baseUrl and keys. */
export function serviceJson(
  { baseUrl, keys, imageUrl, failingPrompt, control }: Told,
  host: string,
  pid: number,
): string {
  const { own: key, sameAccount, otherAccount, revoked } = keys
  const record = {
    baseUrl,
    keys: { key, sameAccount, otherAccount, revoked },
    imageUrl,
    failingPrompt,
    control,
    host,
    port: Number(new URL(baseUrl).port),
    pid,
  }
  return `${JSON.stringify(record)}\n`
}

/** A warning if other machines can reach the service. */
export function openToOthers(host: string): string | undefined {
  if (isLoopback(host)) return undefined
  return `Warning: it listens on ${host}; other machines can reach it.`
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
