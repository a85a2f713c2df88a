import { EMBEDDED } from '../../engine/config/target.ts'
import type { Baseline } from '../../tools/drift/baseline/baseline.ts'
import type { Io } from '../io.ts'
import type { RecordedTarget } from '../options/recorded-target.ts'

export type BaselineOption = { baseline: string }

/** The server that a baseline was recorded from. */
export const recordedTarget = (place: string, { target: { baseUrl } }: Baseline): RecordedTarget => ({
  place,
  baseUrl: baseUrl === EMBEDDED ? undefined : baseUrl,
})

/** Baselines are reviewed before they change, so CI must not write them. */
export const isInCi = ({ env: { CI } }: Io): boolean => CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0'
