import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BEGAN } from '../../runner/judging/handwritten-for-tests.ts'
import { fail, inconclusive } from '../../runner/judging/verdict.ts'
import { fullReport, HOSTILE, sampleExchange, sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import { sampleVideo } from '../../runner/report/sample-videos-for-tests.ts'
import { configure } from '../../runner/settings/configuration.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { HOSTILE_TEXTS, hostileRun, OBEYED, RUNS, recordOf, waived } from '../hostile-run-for-tests.ts'
import { isWrong } from '../outcome/videos.ts'
import type { RunRecord } from '../reporter.ts'
import { markdownReport } from './markdown.ts'
import { asHtml, blocksIn, EXPECTED, tagsIn, wordsIn } from './rendered-for-tests.ts'

const rendered = (record: RunRecord) => asHtml(markdownReport(record))

describe('the Markdown report', () => {
  test('says the verdict and on whom, and counts what holds and what does not', () => {
    const text = markdownReport(RUNS.full!)
    expect(text).toMatch(
      /^## gatecheck: FAIL\n\n\*\*FAIL\*\* for `https:\/\/api.example.com\/v1`: 1 must clause is broken/,
    )
    expect(text).toContain('| clauses | holds | broken | warning | waived | inconclusive | not tried |')
    expect(text).toContain('| must | 3 | 1 | 0 | 0 | 1 | 2 |')
    expect(text).toContain('| should | 0 | 0 | 1 | 0 | 0 | 0 |')
  })

  test('shows each root cause with what was expected, what came, and how to try it again', () => {
    const text = markdownReport(RUNS.full!)
    expect(text).toContain('#### 1. `auth.unknown-key` (must, §5.2): broken')
    expect(text).toContain('Expected:\n\n```text\n401\n```')
    expect(text).toContain('Received (exchanges 1, 2, 3):\n\n```text\n200 {"object":"list"}\n```')
    expect(text).toContain("```sh\ncurl -i 'https://api.example.com/v1/models' ")
    expect(text).toContain('The same probes also fail `paths.unknown-path`.')
  })

  test('names what was not judged, each reason once', () => {
    const reason = 'it needs a revoked key (GATECHECK_REVOKED_KEY)'
    const text = markdownReport(
      recordOf(sampleReport({ 'auth.revoked-key': inconclusive(reason), 'auth.unknown-key': inconclusive(reason) })),
    )
    expect(text).toContain(`- inconclusive, ${reason}: \`auth.revoked-key\`, \`auth.unknown-key\`\n`)
  })

  test('tells waivers in use from stale ones', () => {
    expect(markdownReport(RUNS['with a failure that is waived']!)).toContain('Waived: mended in release 7')
    expect(markdownReport(RUNS['with a stale waiver']!)).toContain(
      '- `auth.unknown-key` holds; it was waived for this reason: mended in release 7',
    )
  })

  test('puts what breaks the run before warnings and what is waived', () => {
    const brokenIn = (n: number) => fail([{ expected: '401', received: '200', evidence: [n] }], 1)
    const report = sampleReport({
      'auth.revoked-key': brokenIn(1),
      'paths.unknown-path': brokenIn(2),
      'auth.unknown-key': brokenIn(3),
    })
    const text = markdownReport(recordOf(waived(report, 'auth.revoked-key', 'known')))
    const places = ['`auth.unknown-key` (', '`paths.unknown-path` (', '`auth.revoked-key` ('].map((id) =>
      text.indexOf(id),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('says what the run cost, and how to run it again', () => {
    const text = markdownReport(RUNS.full!)
    expect(text).toContain('41 of 500 requests, 2 of 5 jobs, 10 of 60 seconds of video, 12.3 s')
    expect(text).toContain('the connection was closed before an answer came (2 times)')
    expect(text).toContain('gatecheck run --base-url https://api.example.com/v1 --profile standard --seed 42\n')
    const configuration = configure({ only: ['auth', 'paths.unknown-path'], seed: 42, strict: true }, false)
    expect(markdownReport(recordOf({ ...fullReport, strict: true }, [{ ...BEGAN, configuration }]))).toContain(
      '--only auth --only paths.unknown-path --profile standard --seed 42 --strict\n',
    )
  })

  test('says in a line what looking at videos took, and in a table which are not what was asked for', () => {
    const text = markdownReport(RUNS.full!)
    expect(text).toContain('\n\n3 videos looked at, 5 requests, 263 kB\n')
    expect(text).toContain(`### Videos that are not what was asked for

| job | asked for | not so |
| --- | --- | --- |
| The job of exchange 9 | 1080p, 16:9, 5 s, 24 fps, 10 bit | 1280x720 (sequence header); 4 s (sum of the samples), though the movie header says 5 s; 8 bit (sequence header) |
| The job of exchange 11 | 1080p, 16:9, 5 s, 24 fps, 10 bit | It is no video: an HTML page |
`)
    const right = markdownReport(recordOf(sampleReport({}, { videos: [sampleVideo()] })))
    expect(right).toContain('1 video looked at')
    expect(right).not.toContain('not what was asked for')
    expect(markdownReport(RUNS.passing!)).not.toContain('video looked at')
  })

  test('keeps a row of that table whole, whatever stands in it', () => {
    const video = sampleVideo({ wrong: { fps: ['a|b', 'c | d \\| e'] }, submission: 4 })
    const html = rendered(recordOf({ ...fullReport, videos: [video] }))
    expect(html.match(/<td>/g)).toHaveLength(5)
    expect(html).toContain('c ¦ d \\¦ e')
  })

  test('shows faults of the suite as what they are', () => {
    const text = markdownReport(RUNS['with faults of the suite']!)
    expect(text).toContain('## gatecheck: FAULT')
    expect(text).toContain('```text\nauth.check-of-revoked-key: TypeError: x\n    at judge\n```')
  })

  test.each(Object.entries(RUNS))('of a run (%s) renders to headings, lists, a table and code', (_, record) => {
    const html = rendered(record)
    for (const tag of tagsIn(html)) expect(tag).toMatch(EXPECTED)
    expect(html.match(/<table>/g)).toHaveLength(record.report.videos.some(isWrong) ? 2 : 1)
  })

  test('makes no markup, link or mention of what a server sent', () => {
    for (const text of HOSTILE_TEXTS) {
      const html = rendered(hostileRun(text))
      for (const tag of tagsIn(html)) expect(tag).toMatch(EXPECTED)
      expect(wordsIn(html)).not.toMatch(/mine|evil|alert|[@#`*[\]<]|:\/\/|www\.|GH-/)
    }
  })

  test('keeps its form whatever a server sent', () => {
    const harmless = blocksIn(rendered(hostileRun('harmless')))
    const pieces = [
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\r',
      '\n\n',
      '    ',
      '# ',
      '- ',
      '1. ',
      '> ',
      '|',
      '\\',
      '*',
      '_',
      '~',
    ]
    const words = [
      '$',
      '[',
      '](',
      ')',
      '![',
      '<',
      '<b>',
      '</',
      '<!--',
      '-->',
      '&',
      '&lt;',
      '@a',
      'a',
      ':',
      '//',
      '---',
      '===',
    ]
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...pieces, ...words), maxLength: 12 }), (text) => {
        const html = rendered(hostileRun(text))
        expect(blocksIn(html)).toEqual(harmless)
        expect(wordsIn(html)).not.toMatch(/[@#`*[\]<]|:\/\//)
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  test('shows nothing that a terminal would obey', () => {
    for (const text of HOSTILE_TEXTS) expect(markdownReport(hostileRun(text))).not.toMatch(OBEYED)
    expect(markdownReport(hostileRun(HOSTILE))).toContain('left\\u202etfel')
  })

  test('stays below 200 kB though everything is broken at length, and says what it leaves out', () => {
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
    expect(text).toMatch(/… and \d+ further waivers\n/)
    expect(text).toMatch(/… \d+ further parts? would make this too long/)
    expect(text).toContain('### To see more')
    for (const tag of tagsIn(rendered(recordOf(report, entries)))) expect(tag).toMatch(EXPECTED)
  })

  test('names as many causes and reasons as anybody reads, and counts the others', () => {
    const broken = (n: number) => fail([{ expected: '401', received: '200', evidence: [n] }], 1)
    const verdictOf = (n: number) => (n <= 30 ? broken(n) : inconclusive(`reason ${n}`))
    const verdicts = Object.fromEntries(CLAUSES.map(({ id }, index) => [id, verdictOf(index + 1)]))
    const text = markdownReport(recordOf(sampleReport(verdicts)))
    expect(text.match(/^#### /gm)).toHaveLength(10)
    expect(text).toMatch(/And 20 further causes: `/)
    expect(text).toMatch(/- … and \d+ further clauses\n/)
  })
})
