import { UsageError } from '../../engine/config/target.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import { fingerprintIn, idOf, type Pinned, pinnedKeysIn } from '../../tools/certificate/verifying/pinned-keys.ts'
import type { Environment } from '../io.ts'

export type KeyOptions = { key?: string[]; revoked?: string[]; trustEmbeddedKey?: boolean }

const TRUSTED = 'GATECHECK_TRUSTED_KEY'
export const REVOKED = 'GATECHECK_REVOKED_SIGNING_KEY'

/**
 * Trusted and revoked keys. Trusted keys on the command line replace those of the environment; revoked keys are
 * combined.
 */
export function trustIn(
  { key, revoked = [], trustEmbeddedKey }: KeyOptions,
  environment: Environment,
): { trusted: Pinned[]; revoked: ReadonlySet<string> } {
  const pinned = environment[TRUSTED]
  if (trustEmbeddedKey && (key !== undefined || pinned !== undefined))
    throw new UsageError(
      `--trust-embedded-key cannot be combined with ${key === undefined ? TRUSTED : '--key'}: use one of them`,
    )
  const trusted = key?.flatMap((each) => keysNamed(each)) ?? (pinned === undefined ? [] : keysIn(pinned, TRUSTED))
  const gone = environment[REVOKED] === undefined ? [] : keysIn(environment[REVOKED], REVOKED)
  return { trusted, revoked: new Set([...revoked.flatMap((each) => keysNamed(each)), ...gone].map(idOf)) }
}

function keysNamed(named: string): Pinned[] {
  const fingerprint = fingerprintIn(named)
  return fingerprint === undefined ? keysIn(textOf(named), named) : [fingerprint]
}

function keysIn(text: string, place: string): Pinned[] {
  try {
    return pinnedKeysIn(text)
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${place}: ${error.message}`)
    throw error
  }
}

function textOf(path: string): string {
  try {
    return textGiven(path, path)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${error.message}; name a key by its file, or by its fingerprint of 64 characters`)
  }
}
