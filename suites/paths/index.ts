import type { Suite } from '../../engine/judge/check.ts'
import { pathObservations } from './observations.ts'
import { climbingIds, nestedIds, nestedPaths, oddIds, unknownPaths } from './unknown-paths.ts'
import { versionMissing, versionTwice, versionTwiceInOtherWords } from './wrong-version.ts'

export const paths: Suite = {
  name: 'paths',
  about: 'Paths and their version (§4, §7, §9): exactly one /v1, and 404 for unknown paths.',
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
