import type { Suite } from '../../engine/judge/check.ts'
import { jobsHaveTheirOwnFile, noVideoShowsAKey, urlNeedsNoKey } from './files.ts'
import { leadsChecks } from './leads.ts'
import { mediaObservations } from './observations.ts'
import { propertyChecks } from './properties.ts'

export const media: Suite = {
  name: 'media',
  about: 'The video of a succeeded job (§2, §4): complete, and with the requested or stated properties.',
  checks: [
    ...leadsChecks,
    ...propertyChecks,
    urlNeedsNoKey,
    jobsHaveTheirOwnFile,
    noVideoShowsAKey,
    ...mediaObservations,
  ],
}
