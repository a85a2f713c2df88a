import type { Suite } from '../engine/judge/check.ts'
import { accounts } from './accounts/index.ts'
import { answers } from './answers/index.ts'
import { auth } from './auth/index.ts'
import { browser } from './browser/index.ts'
import { capacity } from './capacity/index.ts'
import { formerIdOf } from './former-ids.ts'
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

const withFormerIds = (suite: Suite): Suite => ({
  ...suite,
  checks: suite.checks.map((check) => {
    const formerly = formerIdOf(check.id)
    return formerly === undefined ? check : { ...check, formerly }
  }),
})

export const SUITES: readonly Suite[] = [
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
].map(withFormerIds)

/** Suites that judge recorded traffic of any client. */
export const SUITES_OF_TRAFFIC: readonly Suite[] = [...SUITES, withFormerIds(traffic)]
