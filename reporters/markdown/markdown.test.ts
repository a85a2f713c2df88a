import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fail, inconclusive } from '../../engine/judge/verdict.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { HOSTILE_TEXTS, hostileRun, OBEYED, RUNS, recordOf, waived } from '../hostile-run-for-tests.ts'
import { HOSTILE, sampleExchange, sampleReport } from '../outcome/sample-report-for-tests.ts'
import { isWrong } from '../outcome/videos.ts'
import type { RunRecord } from '../reporter.ts'
import { markdownReport } from './markdown.ts'
import { asHtml, blocksIn, EXPECTED, tagsIn, wordsIn } from './rendered-for-tests.ts'

const rendered = (record: RunRecord) => asHtml(markdownReport(record))

describe('the Markdown report', () => {
  test.each(Object.entries(RUNS))('of a run (%s) renders to headings, lists, a table and code', (_, record) => {
    const html = rendered(record)
    for (const tag of tagsIn(html)) expect(tag).toMatch(EXPECTED)
    expect(html.match(/<table>/g)).toHaveLength(record.report.videos.some(isWrong) ? 2 : 1)
  })

  test('keeps its structure with any text of a server', () => {
    const harmless = blocksIn(rendered(hostileRun('harmless')))
    const signs = [...'`\n\r|\\*_~$[)<&:a']
    const words = ['``', '```', '~~~', '\n\n', '    ', '# ', '- ', '1. ', '> ', '](', '![', '<b>', '</', '<!--']
    const more = ['-->', '&lt;', '@a', '//', '---', '===']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs, ...words, ...more), maxLength: 12 }), (text) => {
        const html = rendered(hostileRun(text))
        expect(blocksIn(html)).toEqual(harmless)
        expect(wordsIn(html)).not.toMatch(/[@#`*[\]<]|:\/\//)
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  test('contains no markup, link, mention or control character of a server', () => {
    for (const text of HOSTILE_TEXTS) {
      const markdown = markdownReport(hostileRun(text))
      expect(markdown).not.toMatch(OBEYED)
      for (const tag of tagsIn(asHtml(markdown))) expect(tag).toMatch(EXPECTED)
      expect(wordsIn(asHtml(markdown))).not.toMatch(/mine|evil|alert|[@#`*[\]<]|:\/\/|www\.|GH-/)
    }
    expect(markdownReport(hostileRun(HOSTILE))).toContain('left\\u202etfel')
  })

  test('stays below 200 kB with many long failures, and says what it leaves out', () => {
    const long = `\`${'語'.repeat(10_000)}`
    const path = `/v1/${'語'.repeat(1700)}`
    const entries = CLAUSES.map((_, n) => sampleExchange(n + 1, { method: 'GET', path, headers: [] }))
    const broken = (n: number) =>
      fail(
        [0, 1, 2].map((each) => ({ case: `${each}${long}`, expected: long, received: long, evidence: [n] })),
        3,
      )
    const verdictOf = (n: number) => (n <= 60 ? broken(n) : inconclusive(`${n} ${long}`))
    const judged = sampleReport(Object.fromEntries(CLAUSES.map(({ id }, index) => [id, verdictOf(index + 1)])), {
      faults: Array.from({ length: 50 }, (_, n) => `${n} ${`${long}\n`.repeat(10)}`),
      waivers: CLAUSES.map(({ id }) => ({ clause: id, reason: long, state: 'stale' })),
    })
    const report = CLAUSES.slice(0, 60).reduce((all, { id }) => waived(all, id, long), judged)
    const text = markdownReport(recordOf(report, entries))
    expect(Buffer.byteLength(text)).toBeLessThan(200_000)
    expect(Buffer.byteLength(text)).toBeGreaterThan(150_000)
    expect(text).toMatch(/… and \d+ more waivers\n/)
    expect(text).toMatch(/… \d+ sections? omitted/)
    expect(text).toContain('### More details')
    for (const tag of tagsIn(rendered(recordOf(report, entries)))) expect(tag).toMatch(EXPECTED)
  })
})
