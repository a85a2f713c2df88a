import { ANY_NUMBERS_AS_RATIO, POSITIVE_NUMBERS_AS_RATIO, wordsInAnyLetterCase } from '../lenient-spelling.ts'
import { BIT_DEPTHS, FIELDS, type FieldName, RATIO_FORM, RESOLUTIONS } from '../words.ts'
import {
  accept,
  leaveNullOpen,
  leaveOpen,
  type OracleContext,
  type Reason,
  refuse,
  refuseWrongType,
  shown,
} from './opinion.ts'
import { judgePromptAndImage } from './prompt-or-image.ts'

export type Body = Record<string, unknown>

type Rule = { fields: readonly FieldName[]; judge: (body: Body, context: OracleContext) => Reason[] }

const RULES: readonly Rule[] = [
  { fields: ['model'], judge: (body, context) => judgeModel(body.model, context) },
  {
    fields: ['prompt', 'image_url'],
    judge: (body, context) => judgePromptAndImage(body.prompt, body.image_url, context),
  },
  { fields: ['resolution'], judge: (body) => optional('resolution', body.resolution, judgeResolution) },
  { fields: ['duration'], judge: (body) => optional('duration', body.duration, judgeNumber('duration')) },
  { fields: ['fps'], judge: (body) => optional('fps', body.fps, judgeNumber('fps')) },
  { fields: ['ratio'], judge: (body) => optional('ratio', body.ratio, judgeRatio) },
  { fields: ['bit_depth'], judge: (body) => optional('bit_depth', body.bit_depth, judgeBitDepth) },
]

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parsers differ in the value of a duplicate field, so such fields are not judged. */
export function reasonsAbout(body: Body, context: OracleContext, duplicates: ReadonlySet<string>): Reason[] {
  const reasons: Reason[] = []
  for (const { fields, judge } of RULES) {
    if (duplicates.size === 0 || !fields.some((field) => duplicates.has(field))) reasons.push(...judge(body, context))
  }
  const extra = Object.keys(body).find((name) => body[name] !== undefined && !Object.hasOwn(FIELDS, name))
  if (extra !== undefined) reasons.push(leaveOpen('body.extra-fields', 'body', `the body has a field ${shown(extra)}`))
  return reasons
}

function optional<T>(field: FieldName, value: unknown, judge: (value: T) => Reason): Reason[] {
  if (value === undefined) return []
  if (value === null) return [leaveNullOpen(field)]
  if (typeof value !== FIELDS[field].type) return [refuseWrongType(field, value)]
  return [judge(value as T)]
}

function judgeModel(value: unknown, { aliases }: OracleContext): Reason[] {
  if (value === undefined) return [refuse('submission.model-required', 'model', 'the model is missing')]
  if (value === null) return [refuse('submission.model-required', 'model', 'the model is null')]
  if (typeof value !== 'string') return [refuseWrongType('model', value)]
  if (value !== '' && aliases.includes(value)) {
    return [accept('readings.listed-alias-accepted', 'model', `${shown(value)} is a listed alias`)]
  }
  const bare = (alias: string) => alias.trim().toLowerCase()
  if (value !== '' && aliases.some((alias) => bare(alias) === bare(value))) {
    return [leaveOpen('words.other-letter-case', 'model', `${shown(value)} is a listed alias in another spelling`)]
  }
  return [refuse('submission.model-listed', 'model', `${shown(value)} is not a listed alias`)]
}

const RESOLUTION_IN_ANY_CASE = new RegExp(wordsInAnyLetterCase(RESOLUTIONS), 'u')

function judgeResolution(value: string): Reason {
  const is = `${shown(value)} is`
  if (RESOLUTIONS.some((listed) => listed === value)) {
    return accept('submission.listed-words-accepted', 'resolution', `${is} a listed resolution`)
  }
  if (RESOLUTION_IN_ANY_CASE.test(value)) {
    return leaveOpen('words.other-letter-case', 'resolution', `${is} a listed resolution in another spelling`)
  }
  return refuse('submission.resolution-listed', 'resolution', `${is} not a listed resolution`)
}

function judgeBitDepth(value: number): Reason {
  if (BIT_DEPTHS.some((listed) => listed === value)) {
    return accept('submission.listed-words-accepted', 'bit_depth', `${value} is a listed bit depth`)
  }
  return refuse('submission.bit-depth-listed', 'bit_depth', `${value} is not a listed bit depth`)
}

function judgeNumber(field: 'duration' | 'fps') {
  const { least, most } = FIELDS[field]
  return (value: number): Reason => {
    if (!(value >= least && value <= most)) {
      return refuse(`submission.${field}-in-range`, field, `${field} is ${value}, outside ${least} to ${most}`)
    }
    if (!Number.isInteger(value)) {
      return accept('submission.fractions-accepted', field, `${field} is ${value}, a fraction inside its range`)
    }
    const atAnEnd = value === least || value === most
    const by = atAnEnd ? 'submission.range-ends-accepted' : 'submission.accepted-with-202'
    return accept(by, field, `${field} is ${value}, ${atAnEnd ? 'an end of' : 'inside'} its range`)
  }
}

const NUMBERS = new RegExp(ANY_NUMBERS_AS_RATIO, 'u')
const POSITIVE = new RegExp(POSITIVE_NUMBERS_AS_RATIO, 'u')
const LEADING_ZERO = /(?:^|:)0/
const WIDEST = 4n

function judgeRatio(value: string): Reason {
  if (value === FIELDS.ratio.default) {
    return accept('submission.accepted-with-202', 'ratio', `${value} is the documented default`)
  }
  if (!NUMBERS.test(value)) return refuse('submission.ratio-form', 'ratio', `${shown(value)} is not width:height`)
  if (!POSITIVE.test(value)) {
    return refuse('submission.ratio-parts-positive', 'ratio', `${shown(value)} has a part that is zero or negative`)
  }
  if (!RATIO_FORM.test(value) || LEADING_ZERO.test(value)) {
    return leaveOpen('ratio.lenient-spelling', 'ratio', `${shown(value)} is not a ratio of plain whole numbers`)
  }
  // Big integers, because rounding must not move a ratio across the limit.
  const [width, height] = value.split(':').map(BigInt) as [bigint, bigint]
  if (width > height * WIDEST || height > width * WIDEST) {
    return leaveOpen('ratio.extreme', 'ratio', `${shown(value)} is outside 1:4 to 4:1`)
  }
  return accept('submission.ordinary-ratios-accepted', 'ratio', `${shown(value)} is between 1:4 and 4:1`)
}
