import type { OracleContext, Reason } from './opinion.ts'
import { accept, leaveOpen, refuse, refuseWrongType } from './reasons.ts'
import { shown } from './shown.ts'

export function judgeModel(value: unknown, { aliases }: OracleContext): Reason[] {
  if (value === undefined) return [refuse('submission.model-required', 'model', 'the model is missing')]
  if (value === null) return [refuse('submission.model-required', 'model', 'the model is null')]
  if (typeof value !== 'string') return [refuseWrongType('model', value)]
  if (value !== '' && aliases.includes(value)) {
    return [accept('readings.listed-alias-accepted', 'model', `${shown(value)} is a listed alias`)]
  }
  if (value !== '' && aliases.some((alias) => bare(alias) === bare(value))) {
    return [leaveOpen('words.other-letter-case', 'model', `${shown(value)} is a listed alias in another spelling`)]
  }
  return [refuse('submission.model-listed', 'model', `${shown(value)} is not a listed alias`)]
}

function bare(alias: string): string {
  return alias.trim().toLowerCase()
}
