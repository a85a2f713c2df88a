import type { Suite } from '../../engine/judge/check.ts'
import type { KindOfChange, Shows } from '../../fixtures/changes/change.ts'
import type { ChangedServer, Maker } from '../../fixtures/changes/changed-servers.ts'
import type { Embedded } from '../../fixtures/embedded.ts'
import type { Where } from '../drift/habits/habit.ts'
import type { DriftChange, Proof } from '../drift/report.ts'
import { type AskedEachDay, checkedOn, recordedOn } from './two-days.ts'

/** How a server's change was classified, beside its author's classification. */
export type Sorted = {
  maker: Maker
  written: KindOfChange
  sorted: KindOfChange
  /** The reported changes, without noise. */
  told: string[]
}

export type DriftTried = { right: boolean; drift: Sorted; faults: string[]; requests: number }

/** Records a baseline of the old server, and checks the new one. */
export async function sortOut(changed: ChangedServer, suites: readonly Suite[]): Promise<DriftTried> {
  const { kind, maker, about, shows, from: profile = 'smoke', before, after } = changed
  // Spawning a process for each of six runs would take longer than the runs.
  const asked: AskedEachDay = { suites: suites.filter((suite) => !suite.startsAProcess), profile }
  const { text, requests } = await on(before, ({ provision }) => recordedOn(provision, asked))
  const { changes, proof, spent } = await on(after, ({ provision }) => checkedOn(provision, text, asked))
  const told = changes.filter((each) => each.kind !== 'noise')
  const mended = told.find(({ event, where }) => event === 'mended' && where.clause === about)
  // A fixed clause is compatible, even if clients were used to the fault.
  const sorted = maker === 'a fixed fault' && mended ? mended.kind : gravest(told)
  const faults = faultsOf(proof)
  return {
    right: sorted === kind && faults.length === 0 && (!shows || told.some(({ where }) => pointsAt(where, shows))),
    drift: { maker, written: kind, sorted, told: told.map((each) => `${each.kind}: ${each.what}`) },
    faults,
    requests: requests + spent.requests,
  }
}

/** A change is reported where it first shows, and its author names one of several places: one part must agree. */
const pointsAt = (where: Where, { pointer, header, clause, open, endpoint }: Shows): boolean =>
  [
    clause && where.clause === clause,
    open && where.open === open,
    header && where.header?.startsWith(header),
    pointer && where.pointer && (where.pointer.startsWith(pointer) || pointer.startsWith(where.pointer)),
    // Aliases are reported by name.
    pointer && where.alias,
    endpoint && where.endpoint === endpoint,
  ].some(Boolean)

function gravest(told: readonly DriftChange[]): KindOfChange {
  if (told.some((each) => each.kind === 'breaking')) return 'breaking'
  return told.length > 0 ? 'compatible' : 'noise'
}

async function on<T>(day: () => Promise<Embedded>, use: (embedded: Embedded) => Promise<T>): Promise<T> {
  const embedded = await day()
  try {
    return await use(embedded)
  } finally {
    await embedded.close()
  }
}

const faultsOf = ({ missed }: Proof) => missed.map((event) => `drift misses a change that it injected itself: ${event}`)
