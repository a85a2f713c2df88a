import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLAUSES } from '../../spec/clauses.ts'
import { HOSTILE_TEXTS, hostileRun, RUNS, recordOf } from '../hostile-run-for-tests.ts'
import { brokenAt, fullReport, sampleReport } from '../outcome/sample-report-for-tests.ts'
import { COMMAND, faultInCommand } from './command-for-tests.ts'
import { workflowCommands } from './github.ts'

const hostile = (text: string) => [
  ...workflowCommands(hostileRun(text)),
  ...workflowCommands(hostileRun(text, { exit: 2, faults: [] })),
]
const typesOf = (lines: readonly string[]) => lines.map((line) => COMMAND.exec(line)?.[1])

describe('the annotations on GitHub', () => {
  test('are errors for what is broken, warnings for what is not grave, and one notice of the verdict', () => {
    expect(workflowCommands(recordOf(fullReport))).toEqual([
      '::error title=auth.unknown-key (must%2C §5.2)::A request with a well-formed but unknown key returns 401. Reproduce: npx gatecheck run --base-url https://api.example.com/v1 --only auth.unknown-key --profile standard --seed 42. Expected 401, received 200 {"object":"list"}',
      '::warning title=paths.unknown-path (should%2C §7)::With a valid key, an unknown path below the version returns 404. Reproduce: npx gatecheck run --base-url https://api.example.com/v1 --only paths.unknown-path --profile standard --seed 42. Expected 401, received 200 {"object":"list"}',
      '::notice title=gatecheck%3A FAIL::https://api.example.com/v1: 1 must clause failed: auth.unknown-key; 1 should clause failed (warning): paths.unknown-path',
    ])
  })

  test('make errors of faults of the suite, and blame no server for them', () => {
    const lines = workflowCommands(RUNS['with faults of the suite']!)
    expect(typesOf(lines)).toEqual(['error', 'error', 'notice'])
    expect(lines[0]).toContain('title=internal error of gatecheck%2C not a failure of the server::')
  })

  test('are no more than ten of a type, and the last one names the rest', () => {
    const all = Object.fromEntries(CLAUSES.map(({ id }) => [id, brokenAt('GET /models')]))
    const lines = workflowCommands(recordOf(sampleReport(all, { verdict: 'fail', exit: 1 })))
    const types = typesOf(lines)
    expect(types.filter((type) => type === 'error')).toHaveLength(10)
    expect(types.filter((type) => type === 'warning')).toHaveLength(10)
    expect(lines[9]).toMatch(/^::error title=and \d+ more::[a-z]/)
  })

  test('are one command a line and hold no second one, whatever a server sent', () => {
    const check = (text: string) => {
      for (const line of hostile(text)) expect(faultInCommand(line), line).toBeUndefined()
    }
    for (const text of HOSTILE_TEXTS) check(text)
    const pieces = ['#', '##[', '[', ':', '::', '%', '%25', ',', '\r', '\n', 'error', ' ', ']', '\u001b', '🎬']
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...pieces) }), check), { numRuns: 50, seed: 1 })
  })
})
