import { existsSync } from 'node:fs'
import type { Wishes } from '../../engine/config/configuration.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import { UsageError } from '../../engine/config/target.ts'
import { EXPECTED_FILE } from '../../engine/expected/file.ts'
import { usableWords } from '../../engine/keys/words.ts'
import { KEY_VARIABLES, type Provision, provisionFrom, STAND_IN, waysIn, wordsIn } from '../../engine/run/provision.ts'
import type { Environment, Io } from '../io.ts'
import { leaveUntidied } from '../memory.ts'
import { readConfig } from './config-file.ts'
import { environmentOf, tellUnknownNames } from './environment.ts'
import { type RecordedTarget, recordedBaseUrl, tellRecordedTarget } from './recorded-target.ts'
import { wishesOf } from './wishes.ts'

export type Situation = {
  options: OptionValues
  wishes: Wishes
  provision: Provision
  local: boolean
  /** Printed before anything is sent. */
  notes: string[]
  close(): Promise<void>
}

/** A plan sends nothing, so it needs no running service. */
const STAND_IN_FOR_EMBEDDED: Provision = {
  baseUrl: 'http://127.0.0.1/v1',
  keys: {
    A: 'cl_PlanSendsNothing0SoItUsesNoRealKey12345A',
    A2: 'cl_PlanSendsNothing0SoItUsesNoRealKey12345B',
    B: 'cl_PlanSendsNothing0SoItUsesNoRealKey12345C',
    R: 'cl_PlanSendsNothing0SoItUsesNoRealKey12345D',
  },
  imageUrl: 'https://images.example.com/lighthouse.png',
  failingPrompt: 'A video that cannot be made',
}

type Start = {
  /** False: the command sends nothing. */
  withKeys?: boolean
  /** The server of the run or baseline that the command starts from. */
  recorded?: RecordedTarget | undefined
  /** Whether the list of known failures applies; 'write': its file may be missing. */
  expected?: 'read' | 'write'
}

/** Flags take precedence over the environment, and both over the configuration file. */
export async function situationOf(
  io: Io,
  flags: OptionValues,
  { withKeys = true, recorded, expected }: Start = {},
): Promise<Situation> {
  const { options: configured, note } = await readConfig(flags.config)
  const notes = note === undefined ? [] : [note]
  const options = withExpected({ ...configured, ...flags }, expected)
  tellUnknownNames(io)
  const environment = environmentOf(io, options.env)
  const baseUrl = recorded
    ? recordedBaseUrl(recorded, { flag: flags.baseUrl, environment, configured: configured.baseUrl })
    : (flags.baseUrl ?? environment.GATECHECK_BASE_URL ?? options.baseUrl)
  if (recorded) tellRecordedTarget(io, recorded, baseUrl)
  const { expected: file, ...others } = options
  const isMissing = expected === 'write' && file !== undefined && !existsSync(file)
  const wishes = wishesOf(isMissing ? others : options)
  if (baseUrl) {
    const provision =
      withKeys || environment.GATECHECK_KEY
        ? provisionFrom(environment, baseUrl, options.redact)
        : { baseUrl, keys: { A: STAND_IN }, ...waysIn(environment) }
    return { options, wishes, provision, local: false, notes, close: async () => undefined }
  }
  if (!withKeys)
    return { options, wishes, provision: STAND_IN_FOR_EMBEDDED, local: true, notes, close: async () => undefined }
  if (!recorded) refuseKeysWithoutAServer(environment, options.env)
  const redact = usableWords([...(options.redact ?? []), ...wordsIn(environment)])
  leaveUntidied()
  // On demand: runs of other servers need not load it.
  const { startEmbeddedInThread } = await import('../../fixtures/embedded.ts')
  const embedded = await startEmbeddedInThread()
  return { options, wishes, provision: { ...embedded.provision, redact }, local: true, notes, close: embedded.close }
}

/** The file of known failures, by default the one in the current folder. */
function withExpected({ expected: named, ...options }: OptionValues, use: Start['expected']): OptionValues {
  const file = named ?? (use === 'write' || existsSync(EXPECTED_FILE) ? EXPECTED_FILE : undefined)
  return use === undefined || file === undefined ? options : { ...options, expected: file }
}

/** A key without a base URL is a mistake: the run would pass against the embedded service. */
function refuseKeysWithoutAServer(environment: Environment, file: string | undefined): void {
  const [variable] = Object.values(KEY_VARIABLES).filter((each) => environment[each]?.trim())
  const isEmpty = environment.GATECHECK_BASE_URL !== undefined
  // The file may contain only the signing key of certify.
  const isForSigning = environment.GATECHECK_SIGNING_KEY !== undefined
  if (variable === undefined && !isEmpty && (file === undefined || isForSigning)) return
  const given = isEmpty ? 'GATECHECK_BASE_URL is empty' : variable ? `${variable} is set` : `--env ${file} is given`
  const remedy = `set GATECHECK_BASE_URL or --base-url. To test the embedded reference service, ${isEmpty ? 'unset GATECHECK_BASE_URL' : variable ? `unset ${variable}` : 'leave out --env'}`
  throw new UsageError(`${given}${isEmpty ? '' : ' without a base URL'}: ${remedy}`)
}
