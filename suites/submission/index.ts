import type { Suite } from '../../engine/judge/check.ts'
import { acceptance } from './acceptance.ts'
import { echoAgrees } from './echo.ts'
import { goodBodiesAreTakenOn } from './good-bodies.ts'
import { howRefused } from './how-refused.ts'
import { identicalAreDistinct, idsDiffer } from './ids.ts'
import { images } from './images.ts'
import { refusals } from './refusals.ts'

export const submission: Suite = {
  name: 'submission',
  about: 'Submissions (§4, §8): what must be accepted, what must be refused, and the responses.',
  // The twin of the first job goes before the orders: where jobs never end, it is what they are compared with.
  checks: [
    identicalAreDistinct,
    ...goodBodiesAreTakenOn,
    ...acceptance,
    idsDiffer,
    ...refusals,
    ...images,
    ...howRefused,
    echoAgrees,
  ],
}
