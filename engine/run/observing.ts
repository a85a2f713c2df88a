import { specDigest } from '../../spec/digest.ts'
import { configure } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import { SUITE } from '../config/version.ts'
import type { Began, HistoryEntry, Observed } from '../history/entry/entries.ts'
import { HISTORY_FORMAT } from '../history/recorded.ts'
import { isObservation, type Suite } from '../judge/check.ts'
import type { KnownKey } from '../keys/keyring.ts'
import type { KeyName } from '../keys/recipes.ts'

const NOT_PLANNED = 'only a run (gatecheck run) sends these requests'

type Observing = {
  target: Target
  suites: readonly Suite[]
  strict: boolean
  /** In milliseconds since 1970. */
  start: number
  keys: readonly KeyName[]
  known: readonly KnownKey[]
  observed: Observed
}

/** How the record of traffic begins that somebody else sends. */
export function observing({ target, suites, strict, start, keys, known, observed }: Observing): HistoryEntry[] {
  const checks = suites.flatMap((suite) => suite.checks)
  const began: Began = {
    kind: 'began',
    format: HISTORY_FORMAT,
    suite: SUITE,
    spec: { sha256: specDigest() },
    target: { baseUrl: target.baseUrl },
    observed,
    startedAt: new Date(start).toISOString(),
    // Nothing was drawn by chance.
    configuration: configure({ seed: 0, generate: 0, strict }, false),
    keys: [...keys],
    known: [...known],
    planned: checks.map((check) => ({
      id: check.id,
      ...(isObservation(check) ? { open: check.open } : { clause: check.clause }),
      phases: check.phases.map(({ name }) => name),
    })),
  }
  const silent = checks.filter(({ phases }) => phases.length > 0)
  return [
    began,
    ...silent.map(({ id }) => ({ kind: 'skipped', by: id, why: NOT_PLANNED, cause: { kind: 'not planned' } }) as const),
  ]
}
