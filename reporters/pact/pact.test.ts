import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Part } from '../../engine/pact/conformance/part.ts'
import { OBEYED } from '../hostile-run-for-tests.ts'
import { HOSTILE } from '../outcome/sample-report-for-tests.ts'
import { lintText } from './lint.ts'
import { verificationJson, verificationText } from './verification.ts'

const validate = new Ajv2020({ allErrors: true }).compile(
  JSON.parse(readFileSync(new URL('../schemas/pact.schema.json', import.meta.url), 'utf8')),
)
const SCREEN = { color: false, width: 100, quiet: false }

const at = '/interactions/0'
const part: Part = { pointer: `${at}/response/body/x`, standing: 'beyond', what: 'it has x', instead: 'leave it out' }
const told = (standing: 'kept' | 'broken' | 'relies' | 'pending' | 'undecided', more: object = {}) => ({
  ...{ name: `the ${standing} one`, file: 'a.json', pointer: at, standing },
  ...{ clauses: [], mismatches: [], evidence: [], unpromised: [part] },
  ...more,
})
const ALL = {
  verdict: 'fail' as const,
  interactions: [
    told('broken', { level: 'must', clauses: ['a.b'], mismatches: [HOSTILE], evidence: [3, 7], name: HOSTILE }),
    told('relies', { mismatches: [HOSTILE], unpromised: [{ ...part, what: HOSTILE, pointer: `${at}/${HOSTILE}` }] }),
    ...(['kept', 'pending', 'undecided'] as const).map((standing) => told(standing, { reason: HOSTILE })),
  ],
}

describe('results of contracts', () => {
  test('is valid by the published schema', () => {
    const json = JSON.parse(verificationJson(ALL))
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true)
    expect(validate(JSON.parse(verificationJson({ ...ALL, insecure: true })))).toBe(true)
    expect(validate({ ...json, more: 1 })).toBe(false)
    expect(validate({ ...json, interactions: [{ ...json.interactions[0], standing: 'fine' }] })).toBe(false)
  })

  test('strips control sequences from the text of a contract', () => {
    const lint = {
      ...{ file: HOSTILE, kind: 'Pact V4', consumer: HOSTILE, messages: 1 },
      ...{ promised: 0, beyond: 1, against: 0, untold: 0 },
      interactions: [{ pointer: at, description: HOSTILE, parts: [{ ...part, what: HOSTILE, instead: HOSTILE }] }],
    }
    expect(verificationText(ALL, SCREEN)).not.toMatch(OBEYED)
    expect(lintText(lint, SCREEN)).not.toMatch(OBEYED)
  })
})
