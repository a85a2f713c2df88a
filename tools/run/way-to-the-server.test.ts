import { describe, expect, it } from 'vitest'
import { BEGAN } from '../../engine/judge/handwritten-for-tests.ts'
import { pass } from '../../engine/judge/verdict.ts'
import { recordOf } from '../../reporters/hostile-run-for-tests.ts'
import { REPORTERS } from '../../reporters/index.ts'
import { sampleReport } from '../../reporters/outcome/sample-report-for-tests.ts'
import { rejudgement } from '../../reporters/recorded/rejudgement.ts'
import { terminalReport } from '../../reporters/terminal/terminal.ts'
import { DRIFT_REPORTERS } from '../drift/reporters/index.ts'
import { DRIFTS } from '../drift/reporters/sample-drift-for-tests.ts'

const baseUrl = 'https://api.example.com/v1'
const reported = (insecure: boolean) =>
  recordOf(sampleReport({ 'auth.unknown-key': pass(1, [1]) }, { target: { baseUrl, ...(insecure && { insecure }) } }), [
    BEGAN,
  ])

const drift = (insecure: boolean) => ({ ...DRIFTS.same, target: { baseUrl, ...(insecure && { insecure }) } })

describe('a note about unverified certificates', () => {
  const texts: Record<string, (insecure: boolean) => string> = {
    ...Object.fromEntries(
      Object.entries(REPORTERS).map(([name, { render }]) => [name, (insecure) => render(reported(insecure))]),
    ),
    ...Object.fromEntries(
      Object.entries(DRIFT_REPORTERS).map(([name, { render }]) => [
        `drift, ${name}`,
        (insecure) => render(drift(insecure)),
      ]),
    ),
    terminal: (insecure) => terminalReport(reported(insecure), { color: false, width: 80 }),
    'terminal, quiet': (insecure) => terminalReport(reported(insecure), { color: false, width: 80, quiet: true }),
    'a judgement again': (insecure) => rejudgement(reported(insecure).report, true, []),
  }
  it.each(Object.entries(texts))('is in %s, only if they were not verified', (_, render) => {
    expect(render(true)).toMatch(/insecure/)
    expect(render(false)).not.toMatch(/insecure/)
  })
})
