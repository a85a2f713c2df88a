import { setTimeout as sleep } from 'node:timers/promises'
import type { HistoryEntry } from '../../../engine/history/entry/entries.ts'
import type { ClientJudgement } from '../../../engine/judge/clients/judging.ts'
import { Secrets } from '../../../engine/judge/observed/secrets.ts'
import { Redactor } from '../../../engine/keys/redact.ts'
import type { Moment } from '../../../reporters/outcome/clients/report.ts'
import { startService } from '../../../service/start.ts'
import type { Witnessed } from '../../../service/witness.ts'
import { judgeClient } from '../../../suites/clients/index.ts'
import { inItsOwnFolder } from '../process/own-folder.ts'
import { type Command, type Ended, runCommand } from '../process/run-command.ts'
import type { ClientScenario } from '../scenarios/scenario.ts'
import type { ClientLateness } from '../watching/lateness.ts'
import { momentsIn } from '../watching/moments.ts'
import { MOST_REQUESTS, Noted } from '../watching/noted.ts'
import { OWN_KEY, recorded } from '../watching/recorded.ts'
import { environmentFor } from './environment.ts'
import { OWNER, optionsFor } from './judge-options.ts'
import { asFarAsReached } from './reached.ts'

/** Everything known of one attempt, including its judgement. */
export type Trial = {
  scenario: ClientScenario
  ended: Ended
  /** Its last output, keys redacted. */
  output: string
  history: HistoryEntry[]
  moments: Moment[]
  judgement: ClientJudgement
  isReached: boolean
  /** Number of jobs it made. */
  jobs: number
  /** Number of further requests that were not inspected. */
  leftOut: number
}

export type Trying = {
  command: Command
  seed: number
  timeoutMs: number
  lateness: ClientLateness
  environment: Readonly<Record<string, string | undefined>>
  signal?: AbortSignal
  /** Called for each request. */
  onSeen?: (scenario: ClientScenario, requests: number) => void
}

/** The last requests of a client may still be on their way. */
const LAST_WORDS_MS = 50

const now = () => performance.timeOrigin + performance.now()

/** Runs one client against its own service on its own port. */
export async function tryIn(scenario: ClientScenario, trying: Trying): Promise<Trial> {
  const noted = new Noted()
  const witness = (each: Witnessed) => {
    noted.take(each)
    trying.onSeen?.(scenario, noted.all.length + noted.leftOut)
  }
  const from = now()
  const service = await startService({ scenarios: scenario.plays(trying.seed), witness })
  const own = inItsOwnFolder(trying.command)
  try {
    const { imageUrl, aliases } = service
    const given = { baseUrl: service.baseUrl, key: service.keys.own, ...(scenario.hasImage && { imageUrl }) }
    const ended = await runCommand(own.command, {
      env: environmentFor(given, trying.environment),
      // Unique: each service has its own port.
      mark: 'GATECHECK_BASE_URL',
      timeoutMs: trying.timeoutMs,
      ...(trying.signal && { signal: trying.signal }),
    })
    await sleep(LAST_WORDS_MS)
    const jobs = service.jobs.list({ account: OWNER, most: MOST_REQUESTS }).length
    await service.close()
    const to = now()
    const late = trying.lateness.between(from, to)
    const history = await recorded({ ...given, witnessed: noted.all, from, to, late, seed: trying.seed })
    const output = new Redactor([[OWN_KEY, given.key]]).redact(ended.output)
    const moments = momentsIn(history)
    const judged = judgeClient(history, optionsFor(scenario, { ended, output, moments, aliases, imageUrl }))
    // Judge first: the client's output is compared with the URL it was given.
    const secrets = new Secrets()
    for (const entry of history) if (entry.kind === 'exchange' || entry.kind === 'elsewhere') secrets.learnFrom(entry)
    return {
      scenario,
      ended,
      output: secrets.text(output),
      history: history.map((entry) => secrets.redact(entry)),
      moments: secrets.in(moments),
      jobs,
      leftOut: noted.leftOut,
      ...secrets.in(asFarAsReached(scenario, moments, judged)),
    }
  } finally {
    own.remove()
    await service.close()
  }
}
