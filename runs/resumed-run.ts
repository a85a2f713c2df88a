import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HISTORY_FILE, whyNot } from '../runner/folder/files.ts'
import type { Began, Ended, HistoryEntry } from '../runner/history/entry/entries.ts'
import { excerpt, list } from '../runner/history/reading/words.ts'
import { type Recorded, readRecorded, UnreadableHistory } from '../runner/history/recorded.ts'
import { otherKeys } from '../runner/keys/prints.ts'
import { KEY_VARIABLES, type Provision } from '../runner/run/provision.ts'
import type { FilesNamed } from '../runner/settings/configuration.ts'
import { FILES_TO_TRUST_AND_SHOW, flagOf } from '../runner/settings/network-names.ts'
import { targetOf, UsageError } from '../runner/settings/target.ts'
import { SUITE } from '../runner/settings/version.ts'
import { specDigest } from '../spec/digest.ts'

/** What a folder tells of a run that broke off. */
export type BrokenOff = Pick<Recorded, 'recording' | 'damaged' | 'cutOff'> & { began: Began; ended?: Ended }

/** Read as far as it can be; wrong usage where there is nothing to read. */
export function brokenOffIn(dir: string): BrokenOff {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path))
    throw new UsageError(
      `${dir} holds no recorded run (${HISTORY_FILE} is missing): name the folder that "gatecheck run --out" wrote`,
    )
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

/** The folder of a run may have come from another machine, where its certificates and keys lay elsewhere. */
export function withFilesAnew(said: string, began: Began, anew: FilesNamed): Began {
  const { configuration } = began
  for (const name of FILES_TO_TRUST_AND_SHOW) {
    const then = configuration[name]
    if (anew[name] === undefined && then !== undefined && !existsSync(then))
      throw new UsageError(
        `${said}: that run was begun with ${flagOf(name)} ${excerpt(then)}, and there is no such file here: say with ${flagOf(name)} where it is now`,
      )
  }
  return withFiles(began, anew)
}

/** Why a run cannot go on, whatever it is given. */
export function refuseToGoOn(dir: string, { began, ended }: BrokenOff): void {
  const { target, suite, spec, observed } = began
  const said = `--resume ${dir}:`
  if (observed) throw new UsageError(`${said} it is traffic that was recorded, and no run`)
  if (target.embedded)
    throw new UsageError(
      `${said} that run tested the embedded service, which is gone with its jobs, and cost nothing: run it anew`,
    )
  if (suite.version !== SUITE.version || spec.sha256 !== specDigest())
    throw new UsageError(
      `${said} that run was begun by gatecheck ${suite.version}, and this is ${SUITE.version}: only the same goes on with what it has done`,
    )
  if (ended?.how === 'whole' || ended?.how === 'no target')
    throw new UsageError(`${said} that run came to its end, so there is nothing to go on with`)
  if (ended?.how === 'deadline')
    throw new UsageError(
      `${said} the time of that run is used up (--deadline). "gatecheck drain ${dir}" brings the jobs that it left to their ends`,
    )
}

/** Where what is given now is not what the run was given then. Says so where nobody can tell. */
export function refuseAnother(dir: string, { began }: BrokenOff, { baseUrl, keys }: Provision): string[] {
  const said = `--resume ${dir}:`
  const address = targetOf(baseUrl).baseUrl
  if (address !== began.target.baseUrl)
    throw new UsageError(`${said} that run was begun at ${began.target.baseUrl}, and ${address} is another server`)
  const variable = (name: string) => KEY_VARIABLES[name as keyof typeof KEY_VARIABLES] ?? name
  const named = (names: readonly string[]) => list(names.map(variable))
  const had = began.keys.filter((name) => name in KEY_VARIABLES)
  const given = Object.keys(keys)
  const missing = had.filter((name) => !given.includes(name))
  if (missing.length > 0) throw new UsageError(`${said} that run had ${named(missing)} as well: set the same again`)
  const more = given.filter((name) => !had.includes(name))
  if (more.length > 0) throw new UsageError(`${said} that run was begun without ${named(more)}: leave it out`)
  if (!began.prints) return ['The history does not tell whether the keys are the same as then: make sure of it.']
  const others = otherKeys(keys, began.prints)
  if (others.length > 0)
    throw new UsageError(
      `${said} ${named(others)} is not the key that the run was begun with: only that one knows its jobs`,
    )
  return []
}
