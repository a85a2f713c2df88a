import { describe, expect, test } from 'vitest'
import { fail, pass, skip } from '../../engine/judge/verdict.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { faultInXml } from '../junit/xml-for-tests.ts'
import { sampleReport } from '../outcome/sample-report-for-tests.ts'
import { conformanceOf } from '../outcome/verdict.ts'
import type { Manner } from '../reporter.ts'
import { badgeJson, badgeSvg } from './badge.ts'

const GREEN = '2e7d32'
const RED = 'b3261e'
const GREY = '616161'
const MUST = CLAUSES.filter(({ level }) => level === 'must').map(({ id }) => id)

/** A run with the given number of failed and inconclusive must clauses; all others passed. */
function runWith({ failed = 0, unjudged = 0 }, whyNoVerdict?: string) {
  const verdictOf = (index: number) => {
    if (index < failed) return fail([{ expected: '401', received: '200', evidence: [1] }], 1)
    return index < failed + unjudged ? skip('no key') : pass(1, [1])
  }
  const report = sampleReport(Object.fromEntries(MUST.map((id, index) => [id, verdictOf(index)])))
  return { report: { ...report, ...conformanceOf(report, whyNoVerdict) }, history: undefined as never }
}
const shown = (run: ReturnType<typeof runWith>, manner?: Manner) => JSON.parse(badgeJson(run, manner))

describe('a badge', () => {
  test('says that every must clause passed, with specification and date, in keys that shields.io knows', () => {
    expect(shown(runWith({}))).toEqual({
      schemaVersion: 1,
      label: 'gatecheck',
      message: 'conformant · spec aaaaaaa · 2026-11-21',
      color: GREEN,
    })
  })

  test.each([
    ['a failure', runWith({ failed: 2, unjudged: 1 }), /^failing 2 ·/, RED],
    ['a clause without a verdict', runWith({ unjudged: 1 }), /^not judged 1 ·/, '8a5a00'],
    ['a run without a verdict', runWith({}, 'the deadline came first'), /^not judged ·/, '8a5a00'],
    [
      'a report that contradicts itself',
      { ...runWith({}), report: { ...runWith({}).report, notJudged: [MUST[0]!] } },
      /^not judged 1 ·/,
      '8a5a00',
    ],
  ])('is not green after %s', (_, run, message, color) => {
    expect(shown(run)).toMatchObject({ message: expect.stringMatching(message), color })
  })

  test('is grey if the run is too old', () => {
    const run = runWith({})
    const at = Date.parse(run.report.startedAt)
    expect(shown(run, { outdatedBefore: at })).toMatchObject({ color: GREEN })
    expect(shown(run, { outdatedBefore: at + 1 })).toMatchObject({
      message: expect.stringMatching(/^outdated: conformant/),
      color: GREY,
    })
  })

  test('says if only the embedded reference service was tested', () => {
    const run = runWith({})
    const target = { ...run.report.target, embedded: true as const }
    expect(shown({ ...run, report: { ...run.report, target } })).toMatchObject({ label: 'reference service' })
  })

  test('is an SVG with the same words and color', () => {
    const svg = badgeSvg(runWith({ failed: 12 }))
    expect(faultInXml(svg.toLowerCase().replaceAll('-', ''))).toBe(undefined)
    expect(svg).toContain('<title>gatecheck: failing 12 · spec aaaaaaa · 2026-11-21</title>')
    expect(svg).toContain(`fill="#${RED}"`)
  })

  test('has text that stands out from its background', () => {
    for (const color of badgeSvg(runWith({})).matchAll(/<rect [^>]*fill="#(\w+)"/g))
      expect(contrastToWhite(color[1]!)).toBeGreaterThan(4.5)
    for (const color of [GREEN, RED, GREY, '8a5a00']) expect(contrastToWhite(color)).toBeGreaterThan(4.5)
  })
})

/** Contrast ratio of WCAG 2. */
function contrastToWhite(hex: string): number {
  const [red, green, blue] = hex.match(/../g)!.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
