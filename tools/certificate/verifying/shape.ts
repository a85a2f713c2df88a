import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { targetOf } from '../../../engine/config/target.ts'
import { printable } from '../../../engine/history/reading/words.ts'
import type { Envelope } from '../document/envelope.ts'
import {
  ENVELOPE_SCHEMA,
  PREDICATE_TYPE_1,
  STATEMENT_SCHEMA,
  STATEMENT_SCHEMA_1,
  TEST_RESULT_SCHEMA,
} from '../document/schema.ts'
import type { Statement } from '../document/statement.ts'
import type { TestResultStatement } from '../test-result/statement.ts'
import { type Problem, shown, type What } from './problem.ts'

const FORMATS = {
  printable: (text: string) => printable(text) === text,
  'utc-time': (text: string) => {
    const time = new Date(text)
    return !Number.isNaN(time.getTime()) && time.toISOString() === text
  },
  'base-url': (text: string) => {
    try {
      return targetOf(text).baseUrl === text
    } catch {
      return false
    }
  },
}

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictTuples: false, formats: FORMATS })
const isEnvelope = ajv.compile<Envelope>(ENVELOPE_SCHEMA)
const isStatement = ajv.compile<Statement>(STATEMENT_SCHEMA)
const isStatement1 = ajv.compile<Statement>(STATEMENT_SCHEMA_1)
const isTestResult = ajv.compile<TestResultStatement>(TEST_RESULT_SCHEMA)

type Shaped<T> = { known?: T; problems: Problem[] }

export const asEnvelope = (value: unknown): Shaped<Envelope> => shaped(value, isEnvelope, 'envelope')
export const asStatement = (value: unknown): Shaped<Statement> =>
  shaped(value, isOfVersion1(value) ? isStatement1 : isStatement, 'payload')
export const asTestResult = (value: unknown): Shaped<TestResultStatement> => shaped(value, isTestResult, 'payload')

const isOfVersion1 = (value: unknown) =>
  (value as { predicateType?: unknown } | null)?.predicateType === PREDICATE_TYPE_1

/** Every field is present with the right type, even if other rules are violated. */
function shaped<T>(value: unknown, fits: ValidateFunction<T>, place: string): Shaped<T> {
  if (fits(value)) return { known: value, problems: [] }
  const problems = (fits.errors ?? []).map((error) => problemOf(error, place))
  const isKnown = problems.every(({ what }) => what !== 'missing-field' && what !== 'wrong-type')
  return { ...(isKnown && { known: value as T }), problems }
}

const OF_KEYWORD: Record<string, What> = {
  additionalProperties: 'unknown-field',
  required: 'missing-field',
  type: 'wrong-type',
}

const OF_PLACE: Record<string, What> = {
  'envelope/payloadType': 'payload-type',
  'envelope/signatures': 'no-signature',
  'payload/_type': 'statement-type',
  'payload/predicateType': 'predicate-type',
  'payload/subject': 'subject-count',
  'payload/predicate/signer/publicKey': 'public-key',
}

const placeOf = (where: string): What | undefined =>
  /^payload\/subject\/\d+\/name$/.test(where) ? 'subject-name' : OF_PLACE[where]

function problemOf({ keyword, instancePath, params, data, message = '' }: ErrorObject, place: string): Problem {
  const where = place + instancePath
  const what = OF_KEYWORD[keyword] ?? (params.format === 'printable' ? 'unprintable-text' : placeOf(where))
  if (keyword === 'additionalProperties') {
    return { what: 'unknown-field', where, expected: 'no such field', found: shown(params.additionalProperty) }
  }
  if (keyword === 'required') {
    return { what: 'missing-field', where, expected: params.missingProperty, found: 'nothing' }
  }
  return { what: what ?? 'wrong-value', where, expected: expectedOf(keyword, params, message), found: shown(data) }
}

function expectedOf(keyword: string, params: ErrorObject['params'], message: string): string {
  if (keyword === 'const') return params.allowedValue
  if (keyword === 'enum') return params.allowedValues.join(' or ')
  return message.replace(/^must /, 'it to ')
}
