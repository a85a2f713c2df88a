import { KEY_PREFIX } from '../../spec/words.ts'
import { PASSPHRASE } from '../config/network-names.ts'
import { UsageError } from '../config/target.ts'
import { PROXY_VARIABLES, type ProxyVariables } from '../http/network/proxies.ts'
import type { Keys } from '../keys/vault.ts'
import { usableWords } from '../keys/words.ts'

/** A server to test and what its user provides for it. */
export type Provision = {
  baseUrl: string
  keys: Keys
  imageUrl?: string
  failingPrompt?: string
  /** Words that are kept out of every output, as keys are. */
  redact?: readonly string[]
  /** Opens the private key that is shown to the server. */
  passphrase?: string
  /** Where proxies are named. */
  environment?: ProxyVariables
}

export const KEY_VARIABLES: Record<keyof Keys, string> = {
  A: 'GATECHECK_KEY',
  A2: 'GATECHECK_SAME_ACCOUNT_KEY',
  B: 'GATECHECK_OTHER_ACCOUNT_KEY',
  R: 'GATECHECK_REVOKED_KEY',
}

/** A plan needs no key, only the length of a usual one. */
export const STAND_IN = 'cl_a-plan-sends-nothing-so-any-key-will-do'

/** As it comes from whoever gives it: empty, or with white space around it. */
export type Given = {
  keys: Partial<Record<keyof Keys, string | undefined>>
  imageUrl?: string | undefined
  failingPrompt?: string | undefined
  redact?: readonly string[] | undefined
}

type Called = typeof KEY_VARIABLES

type Environment = Record<string, string | undefined>

export function provisionFrom(environment: Environment, baseUrl: string, redact: readonly string[] = []): Provision {
  const { GATECHECK_IMAGE_URL: imageUrl, GATECHECK_FAILING_PROMPT: failingPrompt } = environment
  const provision = provisionOf(
    baseUrl,
    { keys: keysIn(environment), imageUrl, failingPrompt, redact: [...redact, ...wordsIn(environment)] },
    KEY_VARIABLES,
    `No API key: set ${KEY_VARIABLES.A} to a key of the account to test with, in the environment or in a file for --env`,
  )
  return { ...provision, ...waysIn(environment) }
}

/** `called`: by what name its giver knows each key. `missing`: what to say where there is none. */
export function provisionOf(baseUrl: string, given: Given, called: Called, missing: string): Provision {
  const [imageUrl, failingPrompt] = [trimmed(given.imageUrl), trimmed(given.failingPrompt)]
  const keys = usableKeys(given.keys, called)
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

/** How an environment leads to a server, besides its address. */
export function waysIn(environment: Environment): Pick<Provision, 'passphrase' | 'environment'> {
  const passphrase = environment[PASSPHRASE]
  const proxies = PROXY_VARIABLES.filter((name) => environment[name] !== undefined)
  return {
    ...(passphrase && { passphrase }),
    ...(proxies.length > 0 && { environment: Object.fromEntries(proxies.map((name) => [name, environment[name]])) }),
  }
}

/** In the environment, so that they need not stand in the history of a shell. */
export const wordsIn = ({ GATECHECK_REDACT: words = '' }: Environment): string[] =>
  words.split(',').flatMap((word) => trimmed(word) ?? [])

/** Whatever keys there are in an environment, each of them usable. */
export function keysGivenIn(environment: Environment): Partial<Keys> {
  return usableKeys(keysIn(environment), KEY_VARIABLES)
}

const keysIn = (environment: Environment): Given['keys'] =>
  Object.fromEntries(Object.entries(KEY_VARIABLES).map(([name, variable]) => [name, environment[variable]]))

function usableKeys(given: Given['keys'], called: Called): Partial<Keys> {
  const keys: Partial<Keys> = {}
  for (const name of Object.keys(KEY_VARIABLES) as (keyof Keys)[]) {
    const key = trimmed(given[name])
    if (key !== undefined) keys[name] = key
  }
  refuseUnusableKeys(keys, called)
  refuseEqualKeys(keys, called)
  return keys
}

const trimmed = (text: string | undefined) => text?.trim() || undefined

function refuseUnusableKeys(keys: Partial<Keys>, called: Called): void {
  for (const [name, key] of Object.entries(keys)) {
    const variable = called[name as keyof Called]
    if (!key.startsWith(KEY_PREFIX))
      throw new UsageError(`${variable} is not an API key: keys begin with ${KEY_PREFIX}`)
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new UsageError(`${variable} contains white space or characters that are not allowed in a header`)
    if (key.length < KEY_PREFIX.length + 4) throw new UsageError(`${variable} is too short for an API key`)
  }
}

/** Equal keys would make every comparison between accounts a comparison of an account with itself. */
function refuseEqualKeys(keys: Partial<Keys>, called: Called): void {
  const entries = Object.entries(keys) as [keyof Called, string][]
  for (const [index, [name, key]] of entries.entries()) {
    const same = entries.slice(index + 1).find(([, other]) => other === key)
    if (same)
      throw new UsageError(
        `${called[name]} and ${called[same[0]]} are the same key: use different keys, or leave one out`,
      )
  }
}
