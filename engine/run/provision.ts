import { KEY_PREFIX } from '../../spec/words.ts'
import { PASSPHRASE } from '../config/network-names.ts'
import { UsageError } from '../config/target.ts'
import { PROXY_VARIABLES, type ProxyVariables } from '../http/network/proxies.ts'
import type { Keys } from '../keys/vault.ts'
import { usableWords } from '../keys/words.ts'

/** A server to test, with keys and settings of the user. */
export type Provision = {
  baseUrl: string
  keys: Keys
  imageUrl?: string
  failingPrompt?: string
  /** Words that are redacted like keys. */
  redact?: readonly string[]
  /** Passphrase of --client-key. */
  passphrase?: string
  /** Proxy variables. */
  environment?: ProxyVariables
}

export const KEY_VARIABLES: Record<keyof Keys, string> = {
  A: 'GATECHECK_KEY',
  A2: 'GATECHECK_SAME_ACCOUNT_KEY',
  B: 'GATECHECK_OTHER_ACCOUNT_KEY',
  R: 'GATECHECK_REVOKED_KEY',
}

/** Plans send nothing, so any key of usual length will do. */
export const STAND_IN = 'cl_a-plan-sends-nothing-so-any-key-will-do'

/** Values may be empty or have surrounding white space. */
export type Given = {
  keys: Partial<Record<keyof Keys, string | undefined>>
  imageUrl?: string | undefined
  failingPrompt?: string | undefined
  redact?: readonly string[] | undefined
}

type Environment = Record<string, string | undefined>

export function provisionFrom(environment: Environment, baseUrl: string, redact: readonly string[] = []): Provision {
  const { GATECHECK_IMAGE_URL: imageUrl, GATECHECK_FAILING_PROMPT: failingPrompt } = environment
  const given = { keys: keysIn(environment), imageUrl, failingPrompt, redact: [...redact, ...wordsIn(environment)] }
  const missing = `No API key: set ${KEY_VARIABLES.A} to a key of the account to test with, in the environment or in a file for --env`
  return { ...provisionOf(baseUrl, given, KEY_VARIABLES, missing), ...waysIn(environment) }
}

/** `names`: names of the keys in errors. `missing`: the error without a key. */
export function provisionOf(baseUrl: string, given: Given, names: typeof KEY_VARIABLES, missing: string): Provision {
  const [imageUrl, failingPrompt] = [trimmed(given.imageUrl), trimmed(given.failingPrompt)]
  const keys = usableKeys(given.keys, names)
  if (keys.A === undefined) throw new UsageError(missing)
  const redact = usableWords(given.redact ?? [])
  return {
    baseUrl,
    keys: keys as Keys,
    ...(imageUrl && { imageUrl }),
    ...(failingPrompt && { failingPrompt }),
    ...(redact.length > 0 && { redact }),
  }
}

export function waysIn(environment: Environment): Pick<Provision, 'passphrase' | 'environment'> {
  const passphrase = environment[PASSPHRASE]
  const proxies = PROXY_VARIABLES.filter((name) => environment[name] !== undefined)
  return {
    ...(passphrase && { passphrase }),
    ...(proxies.length > 0 && { environment: Object.fromEntries(proxies.map((name) => [name, environment[name]])) }),
  }
}

/** Words to redact, from the environment, so that they do not appear in a shell history. */
export const wordsIn = ({ GATECHECK_REDACT: words = '' }: Environment): string[] =>
  words.split(',').flatMap((word) => trimmed(word) ?? [])

export const keysGivenIn = (environment: Environment): Partial<Keys> => usableKeys(keysIn(environment), KEY_VARIABLES)

const keysIn = (environment: Environment): Given['keys'] =>
  Object.fromEntries(Object.entries(KEY_VARIABLES).map(([name, variable]) => [name, environment[variable]]))

const trimmed = (text: string | undefined) => text?.trim() || undefined

/** Rejects equal keys, which would compare an account with itself. */
function usableKeys(given: Given['keys'], names: typeof KEY_VARIABLES): Partial<Keys> {
  const keys: Partial<Keys> = {}
  const known = new Map<string, string>()
  for (const name of Object.keys(KEY_VARIABLES) as (keyof Keys)[]) {
    const key = trimmed(given[name])
    if (key === undefined) continue
    const variable = names[name]
    refuseUnusable(key, variable)
    const same = known.get(key)
    if (same !== undefined)
      throw new UsageError(`${same} and ${variable} are the same key: use different keys, or leave one out`)
    known.set(key, variable)
    keys[name] = key
  }
  return keys
}

function refuseUnusable(key: string, variable: string): void {
  if (!key.startsWith(KEY_PREFIX)) throw new UsageError(`${variable} is not an API key: keys begin with ${KEY_PREFIX}`)
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(`${variable} contains white space or characters that are not allowed in a header`)
  if (key.length < KEY_PREFIX.length + 4) throw new UsageError(`${variable} is too short for an API key`)
}
