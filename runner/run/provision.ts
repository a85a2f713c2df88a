import { KEY_PREFIX } from '../../spec/words.ts'
import type { Keys } from '../keys/vault.ts'
import { UsageError } from '../settings/target.ts'

/** A server to test and what its user provides for it. */
export type Provision = {
  baseUrl: string
  keys: Keys
  imageUrl?: string
  failingPrompt?: string
}

export const KEY_VARIABLES: Record<keyof Keys, string> = {
  A: 'GATECHECK_KEY',
  A2: 'GATECHECK_SAME_ACCOUNT_KEY',
  B: 'GATECHECK_OTHER_ACCOUNT_KEY',
  R: 'GATECHECK_REVOKED_KEY',
}

type Environment = Record<string, string | undefined>

export function provisionFrom(environment: Environment, baseUrl: string): Provision {
  const given = (name: string) => environment[name]?.trim() || undefined
  const keys: Partial<Keys> = {}
  for (const [name, variable] of Object.entries(KEY_VARIABLES)) {
    const key = given(variable)
    if (key !== undefined) keys[name as keyof Keys] = key
  }
  if (keys.A === undefined) {
    throw new UsageError(
      `No key: set ${KEY_VARIABLES.A} to an API key of the account to test with, in the environment or in a file named with --env`,
    )
  }
  const whole = keys as Keys
  refuseUnusableKeys(whole)
  refuseEqualKeys(whole)
  const imageUrl = given('GATECHECK_IMAGE_URL')
  const failingPrompt = given('GATECHECK_FAILING_PROMPT')
  return { baseUrl, keys: whole, ...(imageUrl && { imageUrl }), ...(failingPrompt && { failingPrompt }) }
}

function refuseUnusableKeys(keys: Keys): void {
  for (const [name, key] of Object.entries(keys)) {
    const variable = KEY_VARIABLES[name as keyof typeof KEY_VARIABLES]
    if (!key.startsWith(KEY_PREFIX)) throw new UsageError(`${variable} is no key: keys begin with ${KEY_PREFIX}`)
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new UsageError(`${variable} holds white space or characters that no header can carry`)
    if (key.length < KEY_PREFIX.length + 4) throw new UsageError(`${variable} is too short to be a key`)
  }
}

/** Equal keys would make every comparison between accounts a comparison of an account with itself. */
function refuseEqualKeys(keys: Keys): void {
  const entries = Object.entries(keys) as [keyof typeof KEY_VARIABLES, string][]
  for (const [index, [name, key]] of entries.entries()) {
    const same = entries.slice(index + 1).find(([, other]) => other === key)
    if (same)
      throw new UsageError(
        `${KEY_VARIABLES[name]} and ${KEY_VARIABLES[same[0]]} hold the same key: give each its own, or leave one out`,
      )
  }
}
