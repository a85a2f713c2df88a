import type { Wishes } from '../../engine/config/configuration.ts'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { Suite } from '../../engine/judge/check.ts'
import type { Keys } from '../../engine/keys/vault.ts'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { type Run, run } from '../../reporters/outcome/run.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import type { ServiceOptions } from '../../service/start.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { SUITES } from '../index.ts'

/** A run whose history is a list. */
export type RunSeen = Omit<Run, 'entries'> & { entries: readonly HistoryEntry[] }

type Arrived = { method: string; path: string; status: number }

/** A run against the reference service that counts incoming requests. */
export async function runAgainst(
  { keys, patch, layers = [], ...options }: ServiceOptions & { keys?: Keys; patch?: Patch },
  wishes: Wishes = {},
  suites: readonly Suite[] = SUITES,
): Promise<RunSeen & { arrived: Arrived[] }> {
  const arrived: Arrived[] = []
  const { provision, close } = await startEmbedded({
    ...options,
    layers: [
      ...layers,
      ...(patch ? [{ name: 'what is tried', patch }] : []),
      { name: 'counts', patch: counting(arrived) },
    ],
  })
  try {
    const finished = await run({
      provision: { ...provision, keys: keys ?? provision.keys },
      wishes: { pollIntervalMs: 3, settleMs: 20, lagMs: 50, deadlineMs: 600_000, seed: 1, generate: 100, ...wishes },
      suites,
      local: true,
    })
    return { ...finished, entries: [...finished.entries], arrived }
  } finally {
    await close()
  }
}

function counting(arrived: Arrived[]): Patch {
  return (behaviour) =>
    around(behaviour, 'finish', async (next, answer, incoming, context) => {
      const finished = await next(answer, incoming, context)
      arrived.push({ method: incoming.method, path: incoming.path, status: finished.status })
      return finished
    })
}

export const exchangesOf = ({ entries }: { entries: Iterable<HistoryEntry> }) =>
  [...entries].filter((entry) => entry.kind === 'exchange') as Exchange[]
export const accepted = (arrived: Arrived[]) =>
  arrived.filter(({ method, status }) => method === 'POST' && status === 202)
export const clauseOf = ({ report }: Pick<Run, 'report'>, id: ClauseId) =>
  report.clauses.find((clause) => clause.id === id)
export const failed = ({ report }: Pick<Run, 'report'>) =>
  report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
