import { FIELDS, type FieldName } from '../words.ts'
import { judgeBitDepth } from './bit-depth.ts'
import { judgeModel } from './model.ts'
import { judgeNumberInRange } from './number-in-range.ts'
import type { OracleContext, Reason } from './opinion.ts'
import { judgePromptAndImage } from './prompt-or-image.ts'
import { judgeRatio } from './ratio.ts'
import { leaveOpen } from './reasons.ts'
import { judgeResolution } from './resolution.ts'
import { shown } from './shown.ts'

export type Body = Record<string, unknown>

type Rule = { fields: readonly FieldName[]; judge: (body: Body, context: OracleContext) => Reason[] }

const RULES: readonly Rule[] = [
  { fields: ['model'], judge: (body, context) => judgeModel(body.model, context) },
  {
    fields: ['prompt', 'image_url'],
    judge: (body, context) => judgePromptAndImage(body.prompt, body.image_url, context),
  },
  { fields: ['resolution'], judge: (body) => judgeResolution(body.resolution) },
  { fields: ['duration'], judge: (body) => judgeNumberInRange('duration', body.duration) },
  { fields: ['fps'], judge: (body) => judgeNumberInRange('fps', body.fps) },
  { fields: ['ratio'], judge: (body) => judgeRatio(body.ratio) },
  { fields: ['bit_depth'], judge: (body) => judgeBitDepth(body.bit_depth) },
]

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field that is named twice has no value that everybody reads alike, so what rests on it is not judged. */
export function reasonsAbout(body: Body, context: OracleContext, namedTwice: ReadonlySet<string>): Reason[] {
  const reasons: Reason[] = []
  for (const { fields, judge } of RULES)
    if (namedTwice.size === 0 || !fields.some((field) => namedTwice.has(field))) reasons.push(...judge(body, context))
  reasons.push(...extraFieldsIn(body))
  return reasons
}

function extraFieldsIn(body: Body): Reason[] {
  const extra = Object.keys(body).filter((name) => body[name] !== undefined && !Object.hasOwn(FIELDS, name))
  return extra.slice(0, 1).map((name) => leaveOpen('body.extra-fields', 'body', `the body has a field ${shown(name)}`))
}
