import type { ClauseId } from './clauses.ts'
import { type Body, isBody, reasonsAbout } from './oracle/fields.ts'
import { isHeldByDouble, membersOf } from './oracle/json-text.ts'
import {
  leaveOpen,
  type Opinion,
  type OracleContext,
  opinionFrom,
  type Reason,
  refuse,
  shown,
} from './oracle/opinion.ts'
import { FIELDS, type FieldName } from './words.ts'

export type { Opinion, OracleContext } from './oracle/opinion.ts'

/** The clauses that require a refusal. Clauses that also allow a failing job are not among them. */
export const REFUSING_CLAUSES = [
  'submission.model-required',
  'submission.model-listed',
  'submission.prompt-or-image-required',
  'submission.empty-prompt-refused',
  'submission.resolution-listed',
  'submission.duration-in-range',
  'submission.fps-in-range',
  'submission.bit-depth-listed',
  'submission.ratio-form',
  'submission.body-is-an-object',
  'submission.types-checked',
  'submission.ratio-parts-positive',
] as const satisfies readonly ClauseId[]

const BYTE_ORDER_MARK = '\uFEFF'
const NONE: ReadonlySet<string> = new Set()

/** What the specification says about a submission body, given as its parsed JSON. */
export function judgeBody(value: unknown, context: OracleContext): Opinion {
  return opinionFrom(isBody(value) ? reasonsAbout(value, context, NONE) : [noObject(`the body is ${shown(value)}`)])
}

/** What the specification says about a submission body, given as the text that is sent, JSON or not. */
export function judgeBodyText(text: string, context: OracleContext): Opinion {
  const marked = text.startsWith(BYTE_ORDER_MARK)
  const json = marked ? text.slice(1) : text
  const mark = marked ? [leaveOpen('body.byte-order-mark', 'body', 'the body starts with a byte order mark')] : []

  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return opinionFrom([noObject(text === '' ? 'the body is empty' : 'the body is not JSON'), ...mark])
  }
  if (!isBody(value)) return opinionFrom([noObject(`the body is ${shown(value)}`), ...mark])
  return opinionFrom([...reasonsAboutText(json, value, context), ...mark])
}

function reasonsAboutText(json: string, body: Body, context: OracleContext): Reason[] {
  if (isPlainlyWritten(json, body)) return reasonsAbout(body, context, NONE)
  const members = membersOf(json)
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { name } of members) (seen.has(name) ? twice : seen).add(name)

  const repeated = [...twice].slice(0, 1)
  const beyondDouble = members.filter(({ name, source }) => {
    const read = body[name]
    return isNumericField(name) && !twice.has(name) && typeof read === 'number' && !isHeldByDouble(source, read)
  })
  return [
    ...reasonsAbout(body, context, twice),
    ...repeated.map((name) => leaveOpen('body.duplicate-keys', 'body', `the body contains ${shown(name)} twice`)),
    ...beyondDouble.map(({ name }) =>
      leaveOpen('body.numbers-beyond-double', name as FieldName, `${name} has more digits than a double holds`),
    ),
  ]
}

/** Written as JSON.stringify writes it, it names nothing twice and holds no number that a double does not. */
function isPlainlyWritten(json: string, body: Body): boolean {
  for (const name in body) if (typeof body[name] === 'object' && body[name] !== null) return false
  return JSON.stringify(body) === json
}

function isNumericField(name: string): name is FieldName {
  return Object.hasOwn(FIELDS, name) && FIELDS[name as FieldName].type === 'number'
}

function noObject(why: string): Reason {
  return refuse('submission.body-is-an-object', 'body', why)
}
