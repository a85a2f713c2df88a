import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { specDigest } from '../spec/digest.ts'
import type { Check, Prospect, Suite } from './check.ts'
import { configure, type Wishes } from './configuration.ts'
import type { HistoryEntry } from './exchange.ts'
import { readHistory } from './history.ts'
import { type Judgement, judge } from './judging.ts'
import { Vault } from './keys/vault.ts'
import type { Provision } from './provision.ts'
import type { Report } from './report.ts'
import { reportOf } from './reporting.ts'
import { type Planned, plan } from './selection.ts'
import { type Progress, Session } from './session.ts'
import { type Target, targetOf } from './target.ts'
import { SUITE } from './version.ts'

export type RunOptions = {
  provision: Provision
  wishes: Wishes
  suites: readonly Suite[]
  /** The server is on this machine for this run alone. */
  local?: boolean
  historyPath?: string
  interrupt?: AbortSignal
  onProgress?: (progress: Progress) => void
  onDriven?: (check: Check) => void
}

export type Run = { report: Report; judgement: Judgement; entries: readonly HistoryEntry[] }

export type Prepared = {
  target: Target
  vault: Vault
  planned: Planned[]
  prospect: Prospect
  session(): Session
}

/** Everything that can be wrong with the set-up is found here, before anything is sent. */
export function prepare({
  provision,
  wishes,
  suites,
  local = false,
  historyPath,
  interrupt,
  onProgress,
  onDriven,
}: RunOptions): Prepared {
  const target = targetOf(provision.baseUrl)
  const { imageUrl, failingPrompt } = provision
  const configuration = configure({ ...wishes, imageUrl, failingPrompt }, local)
  const vault = new Vault(provision.keys, configuration.seed)
  const planned = plan(suites, configuration, vault.names())
  const prospect = { target, configuration, keys: vault.names(), keyLength: vault.lengthOf('A') }
  const session = () =>
    new Session({
      target,
      vault,
      configuration,
      planned,
      suite: SUITE,
      specSha256: specDigest(),
      ...(historyPath !== undefined && { historyPath }),
      ...(interrupt && { interrupt }),
      ...(onProgress && { onProgress }),
      ...(onDriven && { onDriven }),
    })
  return { target, vault, planned, prospect, session }
}

export async function run(options: RunOptions): Promise<Run> {
  return runPrepared(prepare(options).session(), options.suites)
}

export async function runPrepared(session: Session, suites: readonly Suite[]): Promise<Run> {
  await session.run()
  const { entries } = session.history
  const judgement = judge(entries, suites)
  return { report: reportOf(judgement, entries, historyDigest(entries)), judgement, entries }
}

/** Of the history as it stands in the file, so that anyone can compare. */
function historyDigest(entries: readonly HistoryEntry[]): string {
  const hash = createHash('sha256')
  for (const entry of entries) hash.update(`${JSON.stringify(entry)}\n`)
  return hash.digest('hex')
}

/** The same judges on a recorded run, offline. */
export function rejudge(historyPath: string, suites: readonly Suite[]): Run {
  const entries = readHistory(historyPath)
  const judgement = judge(entries, suites)
  const sha256 = createHash('sha256').update(readFileSync(historyPath)).digest('hex')
  return { report: reportOf(judgement, entries, sha256), judgement, entries }
}
