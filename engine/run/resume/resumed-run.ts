import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { specDigest } from '../../../spec/digest.ts'
import type { FilesNamed } from '../../config/configuration.ts'
import { FILES_TO_TRUST_AND_SHOW, flagOf } from '../../config/network-names.ts'
import { targetOf, UsageError } from '../../config/target.ts'
import { SUITE } from '../../config/version.ts'
import type { Began, Ended, HistoryEntry } from '../../history/entry/entries.ts'
import { excerpt, list } from '../../history/reading/words.ts'
import { HISTORY_FORMAT, type Recorded, readRecorded, UnreadableHistory } from '../../history/recorded.ts'
import { otherKeys } from '../../keys/prints.ts'
import { HISTORY_FILE, whyNot } from '../folder/files.ts'
import { KEY_VARIABLES, type Provision } from '../provision.ts'

/** The history of an interrupted run. */
export type Interrupted = Pick<Recorded, 'recording' | 'damaged' | 'cutOff'> & { began: Began; ended?: Ended }

/** Throws a usage error if the folder has no readable history. */
export function interruptedIn(dir: string): Interrupted {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path))
    throw new UsageError(`${dir} contains no recorded run (${HISTORY_FILE} is missing): name the --out folder of a run`)
  try {
    const { recording, damaged, cutOff } = readRecorded(path, 'beside it')
    let began: Began | undefined
    let ended: Ended | undefined
    for (const entry of recording) {
      if (entry.kind === 'began') began ??= entry
      if (entry.kind === 'resumed') began = withFiles(began!, entry.files)
      ended = endedAfter(entry, ended)
    }
    return { recording, damaged, cutOff, began: began!, ...(ended && { ended }) }
  } catch (error) {
    if (error instanceof UnreadableHistory) throw new UsageError(error.message)
    if (error instanceof Error && 'syscall' in error) throw new UsageError(`${path} cannot be read: ${whyNot(error)}`)
    throw error
  }
}

const endedAfter = (entry: HistoryEntry, before: Ended | undefined) =>
  entry.kind === 'ended' ? entry : entry.kind === 'resumed' ? undefined : before

const withFiles = (began: Began, files: FilesNamed = {}): Began => ({
  ...began,
  configuration: { ...began.configuration, ...files },
})

/** On another machine, certificates and their keys have other paths. */
export function withNewFiles(command: string, began: Began, files: FilesNamed): Began {
  const { configuration } = began
  for (const name of FILES_TO_TRUST_AND_SHOW) {
    const then = configuration[name]
    if (files[name] === undefined && then !== undefined && !existsSync(then))
      throw new UsageError(
        `${command}: that run used ${flagOf(name)} ${excerpt(then)}, which does not exist here: give its new path with ${flagOf(name)}`,
      )
  }
  return withFiles(began, files)
}

/** Throws if the run cannot be resumed at all. */
export function refuseToResume(dir: string, { began, ended, damaged }: Interrupted): void {
  const { target, suite, spec, observed } = began
  const said = `--resume ${dir}:`
  if (observed) throw new UsageError(`${said} the folder contains recorded traffic, not a run`)
  if (target.embedded)
    throw new UsageError(`${said} that run tested the embedded service, which no longer runs: start a new run`)
  if (suite.version !== SUITE.version || spec.sha256 !== specDigest())
    throw new UsageError(
      `${said} that run used gatecheck ${suite.version} with the specification data ${spec.sha256.slice(0, 12)}; this is ${SUITE.version} with ${specDigest().slice(0, 12)}: resume it with the same version`,
    )
  if (began.format !== HISTORY_FORMAT)
    throw new UsageError(`${said} an older version of gatecheck recorded that run: ${startAnew(dir)}`)
  if (damaged.length > 0)
    throw new UsageError(
      `${said} ${HISTORY_FILE} is damaged in line ${damaged[0]}, so submissions may be missing: ${startAnew(dir)}`,
    )
  if (ended?.how === 'whole' || ended?.how === 'no target')
    throw new UsageError(`${said} that run is complete, so there is nothing to resume`)
  if (ended?.how === 'deadline')
    throw new UsageError(
      `${said} the deadline of that run has passed (--deadline). To poll its unfinished jobs to completion: npx gatecheck drain ${dir}`,
    )
}

const startAnew = (dir: string) =>
  `start a new run. To poll its unfinished jobs to completion: npx gatecheck drain ${dir}`

/** Throws unless server and keys are those of the run. Returns a warning if the history does not record the keys. */
export function refuseAnother(dir: string, { began }: Interrupted, { baseUrl, keys }: Provision): string[] {
  const said = `--resume ${dir}:`
  const address = targetOf(baseUrl).baseUrl
  if (address !== began.target.baseUrl)
    throw new UsageError(
      `${said} that run tested ${began.target.baseUrl}, and ${address} is another server: use the same base URL`,
    )
  const variable = (name: string) => KEY_VARIABLES[name as keyof typeof KEY_VARIABLES] ?? name
  const named = (names: readonly string[]) => list(names.map(variable))
  const had = began.keys.filter((name) => name in KEY_VARIABLES)
  const given = Object.keys(keys)
  const missing = had.filter((name) => !given.includes(name))
  if (missing.length > 0) throw new UsageError(`${said} that run also used ${named(missing)}: set the same value`)
  const more = given.filter((name) => !had.includes(name))
  if (more.length > 0) throw new UsageError(`${said} that run did not use ${named(more)}: unset it`)
  if (!began.prints)
    return ['Warning: make sure that the keys are those of the interrupted run; its history does not record them.']
  const others = otherKeys(keys, began.prints)
  if (others.length > 0)
    throw new UsageError(
      `${said} ${named(others)} is not the key that the run used, and cannot read its jobs: set the same key`,
    )
  return []
}
