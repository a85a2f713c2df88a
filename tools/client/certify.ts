import { join } from 'node:path'
import { History } from '../../engine/history/history.ts'
import { historyOfScenario } from '../../engine/run/folder/files.ts'
import { OutFolder } from '../../engine/run/folder/out-folder.ts'
import { CLIENT_REPORTERS } from '../../reporters/client/index.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import { reportsWanted, type Written, writeEach } from '../../reporters/write.ts'
import type { ClientClauseId } from '../../spec/clients/clauses.ts'
import { certificationReport } from './report.ts'
import { type TrialsAsked, type Tried, tryAll } from './trial/trials.ts'

export type CertifyClient = TrialsAsked & {
  only?: readonly ClientClauseId[] | undefined
  strict: boolean
  out: string
  keep?: number | undefined
  report?: readonly string[] | undefined
}

/** Tests a client in its scenarios, and writes a history of each and the reports. */
export async function certifyClient(
  asked: CertifyClient,
): Promise<{ report: ClientReport; written: Written; place: string }> {
  const { only, strict, out, keep, report: names, ...trials } = asked
  const { command, seed, scenarios, timeoutMs, telling } = trials
  const wanted = reportsWanted(names, out, CLIENT_REPORTERS)
  // A scenario that fails is repeated once.
  const mostMs = 2 * scenarios.length * timeoutMs
  const folder = new OutFolder(out, { mostMs, keep })
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  try {
    const ended = (tried: Tried) => {
      folder.reached(() => undefined)
      keepHistory(tried, folder.place)
      telling?.ended?.(tried)
    }
    const tried = await tryAll({ ...trials, telling: { ...telling, ended } })
    const seconds = Math.round(performance.now() - began) / 1000
    const report = certificationReport({ ...tried, command, seed, startedAt, seconds, strict, ...(only && { only }) })
    folder.reached(() => undefined)
    const written = writeEach(folder.place, wanted, CLIENT_REPORTERS, ({ render }) => render(report))
    return { report, written, place: folder.place }
  } finally {
    folder.release()
  }
}

/** Written when a scenario ends, so that an interrupt loses only running scenarios. */
function keepHistory({ scenario, trial }: Tried, place: string): void {
  if (!trial) return
  const history = new History(join(place, historyOfScenario(scenario.name)))
  for (const entry of trial.history) history.append(entry)
  history.close()
}
