import { EMBEDDED, targetOf, UsageError } from '../../engine/config/target.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { type KeyPrints, otherKeys } from '../../engine/keys/prints.ts'
import { keysGivenIn } from '../../engine/run/provision.ts'
import type { Environment, Io } from '../io.ts'

/** The server that a recorded run or a baseline names. Commands that start from one test that server again. */
export type RecordedTarget = {
  /** The folder or file that names it. */
  place: string
  /** Undefined: the embedded reference service, which gets another port each time. */
  baseUrl: string | undefined
  /** Fingerprints of the keys of that run. */
  prints?: KeyPrints | undefined
}

type Named = {
  flag: string | undefined
  environment: Environment
  configured: string | undefined
}

/**
 * The base URL to test, undefined for the embedded service. Only --base-url selects another server than the recorded one.
 * If the environment or the configuration file names another one, the keys may be for that one: they are sent to the
 * recorded server only if the recorded run used them.
 */
export function recordedBaseUrl(
  recorded: RecordedTarget,
  { flag, environment, configured }: Named,
): string | undefined {
  const { place, baseUrl, prints } = recorded
  if (flag !== undefined) return flag
  const { GATECHECK_BASE_URL: fromEnvironment, GATECHECK_KEY: key } = environment
  const named = fromEnvironment || configured
  if (!named || targetOf(named).baseUrl === baseUrl) return baseUrl
  if (baseUrl && key?.trim() && prints && otherKeys(keysGivenIn(environment), prints).length === 0) return baseUrl
  const source = fromEnvironment ? 'GATECHECK_BASE_URL' : 'baseUrl in the configuration file'
  throw new UsageError(
    `${place} was recorded from ${baseUrl ?? EMBEDDED}, but ${source} is ${named}: name the server to test with --base-url, or remove ${source}`,
  )
}

/** Printed before anything else. */
export function tellRecordedTarget(io: Io, { place, baseUrl }: RecordedTarget, tested: string | undefined): void {
  const isRecorded = tested === undefined || targetOf(tested).baseUrl === baseUrl
  const origin = isRecorded
    ? `recorded in ${place}`
    : `from --base-url; ${place} was recorded from ${baseUrl ?? EMBEDDED}`
  io.stderr.write(`${printable(`Target: ${tested ?? EMBEDDED} (${origin})`)}\n`)
}
