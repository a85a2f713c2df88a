import type { Suite } from '../../runner/judging/check.ts'
import { jobsHaveTheirOwnFile, noVideoShowsAKey, urlNeedsNoKey } from './files.ts'
import { leadsChecks } from './leads.ts'
import { mediaObservations } from './observations.ts'
import { propertyChecks } from './properties.ts'

export const media: Suite = {
  name: 'media',
  about: 'The video that a succeeded job leads to (§2, §4): whole, and just what was asked for or is stated.',
  checks: [
    ...leadsChecks,
    ...propertyChecks,
    urlNeedsNoKey,
    jobsHaveTheirOwnFile,
    noVideoShowsAKey,
    ...mediaObservations,
  ],
}
