import { describe, expect, test } from 'vitest'
import type { Began } from '../../runner/history/entry/entries.ts'
import { BEGAN } from '../../runner/judging/handwritten-for-tests.ts'
import {
  brokenAt,
  fullReport,
  passed,
  sampleExchange,
  sampleReport,
} from '../../runner/report/sample-report-for-tests.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import { againLine } from './again.ts'

const waivers = [{ clause: 'auth.unknown-key', reason: "it's known", state: 'used' }] as const
const report = { ...fullReport, strict: true, waivers: [...waivers] }

function recordWith(target: Began['target'], only: string[] = []) {
  const began = { kind: 'began', configuration: { only }, target, planned: [] } as unknown as Began
  return recordOf({ ...report, target: { baseUrl: target.baseUrl } }, [began])
}

describe('the command that asks the same again', () => {
  test('names the server, what was chosen, and what was waived', () => {
    expect(againLine(recordWith({ baseUrl: 'https://api.example.com/v1' }, ['auth', 'paths']))).toBe(
      "gatecheck run --base-url https://api.example.com/v1 --only auth --only paths --profile standard --seed 42 --strict --waive 'auth.unknown-key=it'\\''s known'",
    )
  })

  test('asks a broken clause without its waiver', () => {
    expect(againLine(recordWith({ baseUrl: 'https://api.example.com/v1' }), ['auth.unknown-key'])).toBe(
      'gatecheck run --base-url https://api.example.com/v1 --only auth.unknown-key --profile standard --seed 42 --strict',
    )
  })

  test('asks for whoever sent what broke a clause that looks at everything that is sent', () => {
    const began = { kind: 'began', configuration: {}, target: { baseUrl: 'https://a.example/v1' }, planned: [] }
    const shown = sampleReport({ 'auth.key-never-shown': brokenAt('GET /models'), 'paths.odd-id': passed })
    const sent = { ...sampleExchange(2), purpose: { by: 'paths.check-of-odd-id', part: 'probe' } } as const
    const line = againLine(recordOf(shown, [began as unknown as Began, sent]), ['auth.key-never-shown'])
    expect(line).toContain(' --only auth.key-never-shown --only paths.check-of-odd-id ')
  })

  test('names every option that differs from what the profile does by itself, and no other', () => {
    const { configuration } = BEGAN
    const told = { ...configuration, profile: 'smoke', generate: 0, pollIntervalMs: 1500, deadlineMs: 90_000, burst: 2 }
    const began: Began = { ...BEGAN, configuration: { ...told, profile: 'smoke' } }
    expect(againLine(recordOf(sampleReport({}), [began]))).toBe(
      'gatecheck run --base-url https://api.example.com/v1 --profile smoke --seed 1 --poll-interval 1500ms --deadline 90s --burst 2',
    )
  })

  test('names the contracts that were held against the server, and no suite of their own', () => {
    const { configuration } = BEGAN
    const began: Began = { ...BEGAN, configuration: { ...configuration, only: ['client-pacts'], pacts: ['my pacts'] } }
    expect(againLine(recordOf(sampleReport({}), [began]))).toMatch(
      /^gatecheck pact verify 'my pacts' --base-url https:\/\/api\.example\.com\/v1 --profile/,
    )
    const broken = recordOf(sampleReport({ 'paths.odd-id': passed }), [began])
    expect(againLine(broken, ['paths.odd-id'])).toContain(
      "verify 'my pacts' --base-url https://api.example.com/v1 --only paths.odd-id",
    )
  })

  test('names no server that was started for that run alone', () => {
    expect(againLine(recordWith({ baseUrl: 'http://127.0.0.1:34567/v1', embedded: true }, ['auth']))).toMatch(
      /^gatecheck run --only auth --profile/,
    )
  })

  test('holds nothing that a shell would run', () => {
    const line = againLine(recordWith({ baseUrl: 'https://a.example/$(id)/v1' }))
    expect(line).toContain(" --base-url 'https://a.example/$(id)/v1' ")
  })
})
