import { ABSENT } from '../../fixtures/strangers/index.ts'
import { UsageError } from '../../runner/settings/target.ts'
import { selfcheckClients } from '../../selfcheck/clients/all.ts'
import {
  absentClients,
  askableClient,
  type ClientTrial,
  clientTrialsOf,
  shortClientTrials,
} from '../../selfcheck/clients/trials.ts'
import type { ClientOutcome } from '../../selfcheck/clients/try-out.ts'
import { refuseUnknown, selected } from '../../selfcheck/select.ts'
import {
  askableOf,
  escapedAgain,
  inBrief,
  type Sample,
  selfcheck,
  shortTrials,
  trialsOf,
} from '../../selfcheck/selfcheck.ts'
import type { Outcome, Trial } from '../../selfcheck/trial.ts'
import { startWorkers } from '../../selfcheck/workers.ts'

type Asked = { only?: readonly string[]; sample?: Sample; brief?: boolean; quick?: boolean }

export type Chosen = {
  servers: Trial[]
  clients: ClientTrial[]
  /** How many there are in all. */
  of: number
  /** What this machine cannot start, and why. */
  absent: { id: string; why: string }[]
}

export function chosenOf({ only, sample, brief, quick = false }: Asked): Chosen {
  const all = { servers: trialsOf(), clients: clientTrialsOf() }
  const away = absentClients().map(({ kind, id }) => ({ kind, names: [id] }))
  refuseUnknown(only ?? [], [...all.servers.map(askableOf), ...all.clients.map(askableClient), ...away])
  const isShort = !only && !sample
  const servers = isShort ? shortTrials({ quick }) : trialsOf(only, {}, sample)
  const ofClients = isShort || (brief && !sample) ? shortClientTrials({ quick }) : clientTrialsOf(sample)
  const clients = selected(ofClients, only ?? [], askableClient)
  if (servers.length + clients.length === 0)
    throw new UsageError(
      'Nothing is left to be tried: what --only names is in another part than --sample names, or not on this machine.',
    )
  return {
    servers: brief ? servers.map(inBrief) : servers,
    clients,
    of: all.servers.length + all.clients.length,
    absent: [
      ...ABSENT.map(({ id, why }) => ({ id: `the stranger ${id} and its faults`, why })),
      ...absentClients().map(({ id, why }) => ({ id: `the client ${id}`, why })),
    ],
  }
}

type Telling = {
  signal: AbortSignal
  onOutcome(outcome: Outcome, done: number, of: number): void
  onClient(outcome: ClientOutcome, done: number, of: number): void
}

/** Both at once: clients wait for what the servers' trials need, a core. */
export async function tryAllOf(
  { servers, clients }: Chosen,
  { signal, onOutcome, onClient }: Telling,
): Promise<{ trials: Outcome[]; clients: ClientOutcome[] }> {
  const failed = new AbortController()
  const besides = tryServers(servers, { signal, onOutcome })
  // Nobody is to be left running behind a failure.
  besides.catch(() => failed.abort())
  const either = AbortSignal.any([signal, failed.signal])
  const ofClients = selfcheckClients(clients, { signal: either, onOutcome: onClient, besides })
  const [trials, came] = await Promise.all([besides, ofClients])
  return { trials, clients: came }
}

async function tryServers(trials: readonly Trial[], { signal, onOutcome }: Omit<Telling, 'onClient'>) {
  if (trials.length === 0) return []
  const workers = startWorkers()
  const stopped = new Promise<Outcome[]>((resolve) =>
    signal.addEventListener('abort', () => resolve([]), { once: true }),
  )
  const tried = selfcheck(trials, { ...workers, onOutcome })
  const all = tried.then((outcomes) => escapedAgain(trials, outcomes, { attempt: workers.attempt, onOutcome }))
  return Promise.race([all, stopped]).finally(workers.close)
}
