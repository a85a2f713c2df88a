import { describe, expect, test } from 'vitest'
import type { Began } from '../../engine/history/entry/entries.ts'
import { BEGAN } from '../../engine/judge/handwritten-for-tests.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import { fullReport, sampleReport } from '../outcome/sample-report-for-tests.ts'
import { againLine } from './again.ts'

const waivers = [{ clause: 'auth.unknown-key', reason: "it's known", state: 'used' }] as const
const report = { ...fullReport, strict: true, waivers: [...waivers] }

function recordWith(target: Began['target'], only: string[] = []) {
  const began = { kind: 'began', configuration: { only }, target, planned: [] } as unknown as Began
  return recordOf({ ...report, target: { baseUrl: target.baseUrl } }, [began])
}

describe('the command that repeats a run', () => {
  test('names the server, the selected clauses and the waivers', () => {
    expect(againLine(recordWith({ baseUrl: 'https://api.example.com/v1' }, ['auth', 'paths']))).toBe(
      "npx gatecheck run --base-url https://api.example.com/v1 --only auth --only paths --profile standard --seed 42 --strict --waive 'auth.unknown-key=it'\\''s known'",
    )
  })

  test('names every option that differs from the profile, and no other', () => {
    const { configuration } = BEGAN
    const told = { ...configuration, profile: 'smoke', generate: 0, pollIntervalMs: 1500, deadlineMs: 90_000, burst: 2 }
    const began: Began = { ...BEGAN, configuration: { ...told, profile: 'smoke' } }
    expect(againLine(recordOf(sampleReport({}), [began]))).toBe(
      'npx gatecheck run --base-url https://api.example.com/v1 --profile smoke --seed 1 --burst 2 --poll-interval 1500ms --deadline 90s',
    )
  })

  test('contains nothing that a shell would expand', () => {
    const line = againLine(recordWith({ baseUrl: 'https://a.example/$(id)/v1' }))
    expect(line).toContain(" --base-url 'https://a.example/$(id)/v1' ")
  })
})
