import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { RunRecord } from '../reporter.ts'

/** Whole milliseconds of each check and of the run as a whole. They add up to the duration of the run. */
export type Shares = { of(check: string): number; rest: number }

/** A period of time spent for the named checks. */
type Spell = { from: number; to: number; for: readonly string[] }

/**
 * Requests overlap, so their times add up to more than the run took. Each instant is shared evenly by all requests and
 * waits in progress, and what serves several checks is shared evenly by them. Idle time and what serves no single check
 * (discovery, control requests, open points) belong to the run. A check that only judges requests of others takes no
 * time.
 */
export function sharesOfTime({ report, history }: RunRecord): Shares {
  const total = Math.round(report.seconds * 1000)
  const spells = spellsIn({ report, history }, total)
  const exact = new Map<string, number>()
  for (const [spell, ms] of apportioned(spells)) {
    for (const id of spell.for) exact.set(id, (exact.get(id) ?? 0) + ms / spell.for.length)
  }
  const whole = inWholeMilliseconds(exact, total)
  const spent = [...whole.values()].reduce((sum, ms) => sum + ms, 0)
  return { of: (check) => whole.get(check) ?? 0, rest: total - spent }
}

function spellsIn({ report, history }: RunRecord, total: number): Spell[] {
  const isCheck = new Set(report.checks.map(({ id }) => id))
  const sharers = new Map<string, string[]>()
  const spells: Spell[] = []
  const within = (at: number) => Math.min(total, Math.max(0, at))
  const servedBy = (entry: HistoryEntry): readonly string[] => {
    if (entry.kind === 'waited') return named(entry.by)
    if (entry.kind !== 'exchange') return []
    const { by, job } = entry.purpose
    const own = named(by)
    // Polls count for the check that submitted the job.
    const submission = own.length === 0 && job !== undefined && job !== entry.n ? history.exchange(job) : undefined
    return submission ? named(submission.purpose.by) : own
  }
  const named = (by: string) => (isCheck.has(by) ? [by] : (sharers.get(by) ?? []))
  for (const entry of history) {
    if (entry.kind === 'began') noteSharers(entry.planned, isCheck, sharers)
    if (entry.kind !== 'exchange' && entry.kind !== 'waited') continue
    const [from, to] = [within(entry.at), within(entry.at + entry.ms)]
    if (to > from) spells.push({ from, to, for: servedBy(entry) })
  }
  return spells
}

function noteSharers(
  planned: readonly { id: string; phases?: string[] }[],
  isCheck: ReadonlySet<string>,
  sharers: Map<string, string[]>,
): void {
  for (const { id, phases = [] } of planned) {
    if (!isCheck.has(id)) continue
    for (const name of phases) {
      const others = sharers.get(name)
      if (others) others.push(id)
      else sharers.set(name, [id])
    }
  }
}

/** The share of each spell in the time that overlaps with others. */
function* apportioned(spells: readonly Spell[]): Generator<[Spell, number]> {
  const ends = spells.flatMap((spell) => [
    { at: spell.from, spell, begins: true },
    { at: spell.to, spell, begins: false },
  ])
  ends.sort((one, other) => one.at - other.at)
  const before = new Map<Spell, number>()
  let underWay = 0
  let last = 0
  // The share that a spell would have had since the start.
  let share = 0
  for (const { at, spell, begins } of ends) {
    if (underWay > 0) share += (at - last) / underWay
    last = at
    underWay += begins ? 1 : -1
    if (begins) before.set(spell, share)
    else yield [spell, share - before.get(spell)!]
  }
}

/** Rounds by largest remainder, so that the printed values add up. */
function inWholeMilliseconds(exact: ReadonlyMap<string, number>, total: number): Map<string, number> {
  const whole = new Map([...exact].map(([id, ms]) => [id, Math.floor(ms)]))
  const sum = [...exact.values()].reduce((all, ms) => all + ms, 0)
  let missing = Math.min(total, Math.round(sum)) - [...whole.values()].reduce((all, ms) => all + ms, 0)
  const byRemainder = [...exact].toSorted(([, a], [, b]) => (b % 1) - (a % 1))
  for (const [id] of byRemainder) {
    if (missing-- <= 0) break
    whole.set(id, whole.get(id)! + 1)
  }
  return whole
}
