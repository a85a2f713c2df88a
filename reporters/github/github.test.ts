import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fail } from '../../engine/judge/verdict.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { HOSTILE_TEXTS, hostileRun, RUNS, recordOf } from '../hostile-run-for-tests.ts'
import { fullReport, sampleExchange, sampleReport } from '../outcome/sample-report-for-tests.ts'
import { COMMAND, faultInCommand } from './command-for-tests.ts'
import { workflowCommands } from './github.ts'

const hostile = (text: string) => [
  ...workflowCommands(hostileRun(text)),
  ...workflowCommands(hostileRun(text, { exit: 2, faults: [] })),
]
const typesOf = (lines: readonly string[]) => lines.map((line) => COMMAND.exec(line)?.[1])

describe('the annotations on GitHub', () => {
  test('are one for each cause with its fix, and a notice with the verdict', () => {
    expect(workflowCommands(recordOf(fullReport))).toEqual([
      '::error title=auth.unknown-key (must%2C §5.2)::A request with a well-formed but unknown key returns 401. Also fails paths.unknown-path. Reproduce: npx gatecheck run --base-url https://api.example.com/v1 --only auth.unknown-key --profile standard --seed 42. Expected 401, received 200 {"object":"list"}. Look up the hash of the key in the table of issued keys, refuse keys without a match, and remove any bypass for development.',
      '::notice title=gatecheck%3A FAIL::https://api.example.com/v1: 1 must clause failed: auth.unknown-key; 1 should clause failed (warning): paths.unknown-path',
    ])
  })

  test('report internal errors without blaming the server', () => {
    const lines = workflowCommands(RUNS['with faults of the suite']!)
    expect(typesOf(lines)).toEqual(['error', 'error', 'notice'])
    expect(lines[0]).toContain('title=internal error of gatecheck%2C not a failure of the server::')
  })

  test('are at most ten of a type, and the last one names the rest', () => {
    const entries = CLAUSES.map((_, n) => sampleExchange(n + 1, { method: 'GET', path: `/v1/${n}`, headers: [] }))
    const broken = (n: number) => fail([{ expected: '404', received: '200', evidence: [n] }], 1)
    const all = Object.fromEntries(CLAUSES.map(({ id }, n) => [id, broken(n + 1)]))
    const lines = workflowCommands(recordOf(sampleReport(all, { verdict: 'fail', exit: 1 }), entries))
    const types = typesOf(lines)
    expect(types.filter((type) => type === 'error')).toHaveLength(10)
    expect(types.filter((type) => type === 'warning')).toHaveLength(10)
    expect(lines[9]).toMatch(/^::error title=and \d+ more::[a-z]/)
  })

  test('are one command per line, with any text of a server', () => {
    const check = (text: string) => {
      for (const line of hostile(text)) expect(faultInCommand(line), line).toBeUndefined()
    }
    for (const text of HOSTILE_TEXTS) check(text)
    const pieces = ['#', '##[', '[', ':', '::', '%', '%25', ',', '\r', '\n', 'error', ' ', ']', '\u001b', '🎬']
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...pieces) }), check), { numRuns: 50, seed: 1 })
  })
})
