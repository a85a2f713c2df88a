import { describe, expect, test } from 'vitest'
import { HOSTILE_TEXTS, OBEYED } from '../../../../reporters/hostile-run-for-tests.ts'
import type { DriftReport } from '../../report.ts'
import { DRIFTS, hostileDrift, sampleChange, sampleDrift } from '../sample-drift-for-tests.ts'
import { type DriftTerminalOptions, driftTerminal } from './terminal.ts'

const render = (report: DriftReport, rest: Partial<DriftTerminalOptions> = {}) =>
  driftTerminal(report, { color: false, width: 100, ...rest })
const linesOf = (text: string) => text.trimEnd().split('\n')
const lastOf = (text: string) => linesOf(text).at(-1)

describe('a check that found changes', () => {
  const text = render(DRIFTS.breaking)

  test('of up to five fits a screen, and names further ones in a line each', () => {
    expect(linesOf(text).length).toBeLessThanOrEqual(60)
    expect(text.match(/^ {4}accept /gm)).toHaveLength(5)
    expect(text).toMatch(/^ {2}\+ The alias Nova-2 is new in GET \/models. \[b0d4e80c742b\]$/m)
    const many = Array.from({ length: 40 }, (_, n) => sampleChange('new', { alias: `a${n}` }, { after: `${n}` }))
    const long = render(sampleDrift({ verdict: 'compatible', changes: many }))
    expect(linesOf(long).length).toBeLessThanOrEqual(60)
    expect(long).toContain('  and 23 more (--all, or see the report)\n')
  })

  test('prints only changes and verdict with quiet', () => {
    expect(render(DRIFTS.same, { quiet: true })).toBe('SAME  no changes against the baseline\n')
    expect(render(DRIFTS.breaking, { quiet: true })).toMatch(/^Breaking\n[\s\S]*\n\nBREAKING.*\n$/)
  })
})

test.each([
  ['unknown', /^NO VERDICT {2}the key in GATECHECK_KEY was not accepted$/],
  ['interrupted', /^INTERRUPTED {2}the run was interrupted; results so far: 1 change may break a client/],
  ['fault', /^FAULT {2}the check missed 2 seeded changes \(gone, another type\)/],
  ['compatible, which fails', /^COMPATIBLE {2}1 compatible change \(--fail-on compatible\): Nova-2 new$/],
] as const)('the verdict of a check: %s', (name, line) => {
  expect(lastOf(render(DRIFTS[name]))).toMatch(line)
})

test('text of a server has no control sequences and limited length', () => {
  for (const text of HOSTILE_TEXTS) {
    for (const all of [false, true]) {
      const shown = render(hostileDrift(text), { all })
      expect(shown).not.toMatch(OBEYED)
      expect(shown.length).toBeLessThan(20_000)
    }
  }
})
