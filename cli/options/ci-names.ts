import type { CiName } from '../../tools/init/ci.ts'

/** Separate from the CI files, so that help texts need not load them. */
export const CI_NAMES = ['github', 'gitlab', 'jenkins', 'none'] as const satisfies readonly CiName[]
