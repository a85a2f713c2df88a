import type { Suite } from '../../runner/judging/check.ts'
import { codeRules, errorsShowTheirCode } from './codes.ts'
import { httpRules } from './http.ts'
import { answerObservations } from './observations.ts'

export const answers: Suite = {
  name: 'answers',
  about: 'What holds for every answer of the run, whoever asked: code words, statuses, labels (§7).',
  checks: [...codeRules, errorsShowTheirCode, ...httpRules, ...answerObservations],
}
