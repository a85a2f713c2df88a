import { PROFILES } from '../../../engine/config/configuration.ts'
import { EXIT } from '../../../engine/config/exit-codes.ts'
import { SUITE } from '../../../engine/config/version.ts'
import { GRAVEST_FIRST } from '../../../engine/judge/verdict.ts'

/** The embedded reference service, a server on the same machine, or a remote one. */
export const TARGET_KINDS = ['embedded', 'loopback', 'remote'] as const

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
/** Unknown fields are errors: they might change the meaning of the rest. So a new field needs a new version. */
export const PREDICATE_TYPE = 'urn:gatecheck:conformance-result:2'
/** Without the extent of the tests and the identity of the server. */
export const PREDICATE_TYPE_1 = 'urn:gatecheck:conformance-result:1'
export const SUBJECT_NAME = 'history.jsonl'

export const TEST_RESULT_TYPE = 'https://in-toto.io/attestation/test-result/v0.1'
/** in-toto: additional fields are named by URIs, and readers ignore unknown ones. */
export const SIGNER = 'urn:gatecheck:signer'
export const NOT_JUDGED = 'urn:gatecheck:not-judged'

const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
})
const list = (items: object) => ({ type: 'array', items })
const oneOf = (values: readonly (string | number)[]) => ({ type: typeof values[0], enum: values })
const is = (value: string) => ({ type: 'string', const: value })

const text = { type: 'string', format: 'printable' }
const id = { type: 'string', pattern: '^[a-z0-9-]+\\.[a-z0-9-]+(/[a-z0-9-]+)?$' }
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const time = { type: 'string', format: 'utc-time' }
/** Canonical PEM of an Ed25519 public key (RFC 8410, SPKI). */
const publicKey = {
  type: 'string',
  pattern: '^-----BEGIN PUBLIC KEY-----\\nMCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=\\n-----END PUBLIC KEY-----\\n$',
}
/**
 * A file beside the history, other than the history: one path segment without characters that are special to shells or
 * terminals.
 */
const REPORT_NAME = '^(?!history\\.jsonl$)[A-Za-z0-9_][A-Za-z0-9._ -]{0,199}$'
const reportName = { type: 'string', pattern: REPORT_NAME }

const IS_REPORT_NAME = new RegExp(REPORT_NAME)

/** Whether a certificate may contain this file name. */
export const isReportName = (name: string): boolean => IS_REPORT_NAME.test(name)

const count = { type: 'integer', minimum: 0 }
const flag = { type: 'boolean' }

const baseUrl = { type: 'string', format: 'base-url' }
const clausesWith = (more: Record<string, object>) =>
  list(
    object(
      { id, level: oneOf(['must', 'should']), section: text, verdict: oneOf(GRAVEST_FIRST) },
      { waived: text, ...more },
    ),
  )

const OF_BOTH = {
  suite: object({ name: is(SUITE.name), version: text }),
  law: object({ sha256 }),
  result: oneOf(['PASSED', 'FAILED']),
  exit: oneOf(Object.values(EXIT)),
  startedAt: time,
  finishedAt: time,
  profile: oneOf(PROFILES),
  seed: { type: 'integer' },
  strict: flag,
  notCovered: list(id),
  choices: list(object({ id, choice: text, values: list(text) }, { inconsistent: text })),
  waivers: list(object({ clause: id, reason: text, state: oneOf(['used', 'stale', 'not judged']) })),
  signer: object({ keyid: sha256, publicKey }),
}

const COUNTS = { exchanges: count, generated: count, jobs: count }

const predicate1 = object({
  ...OF_BOTH,
  target: object({ baseUrl }),
  clauses: clausesWith({}),
  counts: object(COUNTS),
})

const tls = object({
  protocol: text,
  issuer: text,
  subject: text,
  fingerprint256: text,
  validTo: text,
  authorized: flag,
})
const answeredBy = object({}, { address: text, tls, proxy: text, ca: flag })
const amount = object({ cases: count, generated: count, parallel: count })

const predicate2 = object({
  ...OF_BOTH,
  target: object({ baseUrl, kind: oneOf(TARGET_KINDS), answeredBy: list(answeredBy) }, { proxy: text, ca: text }),
  extent: oneOf(['full', 'reduced']),
  reductions: list(text),
  clauses: clausesWith({ amount }),
  counts: object({ ...COUNTS, parallel: count }),
})

const statement = (predicateType: string, predicate: object) =>
  object({
    _type: is(STATEMENT_TYPE),
    // The history first, then the reports made from it.
    subject: {
      type: 'array',
      prefixItems: [object({ name: is(SUBJECT_NAME), digest: object({ sha256 }) })],
      items: object({ name: reportName, digest: object({ sha256 }) }),
      minItems: 1,
    },
    predicateType: is(predicateType),
    predicate,
  })

export const STATEMENT_SCHEMA = statement(PREDICATE_TYPE, predicate2)
export const STATEMENT_SCHEMA_1 = statement(PREDICATE_TYPE_1, predicate1)

/** in-toto: readers ignore unknown fields. */
const open = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  ...object(required, optional),
  additionalProperties: true,
})
const digest = { type: 'object', additionalProperties: { type: 'string', pattern: '^[0-9a-f]+$' }, minProperties: 1 }
const descriptor = open({}, { name: text, uri: text, digest, annotations: open({}) })

export const TEST_RESULT_SCHEMA = open({
  _type: is(STATEMENT_TYPE),
  subject: { ...list(open({ digest }, { name: text })), minItems: 1 },
  predicateType: is(TEST_RESULT_TYPE),
  predicate: open(
    { result: oneOf(['PASSED', 'WARNED', 'FAILED']), configuration: list(descriptor) },
    {
      url: text,
      passedTests: list(text),
      warnedTests: list(text),
      failedTests: list(text),
      [NOT_JUDGED]: list(text),
      [SIGNER]: object({ keyid: sha256, publicKey }),
    },
  ),
})

export const ENVELOPE_SCHEMA = object({
  payload: { type: 'string' },
  payloadType: is(PAYLOAD_TYPE),
  signatures: { ...list(object({ keyid: sha256, sig: { type: 'string' } })), minItems: 1 },
})
