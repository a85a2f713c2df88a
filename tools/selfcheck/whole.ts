import { ABSENT } from '../../fixtures/strangers/index.ts'
import { selfcheckClients } from './clients/all.ts'
import { absentClients, askableClient, type ClientTrial, clientTrialsOf } from './clients/trials.ts'
import type { ClientOutcome } from './clients/try-out.ts'
import { refuseUnknown, selected } from './select.ts'
import { selfcheck, tryMissedAgain } from './selfcheck.ts'
import type { Outcome, Trial } from './trial.ts'
import { askableOf, everyTrial, inOneDialect, sampleOf, stratumOf } from './trials.ts'
import { startWorkers } from './workers.ts'

export type Chosen = { servers: Trial[]; clients: ClientTrial[] }

/** A sample; with `all` each server and client once; with `only` the selected ones, in every dialect. */
export function chosenOf({ all, only, seed }: { all: boolean; only: readonly string[]; seed: number }): Chosen {
  const bySubject = everyTrial(seed, all ? 'full' : 'standard')
  const clients = clientTrialsOf(seed)
  if (only.length > 0) {
    const servers = bySubject.flat()
    const away = absentClients().map(({ kind, id }) => ({ kind, names: [id] }))
    refuseUnknown(only, [...servers.map(askableOf), ...clients.map(askableClient), ...away])
    return { servers: selected(servers, only, askableOf), clients: selected(clients, only, askableClient) }
  }
  const servers = inOneDialect(bySubject, seed)
  if (all) return { servers, clients }
  return {
    servers: sampleOf(servers, seed, stratumOf),
    clients: sampleOf(clients, seed, ({ kind }) => kind),
  }
}

/** Implementations that this machine cannot start, and why. */
export const skipped = (): { id: string; why: string }[] => [
  ...ABSENT.map(({ id, why }) => ({ id: `implementation ${id}`, why })),
  ...absentClients().map(({ id, why }) => ({ id: `client ${id}`, why })),
]

type Telling = { signal: AbortSignal; onOutcome(done: number): void }

/** Both at once: clients wait while servers need a core. */
export async function tryAllOf(
  { servers, clients }: Chosen,
  { signal, onOutcome }: Telling,
): Promise<{ trials: Outcome[]; clients: ClientOutcome[] }> {
  let done = 0
  const count = () => onOutcome(++done)
  const failed = new AbortController()
  const besides = tryServers(servers, signal, count)
  besides.catch(() => failed.abort())
  const either = AbortSignal.any([signal, failed.signal])
  const ofClients = selfcheckClients(clients, { signal: either, onOutcome: count, besides })
  const [trials, came] = await Promise.all([besides, ofClients])
  return { trials, clients: came }
}

async function tryServers(trials: readonly Trial[], signal: AbortSignal, onOutcome: () => void): Promise<Outcome[]> {
  if (trials.length === 0) return []
  const workers = startWorkers()
  const stopped = new Promise<Outcome[]>((resolve) =>
    signal.addEventListener('abort', () => resolve([]), { once: true }),
  )
  const tried = selfcheck(trials, { ...workers, onOutcome })
  const all = tried.then((outcomes) => tryMissedAgain(trials, outcomes, workers))
  return Promise.race([all, stopped]).finally(workers.close)
}
