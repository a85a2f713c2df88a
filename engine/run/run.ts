import { specDigest } from '../../spec/digest.ts'
import { configure, POLL_INTERVAL_MS, type Wishes } from '../config/configuration.ts'
import {
  isOnThisMachine,
  refusePlainHttp,
  refuseSecretsIn,
  type Target,
  targetOf,
  UsageError,
} from '../config/target.ts'
import { SUITE } from '../config/version.ts'
import type { History } from '../history/history.ts'
import type { Recording } from '../history/recording.ts'
import { Network } from '../http/network/network.ts'
import { leftoversSeenIn } from '../jobs/leftovers.ts'
import type { Check, Suite } from '../judge/check.ts'
import { type Judgement, judging, runToEnd, type Stop } from '../judge/judging.ts'
import { printsOf } from '../keys/prints.ts'
import type { KeyName } from '../keys/recipes.ts'
import { Vault } from '../keys/vault.ts'
import { secretsOf } from '../keys/words.ts'
import type { Still } from '../media/still.ts'
import type { OutFolder } from './folder/out-folder.ts'
import type { Phase } from './phase.ts'
import { type PlannedRun, planRun } from './planning/plan.ts'
import { type Planned, selected } from './planning/selection.ts'
import type { Progress } from './progress.ts'
import type { Provision } from './provision.ts'
import type { Resumption } from './resume/resumption.ts'
import { Session } from './session.ts'
import { inSlices } from './time-to-judge.ts'

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
  /** The run that broke off there, and goes on. */
  resumption?: Resumption
  /** Draws small pictures of the videos that are looked at, for people to see. */
  still?: Still | undefined
  interrupt?: AbortSignal
  giveUp?: AbortSignal
  onProgress?: (progress: Progress) => void
  onDriven?: (check: Check) => void
}

/** A judged run. `sha256`: of its history, with all that was judged. */
export type JudgedRun = { judgement: Judgement; entries: Recording; sha256: string }

export type Prepared = {
  target: Target
  vault: Vault
  planned: readonly Planned[]
  plan: PlannedRun
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
  resumption,
  still,
  interrupt,
  giveUp,
  onProgress,
  onDriven,
}: RunOptions): Prepared {
  const { imageUrl, failingPrompt, redact = [] } = provision
  const isLoopback = !local && isOnThisMachine(URL.parse(provision.baseUrl) ?? { hostname: '' })
  const pollIntervalMs = wishes.pollIntervalMs ?? (isLoopback ? POLL_INTERVAL_MS.loopback : undefined)
  const configuration = configure({ ...wishes, pollIntervalMs, imageUrl, failingPrompt }, local)
  const vault = new Vault(provision.keys, configuration.seed, [...redact, ...secretsOf(imageUrl ?? '')])
  refuseSecretsIn(provision.baseUrl, vault)
  const target = targetOf(provision.baseUrl)
  if (configuration.maxCost !== undefined && !configuration.prices)
    throw new UsageError('--max-cost requires --prices, the price list')
  if (!configuration.allowHttp) refusePlainHttp(new URL(target.baseUrl))
  const { passphrase, environment } = provision
  const network = new Network({ ...configuration, passphrase, environment, own: target.origin })
  const planned = selected(suites, configuration, vault.names())
  const input = {
    target,
    configuration,
    keys: vault.names(),
    lengthOf: (key: KeyName) => vault.lengthOf(key),
    jobs: 1,
  }
  const plan = planRun({ planned, input, besides })
  const session = () =>
    new Session({
      target,
      vault,
      configuration,
      network,
      planned,
      plan,
      suite: SUITE,
      specSha256: specDigest(),
      embedded: local,
      ...(historyPath !== undefined && { historyPath }),
      ...(historyPath !== undefined && !local && !resumption && { prints: printsOf(provision.keys) }),
      ...(resumption && { resumption }),
      ...(still && { still }),
      ...(interrupt && { interrupt }),
      ...(giveUp && { giveUp }),
      ...(folder && inFolder(folder, target, resumption)),
      ...(onProgress && { onProgress }),
      ...(onDriven && { onDriven }),
    })
  return { target, vault, planned, plan, session }
}

/** What a run finds in its folder, and what becomes of what it leaves there. */
function inFolder(folder: OutFolder, target: Target, resumption?: Resumption) {
  return {
    leftovers: async (over: AbortSignal) =>
      resumption?.earlier.leftOver ?? (await leftoversSeenIn(folder.earlierHistory(), target, over)),
    onReached: (history: History) => folder.reached((path) => history.moveTo(path)),
  }
}

export async function runPrepared(session: Session, suites: readonly Suite[]): Promise<JudgedRun> {
  const { history } = session
  try {
    await session.run()
    return await judgeInSlices(history, suites, session.timeToJudge())
  } finally {
    history.close()
  }
}

/** Judges in slices, so that other work of this process goes on. `whyToStop` can end it early. */
export async function judgeInSlices(
  history: History,
  suites: readonly Suite[],
  whyToStop: () => Stop | undefined,
): Promise<JudgedRun> {
  return judgedRun(history, await inSlices(judging(history.recording, suites), whyToStop))
}

export function judgeWritten(
  history: History,
  suites: readonly Suite[],
  whyToStop?: () => Stop | undefined,
): JudgedRun {
  return judgedRun(history, runToEnd(judging(history.recording, suites), whyToStop))
}

function judgedRun(history: History, judgement: Judgement): JudgedRun {
  if (judgement.cut) history.append(judgement.cut)
  return { judgement, entries: history.recording, sha256: history.digest() }
}
