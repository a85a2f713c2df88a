import { startEmbedded } from '../fixtures/embedded.ts'
import { type Provision, provisionFrom, STAND_IN } from '../runner/run/provision.ts'
import type { Wishes } from '../runner/settings/configuration.ts'
import { readConfig } from './config-file.ts'
import { environmentIn } from './env-file.ts'
import { type TargetOptions, wishesOf } from './target-options.ts'

export type Situation = {
  options: TargetOptions
  wishes: Wishes
  provision: Provision
  local: boolean
  /** What its user should know before anything is sent. */
  notes: string[]
  close(): Promise<void>
}

/** Flags go before the environment, and both before the configuration file. */
export async function situationOf(flags: TargetOptions, withKeys = true): Promise<Situation> {
  const { options: configured, note } = await readConfig(flags.config)
  const notes = note === undefined ? [] : [note]
  const options = { ...configured, ...flags }
  const environment = environmentOf(options.env)
  const baseUrl = flags.baseUrl ?? environment.GATECHECK_BASE_URL ?? options.baseUrl
  const wishes = wishesOf(options)
  if (baseUrl) {
    const provision =
      withKeys || environment.GATECHECK_KEY ? provisionFrom(environment, baseUrl) : { baseUrl, keys: { A: STAND_IN } }
    return { options, wishes, provision, local: false, notes, close: async () => undefined }
  }
  const embedded = await startEmbedded()
  return { options, wishes, provision: embedded.provision, local: true, notes, close: embedded.close }
}

/** A file of keys goes before what is set elsewhere. */
export function environmentOf(file: string | undefined): Record<string, string | undefined> {
  return { ...process.env, ...(file === undefined ? {} : environmentIn(file)) }
}
