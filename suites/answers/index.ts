import type { Suite } from '../../engine/judge/check.ts'
import { codeRules, errorsShowTheirCode } from './codes.ts'
import { httpRules } from './http.ts'
import { answerObservations } from './observations.ts'

export const answers: Suite = {
  name: 'answers',
  about: 'Every response of the run: error codes, statuses, Content-Type (§7).',
  checks: [...codeRules, errorsShowTheirCode, ...httpRules, ...answerObservations],
}
