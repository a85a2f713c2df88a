import type { Wishes } from '../../engine/config/configuration.ts'
import { UsageError } from '../../engine/config/target.ts'
import { usableWords } from '../../engine/keys/words.ts'
import { KEY_VARIABLES, type Provision, provisionFrom, STAND_IN, waysIn, wordsIn } from '../../engine/run/provision.ts'
import type { Environment, Io } from '../io.ts'
import { leaveUntidied } from '../process/memory.ts'
import { readConfig } from './config-file.ts'
import { environmentIn } from './env-file.ts'
import { tellUnknownNames } from './environment-names.ts'
import { type RecordedTarget, recordedBaseUrl, tellRecordedTarget } from './recorded-target.ts'
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

type Start = {
  /** Whether anything is to be sent. */
  withKeys?: boolean
  /** The server of the run or baseline that the command starts from. */
  recorded?: RecordedTarget | undefined
}

/** Flags go before the environment, and both before the configuration file. */
export async function situationOf(
  io: Io,
  flags: TargetOptions,
  { withKeys = true, recorded }: Start = {},
): Promise<Situation> {
  const { options: configured, note } = await readConfig(flags.config)
  const notes = note === undefined ? [] : [note]
  const options = { ...configured, ...flags }
  tellUnknownNames(io)
  const environment = environmentOf(io, options.env)
  const baseUrl = recorded
    ? recordedBaseUrl(recorded, { flag: flags.baseUrl, environment, configured: configured.baseUrl })
    : (flags.baseUrl ?? environment.GATECHECK_BASE_URL ?? options.baseUrl)
  if (recorded) tellRecordedTarget(io, recorded, baseUrl)
  const wishes = wishesOf(options)
  if (baseUrl) {
    const provision =
      withKeys || environment.GATECHECK_KEY
        ? provisionFrom(environment, baseUrl, options.redact)
        : { baseUrl, keys: { A: STAND_IN }, ...waysIn(environment) }
    return { options, wishes, provision, local: false, notes, close: async () => undefined }
  }
  if (withKeys && !recorded) refuseKeysWithoutAServer(environment, options.env)
  const redact = usableWords([...(options.redact ?? []), ...wordsIn(environment)])
  leaveUntidied()
  // Whoever tests a server of his own need not load this one.
  const { startEmbedded } = await import('../../fixtures/embedded.ts')
  const embedded = await startEmbedded()
  return { options, wishes, provision: { ...embedded.provision, redact }, local: true, notes, close: embedded.close }
}

/** Whoever gives a key means a server of his own: a green run against ours would tell him nothing. */
function refuseKeysWithoutAServer(environment: Environment, file: string | undefined): void {
  const [variable] = Object.values(KEY_VARIABLES).filter((each) => environment[each]?.trim())
  const isEmpty = environment.GATECHECK_BASE_URL !== undefined
  // A file may hold nothing but the key that a certificate is signed with.
  const isForSigning = environment.GATECHECK_SIGNING_KEY !== undefined
  if (variable === undefined && !isEmpty && (file === undefined || isForSigning)) return
  const given = isEmpty ? 'GATECHECK_BASE_URL is empty' : variable ? `${variable} is set` : `--env ${file} is given`
  const remedy = `set GATECHECK_BASE_URL or --base-url. To test the embedded reference service, ${isEmpty ? 'unset GATECHECK_BASE_URL' : variable ? `unset ${variable}` : 'leave out --env'}`
  throw new UsageError(`${given}${isEmpty ? '' : ' without a base URL'}: ${remedy}`)
}

/** A file of keys goes before what is set elsewhere. */
export function environmentOf({ env }: Io, file: string | undefined): Environment {
  return { ...env, ...(file === undefined ? {} : environmentIn(file)) }
}
