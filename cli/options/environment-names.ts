import { editDistance, nearest } from '../../engine/config/nearest-names.ts'
import { PASSPHRASE } from '../../engine/config/network-names.ts'
import { KEY_VARIABLES } from '../../engine/run/provision.ts'
import { KEY_PREFIX } from '../../spec/words.ts'
import type { Io } from '../io.ts'

const PREFIX = 'GATECHECK_'
const KNOWN = [
  'GATECHECK_BASE_URL',
  ...Object.values(KEY_VARIABLES),
  'GATECHECK_IMAGE_URL',
  'GATECHECK_FAILING_PROMPT',
  'GATECHECK_REDACT',
  PASSPHRASE,
  'GATECHECK_SIGNING_KEY',
  'GATECHECK_TRUSTED_KEY',
  'GATECHECK_REVOKED_SIGNING_KEY',
  // For whoever leads a service by curl: no command reads it.
  'GATECHECK_CONTROL',
]

/** As near as that, it is one of ours with a slip in it, however it begins. */
const SLIPS = 2

/** A name that begins as ours do, and is none of them; with what is to be said of it. */
function unknownName(name: string): string | undefined {
  if (KNOWN.includes(name) || !name.toUpperCase().startsWith(PREFIX)) return undefined
  const suffixes = KNOWN.map((known) => known.slice(PREFIX.length))
  return inWords(
    name,
    nearest(name.slice(PREFIX.length), suffixes).map((suffix) => PREFIX + suffix),
  )
}

/** Where somebody writes for us, a slip in the beginning is one, too. */
export function misspeltName(name: string): string | undefined {
  const near = KNOWN.filter((known) => known !== name && editDistance(name.toUpperCase().slice(0, 100), known) <= SLIPS)
  return unknownName(name) ?? (near.length > 0 && !KNOWN.includes(name) ? inWords(name, near) : undefined)
}

function inWords(name: string, meant: readonly string[]): string {
  // Whoever has left out an equals sign has a key in his name.
  const [shown] = name.split(KEY_PREFIX)
  const proposal = meant.length === 0 ? `Known names: ${KNOWN.join(', ')}` : `Did you mean ${meant.join(' or ')}?`
  return `unknown name ${shown}${shown === name ? '' : '…'}. ${proposal}`
}

/** Others may set names for purposes of their own: that is worth a line, and no more. */
export function tellUnknownNames({ env, stderr }: Io): void {
  const unknown = Object.keys(env)
    .toSorted()
    .flatMap((name) => unknownName(name) ?? [])
  if (unknown.length > 0) stderr.write(`Warning: in the environment, ${unknown.join(' ')}\n`)
}
