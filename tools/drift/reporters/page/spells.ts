import type { LogEntry } from '../../log.ts'

/** An earlier check with a result. */
export type Checked = LogEntry & { time: number; day: string }

/** Changes that appeared and disappeared together, and the checks in which they were present. */
export type Spell = {
  kind: LogEntry['changes'][number]['kind']
  whats: [string, ...string[]]
  accepted: boolean
  first: Checked
  last: Checked
  /** The first check without it. */
  goneAt?: Checked
  /** How often it returned. */
  returns: number
  presence: boolean[]
}

/** Checks of this target, oldest first, without entries that have no valid time. */
export function checksIn(log: readonly LogEntry[], target: string): Checked[] {
  return log
    .filter((entry) => entry.target === target)
    .map((entry) => ({ ...entry, time: Date.parse(entry.at) }))
    .filter(({ time }) => Number.isFinite(time))
    .sort((one, other) => one.time - other.time)
    .map((entry) => ({ ...entry, day: new Date(entry.time).toISOString().slice(0, 10) }))
}

/** Present ones first, then the latest. */
export function spellsIn(checks: readonly Checked[]): Spell[] {
  // A check without a verdict says nothing about what is present.
  const telling = checks.filter(({ verdict, changes }) => verdict !== 'unknown' || changes.length > 0)
  const presences = new Map<string, boolean[]>()
  const known = new Map<string, LogEntry['changes'][number]>()
  telling.forEach(({ changes }, index) => {
    for (const change of changes) {
      const presence = presences.get(change.id) ?? telling.map(() => false)
      presence[index] = true
      presences.set(change.id, presence)
      known.set(change.id, change)
    }
  })
  const together = Map.groupBy(presences.keys(), (id) => {
    const { kind, accepted = false } = known.get(id)!
    return JSON.stringify([kind, accepted, presences.get(id)!.map(Number).join('')])
  })
  return [...together.values()]
    .map((ids) =>
      lifeOf(
        ids.map((id) => known.get(id)!),
        presences.get(ids[0]!)!,
        telling,
      ),
    )
    .sort(
      (one, other) =>
        Number(one.goneAt !== undefined) - Number(other.goneAt !== undefined) ||
        other.last.time - one.last.time ||
        other.first.time - one.first.time,
    )
}

function lifeOf(
  changes: readonly LogEntry['changes'][number][],
  presence: boolean[],
  telling: readonly Checked[],
): Spell {
  const lastAt = presence.lastIndexOf(true)
  const goneAt = telling[lastAt + 1]
  const [{ kind, accepted = false }] = changes as [LogEntry['changes'][number]]
  const starts = presence.filter((isThere, index) => isThere && !presence[index - 1]).length
  return {
    ...{ kind, accepted, presence, returns: starts - 1 },
    whats: changes.map(({ what }) => what) as Spell['whats'],
    first: telling[presence.indexOf(true)]!,
    last: telling[lastAt]!,
    ...(goneAt && { goneAt }),
  }
}
