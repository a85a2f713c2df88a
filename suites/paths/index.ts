import type { Suite } from '../../runner/judging/check.ts'
import { pathObservations } from './observations.ts'
import { climbingIds, nestedIds, nestedPaths, oddIds, unknownPaths } from './unknown-paths.ts'
import { versionMissing, versionTwice, versionTwiceInOtherWords } from './wrong-version.ts'

export const paths: Suite = {
  name: 'paths',
  about: 'Paths and the version in them (§4, §7, §9): one /v1, and 404 for everything that is not there.',
  risksJobs: true,
  checks: [
    versionTwice,
    versionMissing,
    unknownPaths,
    nestedPaths,
    nestedIds,
    oddIds,
    climbingIds,
    versionTwiceInOtherWords,
    ...pathObservations,
  ],
}
