import type { KindOfChange } from '../fixtures/changes/change.ts'
import { AS_ITS_WRITER_SAID } from '../fixtures/changes/changed-servers.ts'
import { PROFILES, type Profile } from '../runner/settings/configuration.ts'
import { areClientsClean, type ClientsScore, clientsScoreOf } from './clients/score.ts'
import type { ClientOutcome } from './clients/try-out.ts'
import type { Outcome } from './trial.ts'

type Part = { ids: number; trials: number; right: number }

/** Written by people who had not seen the suites: the honest measure. */
type StrangersFaults = Part & {
  byItsClause: number
  /** Of those that were measured before the suites were mended. */
  atFirstSight: { measured: number; caught: number; byItsClause: number }
}

/** Changes of servers from one day to the next, and whether they are sorted as their writers said. */
export type Changes = Part & {
  byKind: Record<KindOfChange, Part>
  /** Those that people wrote who had not seen what sorts them. */
  written: Part
  /** Of those that were measured before it was mended. */
  atFirstSight: { measured: number; right: number }
}

export type Score = {
  faults: Part
  /** Those of them that take several requests, a combination, parallel polls or another key. */
  hard: Part
  variants: Part
  undecidable: Part
  strangers: Part
  strangersFaults: StrangersFaults
  changes: Changes
  clients: ClientsScore
  /** Faults that met the whole suite; of the others, their clause alone. */
  whole: { trials: number; smaller: { profile: Profile; caught: number }[] }
  /** Lawful variants that met the profile full; the others met standard. */
  variantsInFull: number
  /** Faults that their clause did not catch. */
  survivors: Outcome[]
  /** Faults that are known to escape, and why. */
  stillMissed: Outcome[]
  /** Lawful servers that were accused, or on which the run came to no verdict. */
  accusations: Outcome[]
  /** Verdicts where none was possible. */
  presumptions: Outcome[]
  /** Changes that were sorted otherwise than their writers said. */
  missorted: Outcome[]
  /** Those of which that is known, and why. */
  stillMissorted: Outcome[]
  /** How many escaped on a busy machine, and were tried again with nothing else under way. */
  again: number
  /** How many other clauses failed beside the broken one. */
  beside: { median: number; most: number }
  requests: number
}

export function scoreOf(outcomes: readonly Outcome[], clients: readonly ClientOutcome[] = []): Score {
  const of = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind)
  const wrong = (kind: Outcome['kind']) => of(kind).filter((outcome) => !outcome.right)
  const whole = of('fault').filter(({ alone }) => !alone)
  const beside = whole.map((outcome) => outcome.accused.length).sort((a, b) => a - b)
  return {
    faults: part(of('fault')),
    hard: part(of('fault').filter(({ takes }) => takes !== undefined)),
    variants: part(of('variant')),
    undecidable: part(of('undecidable')),
    strangers: part(of('stranger')),
    strangersFaults: strangersFaults(of("stranger's fault")),
    changes: changes(of('change')),
    clients: clientsScoreOf(clients),
    whole: {
      trials: whole.length,
      smaller: PROFILES.slice(0, -1).map((profile, index) => ({
        profile,
        caught: whole.filter((each) => each.right && PROFILES.indexOf(each.profile) <= index).length,
      })),
    },
    variantsInFull: of('variant').filter(({ profile }) => profile === 'full').length,
    survivors: [...wrong('fault'), ...wrong("stranger's fault")].filter(isSurprising),
    stillMissed: [...wrong('fault'), ...wrong("stranger's fault")].filter((outcome) => !isSurprising(outcome)),
    accusations: [...wrong('variant'), ...wrong('stranger')],
    presumptions: wrong('undecidable'),
    missorted: wrong('change').filter(isSurprising),
    stillMissorted: wrong('change').filter((outcome) => !isSurprising(outcome)),
    again: outcomes.filter(({ again }) => again).length,
    beside: { median: beside[Math.floor((beside.length - 1) / 2)] ?? 0, most: beside.at(-1) ?? 0 },
    requests: outcomes.reduce((sum, outcome) => sum + outcome.requests, 0),
  }
}

/** That a fault escapes is said where it is listed; that one escapes which is not, or that the suite itself fails, is news. */
function isSurprising({ stillMissed, faults }: Outcome): boolean {
  return stillMissed === undefined || faults.length > 0
}

function strangersFaults(outcomes: readonly Outcome[]): StrangersFaults {
  const measured = outcomes.filter(({ atFirstSight }) => atFirstSight !== undefined)
  const seen = (how: Outcome['atFirstSight']) => measured.filter(({ atFirstSight }) => atFirstSight === how).length
  return {
    ...part(outcomes),
    byItsClause: outcomes.filter(({ byItsClause }) => byItsClause).length,
    atFirstSight: {
      measured: measured.length,
      caught: measured.length - seen('not'),
      byItsClause: seen('by its clause'),
    },
  }
}

function changes(outcomes: readonly Outcome[]): Changes {
  const ofKind = (kind: KindOfChange) => part(outcomes.filter(({ drift }) => drift?.written === kind))
  const sights = outcomes.flatMap(({ drift }) => drift?.atFirstSight ?? [])
  return {
    ...part(outcomes),
    byKind: { breaking: ofKind('breaking'), compatible: ofKind('compatible'), noise: ofKind('noise') },
    written: part(outcomes.filter(({ drift }) => drift?.maker === 'people')),
    atFirstSight: { measured: sights.length, right: sights.filter((sight) => sight === AS_ITS_WRITER_SAID).length },
  }
}

export function isClean({ survivors, accusations, presumptions, missorted, clients }: Score): boolean {
  const wrong = [survivors, accusations, presumptions, missorted]
  return wrong.every((outcomes) => outcomes.length === 0) && areClientsClean(clients)
}

function part(outcomes: readonly Outcome[]): Part {
  return {
    ids: new Set(outcomes.map((outcome) => outcome.id)).size,
    trials: outcomes.length,
    right: outcomes.filter((outcome) => outcome.right).length,
  }
}
