import { join } from 'node:path'
import { History } from '../../engine/history/history.ts'
import { historyOfScenario } from '../../engine/run/folder/files.ts'
import { OutFolder } from '../../engine/run/folder/out-folder.ts'
import { CLIENT_REPORTERS } from '../../reporters/client/index.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import { refuseCollisions, reportsWanted, type Written, withJson, writeEach } from '../../reporters/write.ts'
import type { ClientClauseId } from '../../spec/clients/clauses.ts'
import { certificationReport } from './report.ts'
import type { ClientScenario } from './scenarios/scenario.ts'
import type { TellingOfTrials, Tried } from './trial/trials.ts'
import { tryAll } from './trial/trials.ts'

export type CertifyClient = {
  command: readonly [string, ...string[]]
  scenarios: readonly ClientScenario[]
  only?: readonly ClientClauseId[]
  jobs: number
  timeoutMs: number
  seed: number
  strict: boolean
  out: string
  keep?: number
  report?: readonly string[]
  environment: Readonly<Record<string, string | undefined>>
  signal?: AbortSignal
  telling?: TellingOfTrials
}

export type Certified = { report: ClientReport; written: Written; place: string }

/** Tries a client in its scenarios, and leaves what came of it: a history of each, and the reports. */
export async function certifyClient(asked: CertifyClient): Promise<Certified> {
  const { command, scenarios, only, jobs, timeoutMs, seed, strict, out, keep, telling = {}, ...others } = asked
  const wanted = withJson(reportsWanted(asked.report, out, CLIENT_REPORTERS))
  refuseCollisions(wanted, out, CLIENT_REPORTERS)
  // Each may have to be tried twice.
  const mostMs = 2 * scenarios.length * timeoutMs
  const folder = new OutFolder(out, { mostMs, ...(keep !== undefined && { keep }) })
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  try {
    const trials = await tryAll({
      ...{ command, scenarios, jobs, timeoutMs, seed, environment: others.environment },
      ...(others.signal && { signal: others.signal }),
      telling: {
        ...telling,
        ended(tried) {
          folder.reached(() => undefined)
          keepHistory(tried, folder.place)
          telling.ended?.(tried)
        },
      },
    })
    const seconds = Math.round(performance.now() - began) / 1000
    const report = certificationReport({
      ...trials,
      ...{ command, seed, startedAt, seconds, strict },
      ...(only && { only }),
    })
    folder.reached(() => undefined)
    const written = writeEach(folder.place, wanted, CLIENT_REPORTERS, ({ render }) => render(report))
    return { report, written, place: folder.place }
  } finally {
    folder.release()
  }
}

/** As soon as it is known: what comes later may end everything. */
function keepHistory({ scenario, trial }: Tried, place: string): void {
  if (!trial) return
  const history = new History(join(place, historyOfScenario(scenario.name)))
  for (const entry of trial.history) history.append(entry)
  history.close()
}
