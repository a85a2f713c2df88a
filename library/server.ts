import { wishesOf } from '../cli/options/wishes.ts'
import type { Wishes } from '../engine/config/configuration.ts'
import type { OptionValues } from '../engine/config/options.ts'
import { readOptions } from '../engine/config/read-options.ts'
import { UsageError } from '../engine/config/target.ts'
import { usableWords } from '../engine/keys/words.ts'
import {
  type Given,
  KEY_VARIABLES,
  type Provision,
  provisionOf,
  STAND_IN,
  waysIn,
  wordsIn,
} from '../engine/run/provision.ts'
import type { Keys, Output, PlanOptions, Server } from './options.ts'

/** Everything that a run needs; `close` stops the embedded service. */
export type Settled = {
  provision: Provision
  wishes: Wishes
  local: boolean
  output: { out?: string; keep?: number; report?: string[] }
  close(): Promise<void>
}

/** Names of the keys in `keys`. */
const NAMES = { A: 'key', A2: 'sameAccount', B: 'otherAccount', R: 'revoked' } as const
const MISSING = {
  keys: 'No API key: set keys: { key: … } to a key of the account to test with',
  env: `No API key: env does not contain ${KEY_VARIABLES.A}`,
}

export type WishedRun = PlanOptions & Output

/** Reads and checks all options, with the messages of the command line. */
export async function settled(asked: WishedRun, withKeys = true): Promise<Settled> {
  const { baseUrl, keys, imageUrl, failingPrompt, env, embedded, ...others } = asked
  const options = readOptions(others, 'options')
  const { provision, local, close } = await serverOf(
    { baseUrl, keys, imageUrl, failingPrompt, env, embedded },
    withKeys,
    options.redact,
  )
  return { provision, wishes: wishesOf(options), local, output: outputOf(options), close }
}

export function outputOf({ out, keep, report }: OptionValues): Settled['output'] {
  return {
    ...(out !== undefined && { out }),
    ...(keep !== undefined && { keep }),
    ...(report !== undefined && { report }),
  }
}

type Reached = Pick<Settled, 'provision' | 'local' | 'close'>

async function serverOf(
  { embedded, ...server }: Server,
  withKeys: boolean,
  redact: readonly string[] = [],
): Promise<Reached> {
  if (embedded) {
    const beside = Object.entries(server).find(([, value]) => value !== undefined)
    if (beside) throw new UsageError(`options: embedded cannot be combined with ${beside[0]}: leave one of them out`)
    // On demand: runs of other servers need not load it.
    const { startEmbeddedInThread } = await import('../fixtures/embedded.ts')
    const { provision, close } = await startEmbeddedInThread()
    return { provision: { ...provision, redact: usableWords(redact) }, close, local: true }
  }
  return { provision: provisionFor(server, withKeys, redact), local: false, close: async () => undefined }
}

function provisionFor(
  { baseUrl, keys, imageUrl, failingPrompt, env = {} }: Server,
  withKeys: boolean,
  redact: readonly string[] = [],
): Provision {
  const url = baseUrl || env.GATECHECK_BASE_URL
  if (!url)
    throw new UsageError('options: no server: set baseUrl (and keys), env with GATECHECK_BASE_URL, or embedded: true')
  const given: Given = {
    keys: { ...keysIn(env), ...keysOf(keys) },
    imageUrl: imageUrl ?? env.GATECHECK_IMAGE_URL,
    failingPrompt: failingPrompt ?? env.GATECHECK_FAILING_PROMPT,
    redact: [...redact, ...wordsIn(env)],
  }
  if (!withKeys && given.keys.A === undefined) given.keys.A = STAND_IN
  const called = keys === undefined ? KEY_VARIABLES : calledIn(keys)
  const missing = keys === undefined && Object.keys(env).length > 0 ? MISSING.env : MISSING.keys
  return { ...provisionOf(url, given, called, missing), ...waysIn(env) }
}

const ALL = Object.keys(NAMES) as (keyof typeof NAMES)[]

const keysOf = (keys: Partial<Keys> = {}) =>
  Object.fromEntries(ALL.flatMap((name) => (keys[NAMES[name]] === undefined ? [] : [[name, keys[NAMES[name]]]])))

const keysIn = (env: NonNullable<Server['env']>) =>
  Object.fromEntries(ALL.map((name) => [name, env[KEY_VARIABLES[name]]]))

const calledIn = (keys: Partial<Keys>) =>
  Object.fromEntries(
    ALL.map((name) => [name, keys[NAMES[name]] === undefined ? KEY_VARIABLES[name] : `keys.${NAMES[name]}`]),
  ) as typeof KEY_VARIABLES
