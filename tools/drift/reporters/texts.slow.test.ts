import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMMAND, faultInCommand } from '../../../reporters/github/command-for-tests.ts'
import { HOSTILE_TEXTS, OBEYED } from '../../../reporters/hostile-run-for-tests.ts'
import { faultInXml, jenkinsOn, xmllintIsHere } from '../../../reporters/junit/xml-for-tests.ts'
import { asHtml, blocksIn, EXPECTED, tagsIn, wordsIn } from '../../../reporters/markdown/rendered-for-tests.ts'
import type { DriftReport } from '../report.ts'
import { driftAnnotations } from './annotations.ts'
import { driftJUnit } from './junit.ts'
import { driftMarkdown } from './markdown.ts'
import { DRIFTS, hostileDrift } from './sample-drift-for-tests.ts'

const all: [string, DriftReport][] = Object.entries(DRIFTS)

describe('JUnit XML of a check', () => {
  test('is well formed and of limited length with any text of a server', () => {
    for (const [, report] of all) expect(faultInXml(driftJUnit(report))).toBeUndefined()
    for (const text of HOSTILE_TEXTS) {
      const xml = driftJUnit(hostileDrift(text))
      expect(faultInXml(xml)).toBeUndefined()
      expect(xml).not.toMatch(OBEYED)
      expect(xml).not.toContain(']]>')
      expect(xml.length).toBeLessThan(60_000)
    }
  })

  test.skipIf(!xmllintIsHere)(
    `is valid to Jenkins' schema${xmllintIsHere ? '' : ' (SKIPPED: xmllint is not installed, see libxml2-utils)'}`,
    () => {
      for (const report of [...all.map(([, each]) => each), hostileDrift(HOSTILE_TEXTS[0]!)])
        expect(jenkinsOn(driftJUnit(report)).stderr.toString()).toBe('- validates\n')
    },
  )

  test('is not green without a verdict, or if a planted change was missed', () => {
    for (const name of ['unknown', 'interrupted', 'fault'] as const)
      expect(driftJUnit(DRIFTS[name])).toMatch(/name="check reaches a verdict" [^>]*><error /)
    expect(driftJUnit(DRIFTS.fault)).toContain('<error message="missed: gone, another type" type="fault">')
  })
})

describe('Markdown of a check', () => {
  const FOLDED = /^<\/?(details|summary)>$/
  const expectItsForm = (report: DriftReport) => {
    for (const tag of tagsIn(asHtml(driftMarkdown(report)))) if (!FOLDED.test(tag)) expect(tag).toMatch(EXPECTED)
  }

  test('keeps its structure with any text of a server', () => {
    for (const text of HOSTILE_TEXTS) {
      expectItsForm(hostileDrift(text))
      expect(wordsIn(asHtml(driftMarkdown(hostileDrift(text))))).not.toMatch(
        /mine|evil|alert|[@#`*[\]<]|:\/\/|www\.|GH-/,
      )
      expect(driftMarkdown(hostileDrift(text))).not.toMatch(OBEYED)
    }
    const harmless = blocksIn(asHtml(driftMarkdown(hostileDrift('harmless'))))
    const signs = [...'`\n|\\*_$[a/ :']
    const words = ['```', '~~~', '\n\n', '    ', '# ', '- ', '> ', '](', '<b>', '</', '<!--', '</details>']
    const more = ['&lt;', '@a', '//', '---']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs, ...words, ...more), maxLength: 12 }), (text) => {
        const html = asHtml(driftMarkdown(hostileDrift(text)))
        expect(blocksIn(html)).toEqual(harmless)
        expect(wordsIn(html)).not.toMatch(/[@#`*[\]<]|:\/\//)
      }),
      { numRuns: 40, seed: 1 },
    )
  })
})

describe('annotations of a check', () => {
  const typesOf = (lines: readonly string[]) => lines.map((line) => COMMAND.exec(line)?.[1])

  test('match what fails the check', () => {
    expect(typesOf(driftAnnotations(DRIFTS['relied on']))).toEqual(['error', 'warning', 'notice'])
    expect(typesOf(driftAnnotations({ ...DRIFTS['relied on'], onlyReliedOn: false }))).toEqual([
      'error',
      'error',
      'notice',
    ])
    expect(typesOf(driftAnnotations(DRIFTS['compatible, which fails']))).toEqual(['error', 'notice'])
    expect(driftAnnotations(DRIFTS.fault)[0]).toContain(
      'title=internal error of gatecheck%2C not a change of the server::',
    )
  })

  test('are one command per line, with any text of a server', () => {
    const check = (text: string) => {
      for (const line of driftAnnotations(hostileDrift(text))) expect(faultInCommand(line), line).toBeUndefined()
    }
    for (const text of HOSTILE_TEXTS) check(text)
    const pieces = ['#', '##[', '[', ':', '::', '%', '%25', ',', '\r', '\n', 'error', ' ', ']', '\u001b', '🎬']
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...pieces) }), check), { numRuns: 40, seed: 1 })
  })
})
