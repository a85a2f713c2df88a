import type { Suite } from '../engine/judge/check.ts'
import { accounts } from './accounts/index.ts'
import { answers } from './answers/index.ts'
import { auth } from './auth/index.ts'
import { browser } from './browser/index.ts'
import { capacity } from './capacity/index.ts'
import { FORMER_IDS } from './former-ids.ts'
import { generated } from './generated/index.ts'
import { lifecycle } from './lifecycle/index.ts'
import { limits } from './limits/index.ts'
import { media } from './media/index.ts'
import { model } from './model/index.ts'
import { pact } from './pact/index.ts'
import { paths } from './paths/index.ts'
import { quiet } from './quiet/index.ts'
import { readings } from './readings/index.ts'
import { robustness } from './robustness/index.ts'
import { submission } from './submission/index.ts'
import { traffic } from './traffic/index.ts'

const ALL: readonly Suite[] = [
  auth,
  paths,
  submission,
  limits,
  lifecycle,
  media,
  capacity,
  accounts,
  readings,
  browser,
  robustness,
  generated,
  pact,
  quiet,
  model,
  answers,
]

export const SUITES: readonly Suite[] = ALL.map((suite) => ({
  ...suite,
  checks: suite.checks.map((check) => {
    const formerly = FORMER_IDS[check.id]
    return formerly === undefined ? check : { ...check, formerly }
  }),
}))

/** Suites that judge recorded traffic of any client. */
export const SUITES_OF_TRAFFIC: readonly Suite[] = [...SUITES, traffic]
