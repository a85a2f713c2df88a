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
import { leftoversIn } from '../jobs/leftovers.ts'
import type { Suite } from '../judge/check.ts'
import { type Judgement, judging, runToEnd, type Stop } from '../judge/judging.ts'
import type { KeyName } from '../keys/placeholders.ts'
import { printsOf } from '../keys/prints.ts'
import { Vault } from '../keys/vault.ts'
import { secretsOf } from '../keys/words.ts'
import type { OutFolder } from './folder/out-folder.ts'
import type { Phase } from './phase.ts'
import { type PlannedRun, planRun } from './planning/plan.ts'
import { type Planned, selected } from './planning/selection.ts'
import { type Probed, probe } from './probe.ts'
import type { Provision } from './provision.ts'
import type { Resumption } from './resume/resumption.ts'
import { Session } from './session.ts'
import type { SessionHooks } from './session-options.ts'
import { inSlices } from './time-to-judge.ts'

export type RunOptions = SessionHooks & {
  provision: Provision
  wishes: Wishes
  suites: readonly Suite[]
  /** Phases that no check needs. */
  besides?: readonly Phase[]
  /** The server was started for this run, on this machine. */
  local?: boolean
  /** Where the history is written; in memory only by default. */
  folder?: OutFolder
  historyPath?: string
}

/** A judged run. `sha256`: of its history, with all that was judged. */
export type JudgedRun = { judgement: Judgement; entries: Recording; sha256: string }

export type Prepared = {
  target: Target
  vault: Vault
  planned: readonly Planned[]
  plan: PlannedRun
  session(): Session
  probe(): Promise<Probed>
}

/** Checks the set-up and plans the run. Sends nothing. */
export function prepare(options: RunOptions): Prepared {
  const { provision, wishes, suites, besides = [], local = false, folder, resumption } = options
  const { imageUrl, failingPrompt, redact = [], passphrase, environment } = provision
  const isLoopback = !local && isOnThisMachine(URL.parse(provision.baseUrl) ?? { hostname: '' })
  const pollIntervalMs = wishes.pollIntervalMs ?? (isLoopback ? POLL_INTERVAL_MS.loopback : undefined)
  const configuration = configure({ ...wishes, pollIntervalMs, imageUrl, failingPrompt }, local)
  const vault = new Vault(provision.keys, configuration.seed, [...redact, ...secretsOf(imageUrl ?? '')])
  refuseSecretsIn(provision.baseUrl, vault)
  const target = targetOf(provision.baseUrl)
  if (configuration.maxCost !== undefined && !configuration.prices)
    throw new UsageError('--max-cost requires --prices, the price list')
  if (!configuration.allowHttp) refusePlainHttp(new URL(target.baseUrl))
  const network = new Network({ ...configuration, passphrase, environment, own: target.origin })
  const planned = selected(suites, configuration, vault.names())
  const lengthOf = (key: KeyName) => vault.lengthOf(key)
  const plan = planRun({ planned, input: { target, configuration, keys: vault.names(), lengthOf, jobs: 1 }, besides })
  const historyPath = options.historyPath ?? folder?.historyPath
  const session = () =>
    new Session({
      ...options,
      ...{ target, vault, configuration, network, planned, plan, historyPath },
      suite: SUITE,
      specSha256: specDigest(),
      embedded: local,
      prints: historyPath !== undefined && !local && !resumption ? printsOf(provision.keys) : undefined,
      ...(folder && inFolder(folder, target, resumption)),
    })
  const { requests } = plan.plan
  return {
    target,
    vault,
    planned,
    plan,
    session,
    probe: () => probe({ target, vault, configuration, network, requests }),
  }
}

/** Leftover jobs of the earlier run in the folder; moves the history there once the server is reached. */
function inFolder(folder: OutFolder, target: Target, resumption?: Resumption) {
  return {
    leftovers: async (over: AbortSignal) =>
      resumption?.earlier.leftOver ?? (await leftoversIn(folder.earlierHistory(), target, over)),
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
