import { missingInWords, type Need } from '../../../spec/clause.ts'
import { type Configuration, PROFILES } from '../../config/configuration.ts'
import { didYouMean } from '../../config/nearest-names.ts'
import { UsageError } from '../../config/target.ts'
import type { Cause } from '../../history/entry/cause.ts'
import { list } from '../../history/reading/words.ts'
import { type Check, type Suite, subjectOf } from '../../judge/check.ts'
import { allNames, checksChosen, checksOf, meantBy } from '../../judge/names.ts'
import type { KeyName } from '../../keys/placeholders.ts'

/** A check of the run, with a reason if it is skipped. */
export type Planned = { check: Check; skip?: Skip }

type Skip = { why: string; cause: Cause }

export function selected(suites: readonly Suite[], configuration: Configuration, keys: readonly KeyName[]): Planned[] {
  const { hosted, only } = configuration
  const isAsked = ({ id }: Check) => only.length === 0 || only.includes(id)
  const chosen = hosted ? checksOf(suites).filter(isAsked) : select(suites, only)
  return chosen.map((check) => {
    const why = reasonToSkip(check, configuration, keys)
    return { check, ...(why && { skip: why }) }
  })
}

export function select(suites: readonly Suite[], patterns: readonly string[]): Check[] {
  const all = checksOf(suites)
  if (patterns.length === 0) return all
  const chosen = new Set<Check>()
  for (const pattern of patterns) {
    const matching = checksChosen(pattern, suites)
    if (matching.length === 0) throw new UsageError(nothingMatches(pattern, suites))
    for (const check of matching) chosen.add(check)
  }
  return all.filter((check) => chosen.has(check))
}

function nothingMatches(pattern: string, suites: readonly Suite[]): string {
  const { clause, openPoint, group } = meantBy(pattern, suites)
  if (clause) return `--only ${pattern}: this version has no check for this clause`
  if (openPoint) return `--only ${pattern}: this version does not observe this open point`
  if (group) return `--only ${pattern}: this version has no check in this group`
  const suggestion = didYouMean(pattern.replaceAll('*', ''), allNames(suites))
  const known = ` Suites: ${list(suites.map((suite) => suite.name))}; clauses: npx gatecheck clauses`
  return `--only: no suite, group, clause or check matches "${pattern}".${suggestion || known}`
}

const KEY_OF_NEED: Partial<Record<Need, KeyName>> = {
  'same-account-key': 'A2',
  'other-account-key': 'B',
  'revoked-key': 'R',
}

function reasonToSkip(check: Check, configuration: Configuration, keys: readonly KeyName[]): Skip | undefined {
  const least = check.from ?? 'smoke'
  if (PROFILES.indexOf(configuration.profile) < PROFILES.indexOf(least)) {
    const why = `not in profile ${configuration.profile}; use --profile ${least}`
    return { why, cause: { kind: 'profile', least } }
  }
  if (!configuration.media && check.needs?.includes('video'))
    return { why: 'excluded by --no-media', cause: { kind: 'limit', options: ['--no-media'] } }
  const missing = check.needs?.find((need) => {
    const key = KEY_OF_NEED[need]
    if (key) return !keys.includes(key)
    if (need === 'image') return configuration.imageUrl === undefined
    if (need === 'failing-prompt') return configuration.failingPrompt === undefined
    return need === 'burst' && configuration.burst === 0
  })
  return missing && { why: missingInWords(missing), cause: { kind: 'missing', need: missing } }
}

/** The clause that a phase tests; undefined if it tests several. */
export function clausesOf(planned: readonly Planned[]): (phase: string) => string | undefined {
  const clauses = new Map<string, string | undefined>()
  for (const { check } of planned)
    for (const { name } of check.phases) {
      const subject = subjectOf(check)
      clauses.set(name, clauses.has(name) && clauses.get(name) !== subject ? undefined : subject)
    }
  return (phase) => clauses.get(phase)
}
