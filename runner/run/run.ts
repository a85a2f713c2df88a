import { specDigest } from '../../spec/digest.ts'
import type { Phase, Prospect } from '../driving/phase.ts'
import type { OutFolder } from '../folder/out-folder.ts'
import { type History, readHistory } from '../history/history.ts'
import { digestOf } from '../history/lines.ts'
import type { Recording } from '../history/recording.ts'
import { leftoversIn } from '../jobs/leftovers.ts'
import type { Check, Suite } from '../judging/check.ts'
import { type Judgement, judge } from '../judging/judging.ts'
import type { KeyName } from '../keys/recipes.ts'
import { Vault } from '../keys/vault.ts'
import type { Still } from '../media/still.ts'
import type { Report } from '../report/report.ts'
import { reportOf } from '../report/reporting.ts'
import { configure, type Wishes } from '../settings/configuration.ts'
import { type Target, targetOf } from '../settings/target.ts'
import { SUITE } from '../settings/version.ts'
import type { Progress } from './progress.ts'
import type { Provision } from './provision.ts'
import { type Planned, plan } from './selection.ts'
import { Session } from './session.ts'

export type RunOptions = {
  provision: Provision
  wishes: Wishes
  suites: readonly Suite[]
  /** What is done for no check: whoever asks for it wants to see more of the server. */
  besides?: readonly Phase[]
  /** The server is on this machine for this run alone. */
  local?: boolean
  /** Where the run leaves what happened; without one it is in memory alone. */
  folder?: OutFolder
  historyPath?: string
  /** Draws small pictures of the videos that are looked at, for people to see. */
  still?: Still | undefined
  interrupt?: AbortSignal
  giveUp?: AbortSignal
  onProgress?: (progress: Progress) => void
  onDriven?: (check: Check) => void
}

export type Run = { report: Report; judgement: Judgement; entries: Recording }

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
  besides = [],
  local = false,
  folder,
  historyPath = folder?.historyPath,
  still,
  interrupt,
  giveUp,
  onProgress,
  onDriven,
}: RunOptions): Prepared {
  const target = targetOf(provision.baseUrl)
  const { imageUrl, failingPrompt } = provision
  const configuration = configure({ ...wishes, imageUrl, failingPrompt }, local)
  const vault = new Vault(provision.keys, configuration.seed)
  const planned = plan(suites, configuration, vault.names())
  const prospect = {
    target,
    configuration,
    keys: vault.names(),
    lengthOf: (key: KeyName) => vault.lengthOf(key),
    jobs: 1,
    visited: 1,
    succeeding: 1,
    besides,
  }
  const session = () =>
    new Session({
      target,
      vault,
      configuration,
      planned,
      besides,
      suite: SUITE,
      specSha256: specDigest(),
      embedded: local,
      ...(historyPath !== undefined && { historyPath }),
      ...(still && { still }),
      ...(interrupt && { interrupt }),
      ...(giveUp && { giveUp }),
      ...(folder && inFolder(folder, target)),
      ...(onProgress && { onProgress }),
      ...(onDriven && { onDriven }),
    })
  return { target, vault, planned, prospect, session }
}

/** What a run finds in its folder, and what becomes of what it leaves there. */
function inFolder(folder: OutFolder, target: Target) {
  const earlier = folder.earlierHistory()
  return {
    leftovers: earlier ? leftoversIn(earlier, target) : [],
    onReached: (history: History) => folder.reached((path) => history.moveTo(path)),
    onUnwritable: () => folder.dropBallast(),
  }
}

export async function run(options: RunOptions): Promise<Run> {
  return runPrepared(prepare(options).session(), options.suites)
}

export async function runPrepared(session: Session, suites: readonly Suite[]): Promise<Run> {
  await session.run()
  const { history } = session
  return judgeRecording(history.recording, suites, history.digest())
}

/** The same judges on a recorded run, offline. */
export function rejudge(historyPath: string, suites: readonly Suite[]): Run {
  return judgeRecording(readHistory(historyPath), suites, digestOf(historyPath))
}

export function judgeRecording(entries: Recording, suites: readonly Suite[], historySha256: string): Run {
  const judgement = judge(entries, suites)
  return { report: reportOf(judgement, entries, historySha256), judgement, entries }
}
