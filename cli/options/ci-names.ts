import type { CiName } from '../../tools/init/ci.ts'

/** Apart from the files of each CI system, which help texts need not load. */
export const CI_NAMES = ['github', 'gitlab', 'jenkins', 'none'] as const satisfies readonly CiName[]
