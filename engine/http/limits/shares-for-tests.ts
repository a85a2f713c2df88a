import type { Shares } from './shares.ts'

const PLENTY = { jobs: 9, videoSeconds: 99 }

/** So many jobs for each by its name; the plainest of the rest, where nothing is said of it. */
export const sharesOf = (
  jobs: Record<string, number>,
  rest: Pick<Shares, 'spare' | 'others'> & Partial<Pick<Shares, 'leeway'>>,
): Shares => ({
  ...{
    of: new Map(
      Object.entries(jobs).map(([name, jobs]) => [name, { jobs, left: { jobs, videoSeconds: jobs }, isWhole: true }]),
    ),
    leeway: { first: PLENTY, refused: PLENTY, either: PLENTY },
    ...rest,
  },
  ...{ limit: { option: '--max-jobs', most: 5 }, leftOut: new Set(), last: new Set(), first: new Set(['bad bodies']) },
})
