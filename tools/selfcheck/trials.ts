import { PROFILES, type Profile } from '../../engine/config/configuration.ts'
import { randomOf } from '../../engine/config/seed.ts'
import { CHANGED_SERVERS, type ChangedServer } from '../../fixtures/changes/changed-servers.ts'
import { FAULTS, VARIANTS } from '../../fixtures/corpus.ts'
import { STRANGERS } from '../../fixtures/strangers/index.ts'
import { UNDECIDABLE } from '../../fixtures/undecidable/index.ts'
import type { Dialect } from '../../service/dialects/dialect.ts'
import { DIALECTS } from '../../service/dialects/index.ts'
import type { Askable } from './select.ts'
import type { Trial } from './trial.ts'

const SHARE = 1 / 20

/**
 * Each subject in each dialect in which it shows; `profile` is that of the runs on conforming servers. The longest come
 * first, so that no core idles at the end.
 */
export function everyTrial(seed: number, profile: Profile): Trial[][] {
  const own = { seed, profile, dialect: 'own' }
  const full = { ...own, profile: 'full' } as const
  const inDialects = <T>(showsIn: ((dialect: Dialect) => boolean) | undefined, make: (dialect: string) => T): T[] =>
    Object.entries(DIALECTS)
      .filter(([, declared]) => showsIn?.(declared) ?? true)
      .map(([dialect]) => make(dialect))
  return [
    ...STRANGERS.map((subject): Trial[] => [{ ...own, kind: 'implementation', subject }]),
    ...[...CHANGED_SERVERS]
      .sort((one, other) => costOf(other) - costOf(one))
      .map((subject): Trial[] => [{ ...own, kind: 'change', subject, dialect: subject.dialect }]),
    ...UNDECIDABLE.map((subject) =>
      inDialects(undefined, (dialect): Trial => ({ ...full, kind: 'undecidable', subject, dialect })),
    ),
    ...[...FAULTS]
      .sort((one, other) => Number(other.isEndless ?? false) - Number(one.isEndless ?? false))
      .map((subject) =>
        inDialects(subject.showsIn, (dialect): Trial => ({ ...full, kind: 'fault', subject, dialect })),
      ),
    // Each takes a whole run: a third of them full, the others standard.
    ...VARIANTS.map((subject, index) =>
      inDialects(undefined, (dialect): Trial => {
        const isFull = profile === 'full' && (index + seed) % 3 === 0
        return { ...own, profile: isFull ? 'full' : 'standard', kind: 'variant', subject, dialect }
      }),
    ),
    ...STRANGERS.flatMap(({ faults }) => faults)
      .filter(({ isNone }) => isNone === undefined)
      .map((subject): Trial[] => [{ ...full, kind: 'implementation fault', subject }]),
  ]
}

const costOf = ({ from }: ChangedServer) => (from === undefined ? 0 : PROFILES.indexOf(from))

/** Each subject once. Four consecutive seeds cover all four dialects. */
export function inOneDialect(bySubject: readonly Trial[][], seed: number): Trial[] {
  return bySubject.map((trials, index) => trials[(index + seed) % trials.length]!)
}

/** A share of each stratum, at least one trial, chosen by the seed. */
export function sampleOf<One>(trials: readonly One[], seed: number, stratumOf: (one: One) => string): One[] {
  const chosen = new Set<One>()
  for (const [stratum, all] of Map.groupBy(trials, stratumOf)) {
    const random = randomOf(seed, stratum)
    const drawn = all.map((one) => ({ one, at: random() })).sort((one, other) => one.at - other.at)
    for (const { one } of drawn.slice(0, Math.ceil(all.length * SHARE))) chosen.add(one)
  }
  return trials.filter((one) => chosen.has(one))
}

/** Faults by subject area and difficulty; variants by open point; changes by author and kind. */
export function stratumOf({ kind, subject }: Trial): string {
  switch (kind) {
    case 'fault':
      return [kind, areaOf(subject.breaks), subject.takes].join(' ')
    case 'implementation fault':
      return [kind, subject.stranger].join(' ')
    case 'variant':
      return [kind, areaOf(subject.restsOn)].join(' ')
    case 'change':
      return [kind, subject.maker, subject.kind].join(' ')
    case 'implementation':
      return [kind, subject.id].join(' ')
    case 'undecidable':
      return kind
  }
}

const areaOf = (id: string) => id.split('.')[0]!

/** A trial can be selected by its kind (fault, faults), its name, its clause or open point, or its dialect. */
export const askableOf = (trial: Trial): Askable => ({
  kind: trial.kind,
  names: [trial.subject.id, trial.dialect, ...topicsOf(trial)],
})

function topicsOf({ kind, subject }: Trial): string[] {
  if (kind === 'change') return subject.about === undefined ? [] : [subject.about]
  if (kind === 'variant') return [subject.restsOn]
  return 'breaks' in subject ? [subject.breaks] : []
}
