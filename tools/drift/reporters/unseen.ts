import type { Profile } from '../../../engine/config/configuration.ts'
import { PROFILES } from '../../../engine/config/configuration.ts'
import { counted } from '../../../reporters/words/counted.ts'
import { NEEDS, type Need } from '../../../spec/clause.ts'
import { clause } from '../../../spec/clauses.ts'
import type { DriftReport, Seldom } from '../report.ts'

type Unseen = DriftReport['notLookedAt'][number]

/** Why something was not seen, if known, and how to change that. */
export type Remedy = { remedy: string; places: [Unseen, ...Unseen[]] }

/** The cheapest remedy comes first. */
export function remediesOf(report: DriftReport): Remedy[] {
  const groups = Map.groupBy(report.notLookedAt, (each) => remedyOf(each, report))
  return [...groups].map(([remedy, places]) => ({ remedy, places: places as Remedy['places'] }))
}

function remedyOf({ where }: Unseen, { profile, baseline }: DriftReport): string {
  const missing = where.clause === undefined ? undefined : variableFor(clause(where.clause).needs)
  if (missing !== undefined) return `needs ${missing}, as in the baseline`
  if (isLess(profile, baseline.profile)) return `--profile ${baseline.profile} covers it, as in the baseline`
  return 'not observed; check again, or run npx gatecheck drift record --update'
}

const isLess = (one: Profile, other: Profile) => PROFILES.indexOf(one) < PROFILES.indexOf(other)

function variableFor(needs: readonly Need[] = []): string | undefined {
  for (const need of needs) {
    const { variable }: { what: string; variable?: string } = NEEDS[need]
    if (variable !== undefined) return variable
  }
  return undefined
}

/** How much of both sides was compared, and how much was not. */
export function comparedInWords({ compared, notCompared }: DriftReport): string | undefined {
  if (!compared) return undefined
  const { both, baseline, now } = compared
  const rest = [
    ...(now > both ? [`${counted(now - both, 'request')} of this check`] : []),
    ...(baseline > both ? [`${counted(baseline - both, 'request')} of the baseline`] : []),
    ...(notCompared.length > 0 ? [counted(notCompared.length, 'conclusion')] : []),
  ]
  const sent = `${counted(both, 'different request')} sent by both (baseline: ${baseline}, this check: ${now})`
  return `compared: ${sent}${rest.length > 0 ? `; not compared: ${rest.join(', ')}` : ''}`
}

/** Whether more is missing than what a check always leaves out. */
export const isPartlyCompared = ({ compared, notCompared }: DriftReport) =>
  notCompared.length > 0 || (compared !== undefined && compared.now > compared.both)

/** Number of further sightings that would exclude chance. */
export function sightingsInWords({ counts, sightingsNeeded }: Seldom): string {
  const seen = counts ? `seen ${counts.now[0]} of ${counts.now[1]} times` : 'seen too rarely'
  if (sightingsNeeded === undefined)
    return `${seen}; the baseline has too few samples: npx gatecheck drift record --merge adds a round`
  return `${seen}; ${counted(sightingsNeeded, 'sample')} needed`
}

/** The same for all of them. */
export function seldomInWords({ seldom, profile }: DriftReport): string {
  const needed = seldom.flatMap(({ sightingsNeeded }) => sightingsNeeded ?? [])
  const enough = Math.max(...needed)
  const larger = PROFILES[PROFILES.indexOf(profile) + 1]
  const how = larger === undefined ? 'check again' : `check again or use --profile ${larger}`
  return needed.length < seldom.length
    ? `${how}; npx gatecheck drift record --merge adds samples to the baseline`
    : `${counted(enough, 'sample')} of each needed: ${how}`
}
