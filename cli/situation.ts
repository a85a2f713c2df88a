import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { startEmbedded } from '../fixtures/embedded.ts'
import { type Provision, provisionFrom } from '../runner/run/provision.ts'
import type { Wishes } from '../runner/settings/configuration.ts'
import { UsageError } from '../runner/settings/target.ts'
import { readConfig } from './config-file.ts'
import { type TargetOptions, wishesOf } from './target-options.ts'

/** A plan needs no key, only the length of a usual one. */
const STAND_IN = 'cl_a-plan-sends-nothing-so-any-key-will-do'

export type Situation = {
  options: TargetOptions
  wishes: Wishes
  provision: Provision
  local: boolean
  close(): Promise<void>
}

/** Flags go before the environment, and both before the configuration file. */
export async function situationOf(flags: TargetOptions, withKeys = true): Promise<Situation> {
  const options = { ...(await readConfig(flags.config)), ...flags }
  const environment = environmentOf(flags.env)
  const baseUrl = flags.baseUrl ?? environment.GATECHECK_BASE_URL ?? options.baseUrl
  const wishes = wishesOf(options)
  if (baseUrl) {
    const provision =
      withKeys || environment.GATECHECK_KEY ? provisionFrom(environment, baseUrl) : { baseUrl, keys: { A: STAND_IN } }
    return { options, wishes, provision, local: false, close: async () => undefined }
  }
  const embedded = await startEmbedded()
  return { options, wishes, provision: embedded.provision, local: true, close: embedded.close }
}

/** A file of keys goes before what is set elsewhere. */
export function environmentOf(file: string | undefined): Record<string, string | undefined> {
  return { ...process.env, ...fromFile(file) }
}

function fromFile(path: string | undefined): Record<string, string | undefined> {
  if (path === undefined) return {}
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch {
    throw new UsageError(`--env ${path} cannot be read`)
  }
}
