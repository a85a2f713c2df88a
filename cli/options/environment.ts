import { parseEnv } from 'node:util'
import { editDistance, nearest } from '../../engine/config/nearest-names.ts'
import { PASSPHRASE } from '../../engine/config/network-names.ts'
import { UsageError } from '../../engine/config/target.ts'
import { KEY_VARIABLES } from '../../engine/run/provision.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import { KEY_PREFIX } from '../../spec/words.ts'
import type { Environment, Io } from '../io.ts'

const PREFIX = 'GATECHECK_'
const KNOWN = [
  'GATECHECK_BASE_URL',
  ...Object.values(KEY_VARIABLES),
  'GATECHECK_IMAGE_URL',
  'GATECHECK_FAILING_PROMPT',
  'GATECHECK_REDACT',
  'GATECHECK_AGENT',
  PASSPHRASE,
  'GATECHECK_SIGNING_KEY',
  'GATECHECK_TRUSTED_KEY',
  'GATECHECK_REVOKED_SIGNING_KEY',
  // For scripts that call the control API; no command reads it.
  'GATECHECK_CONTROL',
]

/** The environment of a command; the file of --env takes precedence. */
export function environmentOf({ env }: Io, file: string | undefined): Environment {
  return { ...env, ...(file === undefined ? {} : environmentIn(file)) }
}

/** Other programs may use the prefix, so unknown names get a warning only. */
export function tellUnknownNames({ env, stderr }: Io): void {
  const unknown = Object.keys(env)
    .toSorted()
    .flatMap((name) => unknownName(name) ?? [])
  if (unknown.length > 0) stderr.write(`Warning: in the environment, ${unknown.join(' ')}\n`)
}

function unknownName(name: string): string | undefined {
  if (KNOWN.includes(name) || !name.toUpperCase().startsWith(PREFIX)) return undefined
  const suffixes = KNOWN.map((known) => known.slice(PREFIX.length))
  const meant = nearest(name.slice(PREFIX.length), suffixes)
  return unknown(
    name,
    meant.map((suffix) => PREFIX + suffix),
  )
}

/** In an env file for gatecheck, a misspelt prefix counts, too. */
function misspeltName(name: string): string | undefined {
  if (KNOWN.includes(name)) return undefined
  const near = KNOWN.filter((known) => editDistance(name.toUpperCase().slice(0, 100), known) <= 2)
  return unknownName(name) ?? (near.length > 0 ? unknown(name, near) : undefined)
}

function unknown(name: string, meant: readonly string[]): string {
  // Without the equals sign, the name may contain a key.
  const [shown] = name.split(KEY_PREFIX)
  const hint = meant.length === 0 ? `Known names: ${KNOWN.join(', ')}` : `Did you mean ${meant.join(' or ')}?`
  return `unknown name ${shown}${shown === name ? '' : '…'}. ${hint}`
}

function environmentIn(path: string): Environment {
  const text = textGiven(path, `--env ${path}`)
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
  // Messages repeat no part of a line, which may contain a key.
  const refuse = (line: number, why: string) => {
    throw new UsageError(`--env ${path}, line ${line}: ${why}`)
  }
  const malformed = malformedLine(text)
  if (malformed) refuse(malformed.line, malformed.why)
  const environment = parseEnv(text)
  for (const name of Object.keys(environment)) {
    const misspelt = misspeltName(name)
    if (misspelt !== undefined) refuse(lineOf(name, text), misspelt)
  }
  return environment
}

function lineOf(name: string, text: string): number {
  const lines = text.split('\n').map((line) => line.trim().replace(/^export\s+/, ''))
  return lines.findIndex((line) => line.startsWith(name) && /^\s*=/.test(line.slice(name.length))) + 1
}

/** The first line that is not NAME=value, a comment or empty: `parseEnv` would drop it, and a key with it. */
export function malformedLine(text: string): { line: number; why: string } | undefined {
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name, value] = /^(?:export\s+)?([^=]*)=\s*(.*)$/s.exec(line) ?? []
    if (name === undefined || value === undefined)
      return { line: at + 1, why: 'missing =; write each line as NAME=value' }
    if (!/^[A-Za-z_][\w.-]*$/.test(name.trim())) return { line: at + 1, why: 'invalid name before =' }
    const [quote = ''] = /^["'`]/.exec(value) ?? []
    if (quote === '') continue
    // A quoted value may continue on further lines.
    const rest = [value.slice(1), ...lines.slice(at + 1)]
    const last = rest.findIndex((each) => each.includes(quote))
    if (last < 0) return { line: at + 1, why: `missing closing quote ${quote}` }
    const behind = rest[last]!.slice(rest[last]!.indexOf(quote) + 1)
    if (!/^\s*(#.*)?$/.test(behind)) return { line: at + 1, why: `unexpected text after the closing quote ${quote}` }
    at += last
  }
  return undefined
}
