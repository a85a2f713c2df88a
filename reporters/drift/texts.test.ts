import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DriftReport } from '../../drift/report.ts'
import { COMMAND, faultInCommand } from '../github/command-for-tests.ts'
import { HOSTILE_TEXTS, OBEYED } from '../hostile-run-for-tests.ts'
import { faultInXml, jenkinsOn, xmllintIsHere } from '../junit/xml-for-tests.ts'
import { asHtml, blocksIn, EXPECTED, tagsIn, wordsIn } from '../markdown/rendered-for-tests.ts'
import { driftAnnotations } from './annotations.ts'
import { driftJUnit } from './junit.ts'
import { driftMarkdown } from './markdown.ts'
import { DRIFTS, hostileDrift, sampleChange, sampleDrift } from './sample-drift-for-tests.ts'

const all: [string, DriftReport][] = Object.entries(DRIFTS)
const manyOf = (count: number, kind: 'breaking' | 'compatible') =>
  sampleDrift({
    verdict: kind,
    changes: Array.from({ length: count }, (_, n) => sampleChange('new', { alias: `a${n}` }, { kind, after: `${n}` })),
  })

describe('JUnit XML of a check', () => {
  test('is well formed, whatever a server sent, and of a length that is read', () => {
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

  test('fails for what breaks, passes what is compatible, and skips what is accepted or could not be told', () => {
    const xml = driftJUnit(DRIFTS.breaking)
    expect(xml).toContain('<testsuites name="gatecheck drift" tests="15" failures="5" errors="0"')
    expect(xml).toContain(
      '<testcase name="/error gone" classname="gatecheck.drift.breaking" time="0.000"><failure message="/error is gone from 6 kinds of answers." type="breaking">',
    )
    expect(xml).toMatch(/name="Nova-2 new" classname="gatecheck.drift.compatible" time="0.000"><system-out>/)
    expect(xml).toMatch(/accepted" time="0.000"><skipped>accepted: .*\n.*\n.*\naccepted: reported as #71\n/)
    expect(xml).toMatch(/name="seen often enough: \/plan [^"]*" [^>]*><skipped>/)
    expect(xml).toContain('name="not looked at: needs GATECHECK_OTHER_ACCOUNT_KEY, as the baseline had it"')
  })

  test('fails for the same changes as the exit code', () => {
    const failures = (report: DriftReport) => driftJUnit(report).match(/<failure /g)?.length ?? 0
    expect(failures(DRIFTS['relied on'])).toBe(1)
    expect(failures({ ...DRIFTS['relied on'], onlyReliedOn: false })).toBe(2)
    expect(failures(DRIFTS.compatible)).toBe(0)
    expect(failures(DRIFTS['compatible, which fails'])).toBe(1)
  })

  test('is not green without a verdict, or where the check is blind', () => {
    for (const name of ['unknown', 'interrupted', 'fault'] as const)
      expect(driftJUnit(DRIFTS[name])).toMatch(/name="the check comes to a verdict" [^>]*><error /)
    expect(driftJUnit(DRIFTS.fault)).toContain('<error message="missed: gone, another type" type="fault">')
  })
})

describe('Markdown of a check', () => {
  const FOLDED = /^<\/?(details|summary)>$/
  const expectItsForm = (report: DriftReport) => {
    for (const tag of tagsIn(asHtml(driftMarkdown(report)))) if (!FOLDED.test(tag)) expect(tag).toMatch(EXPECTED)
  }

  test('says the verdict, has a row for each cause, and folds the rest', () => {
    const text = driftMarkdown(DRIFTS.breaking)
    expect(text).toMatch(
      /^## gatecheck drift: BREAKING\n\n\*\*BREAKING\*\* for `https:\/\/api.example.com\/v1`: 5 changes/,
    )
    expect(text).toContain('| ✘ breaking | `/error` is gone from 6 kinds of answers. | always | never | 6 |  |\n')
    expect(text).toContain('| number | string | 1 | 11, 40, 44 |\n')
    expect(text).toContain('Jobs now report "archived"; before: queued, running, succeeded.')
    expect(text).toContain('  gatecheck show 11\n  gatecheck drift accept de3863bf51fc --reason "…"\n')
    expect(text).toContain('<summary>Accepted (1)</summary>')
    expect(text).toContain(
      '- needs GATECHECK_OTHER_ACCOUNT_KEY, as the baseline had it: `accounts.other-account-sees-404`',
    )
    expect(driftMarkdown(DRIFTS.same).split('\n')).toHaveLength(6)
  })

  test('says how many requests were compared, and lists the conclusions that were not', () => {
    const text = driftMarkdown(DRIFTS['in another profile'])
    expect(text).toContain('<summary>Not compared (1)</summary>')
    expect(text).toContain('- `submission.body-is-an-object`: fails now, on requests that the baseline did not send')
    expect(text).toContain('36 different requests sent by both')
  })

  test('sets the pointer of a change as code, whatever stands in it, and takes nothing else for one', () => {
    const where = { endpoint: 'GET /usage', status: 200 } as const
    const one = sampleChange('gone', { ...where, pointer: '/used seconds' })
    expect(driftMarkdown({ ...DRIFTS.same, changes: [one] })).toContain(
      '| `/used seconds` is gone from GET /usage 200. |',
    )
    const two = ['/left', '/used'].map((pointer) => sampleChange('gone', { ...where, pointer }))
    expect(driftMarkdown({ ...DRIFTS.same, changes: two })).not.toContain('`/left,`')
  })

  test('shows what a clause was and is, of several verdicts each', () => {
    const change = sampleChange('broken', { clause: 'auth.header-required' })
    const values = { before: ['fail', 'pass where it was tried, so far'], after: ['fail'] }
    expect(driftMarkdown({ ...DRIFTS.same, changes: [{ ...change, values }] })).toContain(
      '| broken, pass where it was tried, so far | broken |',
    )
  })

  test.each(all)('(%s) renders to headings, lists, a table, code and what is folded', (_, report) => {
    expectItsForm(report)
  })

  test('makes no markup, link or mention of what a server sent', () => {
    for (const text of HOSTILE_TEXTS) {
      const html = asHtml(driftMarkdown(hostileDrift(text)))
      expectItsForm(hostileDrift(text))
      expect(wordsIn(html)).not.toMatch(/mine|evil|alert|[@#`*[\]<]|:\/\/|www\.|GH-/)
      expect(driftMarkdown(hostileDrift(text))).not.toMatch(OBEYED)
    }
  })

  test('keeps its form whatever a server sent', () => {
    const harmless = blocksIn(asHtml(driftMarkdown(hostileDrift('harmless'))))
    const pieces = [
      '`',
      '```',
      '~~~',
      '\n',
      '\n\n',
      '    ',
      '# ',
      '- ',
      '> ',
      '|',
      '\\',
      '*',
      '_',
      '$',
      '[',
      '](',
      '<b>',
    ]
    const more = ['</', '<!--', '</details>', '&lt;', '@a', 'a', '/', ' ', ':', '//', '---']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...pieces, ...more), maxLength: 12 }), (text) => {
        const html = asHtml(driftMarkdown(hostileDrift(text)))
        expect(blocksIn(html)).toEqual(harmless)
        expect(wordsIn(html)).not.toMatch(/[@#`*[\]<]|:\/\//)
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  test('stays below 200 kB, however much has changed', () => {
    const long = '語'.repeat(5000)
    const changes = Array.from({ length: 500 }, (_, n) =>
      sampleChange(
        'another word',
        { endpoint: 'GET /models', status: 200, pointer: `/${n}` },
        { before: long, after: `${n}${long}` },
      ),
    )
    const text = driftMarkdown(sampleDrift({ verdict: 'breaking', changes, seldom: changes, notLookedAt: changes }))
    expect(Buffer.byteLength(text)).toBeLessThan(200_000)
    expect(text).toContain('And 485 further changes; the other reports have them.')
  })
})

describe('annotations of a check', () => {
  const typesOf = (lines: readonly string[]) => lines.map((line) => COMMAND.exec(line)?.[1])

  test('are errors for what breaks, warnings for what is stale, notices for the rest, and the verdict last', () => {
    const lines = driftAnnotations(DRIFTS.breaking)
    expect(typesOf(lines)).toEqual([...Array(5).fill('error'), 'warning', ...Array(4).fill('notice')])
    expect(lines[2]).toBe(
      '::error title=drift%2C breaking%3A /credits of another type::/credits is a string now in GET /billing/balance 200, and was a number. (number → string, so in 3 of 3, in the baseline in 0 of 26; chance: 0.03 %25) Read the new type, too; a typed client fails to parse it. To live with it: gatecheck drift accept de3863bf51fc --reason "…"',
    )
    expect(lines.at(-1)).toMatch(
      /^::notice title=gatecheck drift%3A BREAKING::https:\/\/api.example.com\/v1: 5 changes/,
    )
  })

  test('follow what fails the check', () => {
    expect(typesOf(driftAnnotations(DRIFTS['relied on']))).toEqual(['error', 'warning', 'notice'])
    expect(typesOf(driftAnnotations({ ...DRIFTS['relied on'], onlyReliedOn: false }))).toEqual([
      'error',
      'error',
      'notice',
    ])
    expect(typesOf(driftAnnotations(DRIFTS['compatible, which fails']))).toEqual(['error', 'notice'])
    expect(driftAnnotations(DRIFTS.fault)[0]).toContain('title=a fault of gatecheck itself%2C not of the server::')
  })

  test('are no more than ten of a type, the last of which names the rest', () => {
    const lines = driftAnnotations(manyOf(30, 'breaking'))
    expect(typesOf(lines)).toEqual([...Array(10).fill('error'), 'notice'])
    expect(lines[9]).toMatch(/^::error title=and 21 more::drift, breaking: a9 new; /)
    const notices = driftAnnotations(manyOf(30, 'compatible'))
    expect(typesOf(notices)).toEqual(Array(10).fill('notice'))
    expect(notices.at(-1)).toContain('title=gatecheck drift%3A COMPATIBLE::')
  })

  test('are one command a line and hold no second one, whatever a server sent', () => {
    const check = (text: string) => {
      for (const line of driftAnnotations(hostileDrift(text))) expect(faultInCommand(line), line).toBeUndefined()
    }
    for (const text of HOSTILE_TEXTS) check(text)
    const pieces = ['#', '##[', '[', ':', '::', '%', '%25', ',', '\r', '\n', 'error', ' ', ']', '\u001b', '🎬']
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...pieces) }), check), { numRuns: 100, seed: 1 })
  })
})
