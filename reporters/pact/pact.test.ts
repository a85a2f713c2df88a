import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Part } from '../../runner/pact/law/part.ts'
import { HOSTILE } from '../../runner/report/sample-report-for-tests.ts'
import { OBEYED } from '../hostile-run-for-tests.ts'
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
    told('kept'),
    told('broken', {
      level: 'must',
      clauses: ['jobs.succeeded-has-a-url'],
      mismatches: ['url is missing'],
      evidence: [3, 7],
    }),
    told('relies', { mismatches: ['x is missing'] }),
    told('pending', { reason: 'it needs a revoked key' }),
    told('undecided', { reason: 'credits may have run out' }),
  ],
}

describe('what came of contracts', () => {
  test('is told of each interaction, with the clause that is broken and what to write instead', () => {
    expect(verificationText(ALL, SCREEN)).toBe(
      [
        '✔ the kept one is kept',
        '✘ the broken one is not kept (must: jobs.succeeded-has-a-url; exchange 7)',
        '    url is missing',
        '! the relies one relies on what nobody promised, and this server does otherwise',
        '    x is missing',
        '    /interactions/0/response/body/x: it has x; instead: leave it out',
        '– the pending one is pending: it needs a revoked key',
        '? the undecided one allows no verdict: credits may have run out',
        '',
        '',
      ].join('\n'),
    )
  })

  test('in few words is what is broken', () => {
    expect(verificationText(ALL, { ...SCREEN, quiet: true })).toMatch(/^✘ the broken one .*\n {4}url is missing\n\n$/)
  })

  test('is what the published schema says, and nothing else would be', () => {
    const json = JSON.parse(verificationJson(ALL))
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true)
    expect(validate(JSON.parse(verificationJson({ ...ALL, insecure: true })))).toBe(true)
    expect(validate({ ...json, more: 1 })).toBe(false)
    expect(validate({ ...json, interactions: [{ ...json.interactions[0], standing: 'fine' }] })).toBe(false)
  })

  test('prints nothing that a terminal obeys, whoever wrote the contract', () => {
    const hostile = told('broken', {
      name: HOSTILE,
      level: 'must',
      clauses: ['a.b'],
      mismatches: [HOSTILE],
      evidence: [1],
    })
    const relies = told('relies', { mismatches: [HOSTILE], unpromised: [{ ...part, what: HOSTILE, pointer: HOSTILE }] })
    const pending = told('pending', { reason: HOSTILE })
    const lint = {
      ...{
        file: HOSTILE,
        kind: 'Pact V4',
        consumer: HOSTILE,
        messages: 1,
        promised: 0,
        beyond: 1,
        against: 0,
        untold: 0,
      },
      interactions: [{ pointer: at, description: HOSTILE, parts: [{ ...part, what: HOSTILE, instead: HOSTILE }] }],
    }
    const printed = verificationText({ verdict: 'fail', interactions: [hostile, relies, pending] }, SCREEN)
    expect(printed).not.toMatch(OBEYED)
    expect(lintText(lint, SCREEN)).not.toMatch(OBEYED)
  })
})
