import type { Suite } from '../../engine/judge/check.ts'
import { acceptance, identicalAreDistinct, idsDiffer } from './accepted.ts'
import { echoAgrees } from './echo.ts'
import { goodBodiesAreTakenOn } from './good-bodies.ts'
import { images } from './images.ts'
import { howRefused, refusals } from './refusals.ts'

export const submission: Suite = {
  name: 'submission',
  about: 'Submissions (§4, §8): what must be accepted, what must be refused, and the responses.',
  // First the job with the same body as the first one: it is compared with that if jobs never finish.
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
