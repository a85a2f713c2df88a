import { describe, expect, test } from 'vitest'
import type { RequestTemplate } from '../runner/history/exchange.ts'
import { fail, inconclusive, skip } from '../runner/judging/verdict.ts'
import { NO_CHECK, type Report } from '../runner/report/report.ts'
import {
  brokenAt,
  fullReport,
  HOSTILE,
  passed,
  sampleExchange,
  sampleReport,
} from '../runner/report/sample-report-for-tests.ts'
import { sampleOfNone, sampleVideo, wrongVideo } from '../runner/report/sample-videos-for-tests.ts'
import { CLAUSES } from '../spec/clauses.ts'
import { hostileRun } from './hostile-run-for-tests.ts'
import { displayWidth } from './terminal/wrapping.ts'
import { type TerminalOptions, terminalReport } from './terminal.ts'

const shown = (report: Report, request?: RequestTemplate) => ({
  report,
  history: { exchange: (n: number) => sampleExchange(n, request) },
})
const renderWith = (report: Report, options: Partial<TerminalOptions> = {}) =>
  terminalReport(shown(report), { color: false, width: 100, ...options })
const render = renderWith
const lastLine = (report: Report) => render(report).trimEnd().split('\n').at(-1)

const UNKNOWN_KEY_BROKEN = { 'auth.unknown-key': brokenAt('GET /models') }

describe('the last line', () => {
  test('says that nothing is broken, how much holds and how much was not judged', () => {
    const report = sampleReport({
      'auth.header-required': passed,
      'paths.unknown-path': passed,
      'auth.revoked-key': skip('no key'),
    })
    expect(lastLine(report)).toBe('PASS  nothing broken: 1 must and 1 should clauses hold, 1 not judged')
  })

  test('says which checks had no time for more than the plain cases', () => {
    const report = sampleReport({
      'auth.header-required': { ...passed, leftOut: 'for want of time' },
      'paths.unknown-path': passed,
    })
    expect(lastLine(report)).toContain(
      '; for want of time, 1 check has tried the plain cases alone: auth.check-of-header-required',
    )
  })

  test('names what is broken', () => {
    expect(lastLine(fullReport)).toBe(
      'FAIL  1 must clause is broken: auth.unknown-key; 1 should clause is broken, a warning: paths.unknown-path',
    )
  })

  test('passes a run with warnings, and says so', () => {
    const report = sampleReport({ 'auth.header-required': passed, 'paths.unknown-path': brokenAt('GET /nowhere') })
    expect(lastLine(report)).toBe(
      'PASS  nothing broken: 1 must and 0 should clauses hold, 0 not judged; 1 should clause is broken, a warning: paths.unknown-path',
    )
  })

  test('fails a strict run for a should clause', () => {
    const report = sampleReport(
      { 'paths.unknown-path': brokenAt('GET /nowhere') },
      { strict: true, verdict: 'fail', exit: 1 },
    )
    expect(lastLine(report)).toBe('FAIL  1 should clause is broken: paths.unknown-path')
    expect(render(report)).toContain('FAIL  paths.unknown-path  §7, should')
  })

  test('gives the reason where there is no verdict', () => {
    const reason = 'the key in GATECHECK_KEY was not accepted'
    expect(lastLine(sampleReport({}, { verdict: 'inconclusive', exit: 2, reason }))).toBe(`NO VERDICT  ${reason}`)
  })

  test('owns up to a fault of the suite, and tells an interrupted run from a whole one', () => {
    expect(lastLine(sampleReport(UNKNOWN_KEY_BROKEN, { exit: 70, faults: ['x'] }))).toMatch(
      /^FAULT {2}the suite itself failed in 1 place, .*1 must clause is broken/,
    )
    expect(lastLine(sampleReport({}, { exit: 130, reason: 'the run was interrupted' }))).toMatch(
      /^INTERRUPTED {2}the run was interrupted; until then: nothing broken/,
    )
  })
})

describe('a broken clause', () => {
  test('shows its rule, what was expected and received, where to look and how to try it again', () => {
    expect(render(fullReport, { verbose: true })).toContain(
      `FAIL  auth.unknown-key  §5.2, must
      A well-formed key that was never issued is answered 401.
      case      a key that was never issued, GET /models
      expected  401
      received  200 {"object":"list"}
      and       1 further case: a key that was never issued, GET /usage
      see       gatecheck show 2; exchanges 1, 2, 3
      curl -i 'https://api.example.com/v1/models' -H 'Authorization: Bearer cl_0000000000000000000000' -H User-Agent: -H Accept:
`,
    )
    expect(render(fullReport)).toContain('WARN  paths.unknown-path  §7, should\n')
  })

  test('counts all its cases and names three, although the verdict holds no more than twenty', () => {
    const cases = Array.from({ length: 31 }, (_, index) => `case ${index + 1}`)
    const text = render(sampleReport({ 'auth.unknown-key': brokenAt(...cases) }, { exit: 1, verdict: 'fail' }))
    expect(text).toContain('and       30 further cases: case 2; case 3; case 4 …')
    expect(text).toContain('see       gatecheck show 2; exchanges 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 … (32 of them)')
    expect(text).not.toContain('more like it')
  })

  test('shows no curl line for an exchange that is not at hand', () => {
    expect(
      terminalReport({ report: fullReport, history: { exchange: () => undefined } }, { color: false, width: 100 }),
    ).not.toContain('curl')
  })

  test('names the history of this run where a body is too long to show', () => {
    const long = { method: 'POST', path: '/v1/videos', headers: [], body: 'x'.repeat(1_000_000) }
    const record = { ...shown(fullReport, long), historyPath: 'my run/history.jsonl' }
    const text = terminalReport(record, { color: false, width: 100, verbose: true })
    expect(text).toContain(`'my run/history.jsonl'`)
    expect(text.length).toBeLessThan(10_000)
  })
})

describe('what is short', () => {
  const broken = (count: number) =>
    sampleReport(
      Object.fromEntries(
        CLAUSES.slice(0, count).map(({ id }) => [id, brokenAt(`case ${'of many words '.repeat(30)}`)]),
      ),
      { exit: 1, verdict: 'fail' },
    )

  test('tells in a line how much of each group holds', () => {
    const report = sampleReport({
      'auth.header-required': passed,
      'auth.unknown-key': skip('no key'),
      'paths.version-once': passed,
      'paths.unknown-path': passed,
    })
    expect(render(report)).toContain('\n✔ hold: auth 1 of 2, paths 2\n')
  })

  test('gives each reason for what was not judged a line, and what the profile leaves out one at all', () => {
    const leftOut = (least: 'standard' | 'full') => skip(`--profile ${least}`, { kind: 'profile', least })
    const report = sampleReport({
      'auth.header-required': passed,
      'auth.unknown-key': inconclusive('it ended'),
      'jobs.running-has-a-stage': inconclusive('it ended'),
      'auth.revoked-key': skip('it needs a revoked key'),
      'paths.odd-id': leftOut('standard'),
      'paths.version-once': leftOut('full'),
      'media.resolution': NO_CHECK,
    })
    expect(render(report)).toContain(`
? auth.unknown-key, jobs.running-has-a-stage: it ended
– auth.revoked-key: it needs a revoked key
– media.resolution: this version has no check for it
– paths.odd-id, paths.version-once: left out by the profile standard; --profile full tries more
`)
  })

  test('tells no reason twice: where there is no target, the last line says why', () => {
    const why = inconclusive('nobody is there', [], { kind: 'no target' })
    const report = sampleReport(
      { 'auth.header-required': why, 'paths.version-once': why },
      { verdict: 'inconclusive', exit: 2, reason: 'nobody is there' },
    )
    const text = render(report, { reports: ['.gatecheck/report.json'] })
    expect(text.match(/nobody is there/g)).toHaveLength(1)
    expect(text.split('\n').filter(Boolean).length).toBeLessThanOrEqual(5)
  })

  test('counts choices, and names those that waver', () => {
    expect(render(fullReport)).toMatch(
      /· \d+ choices of the server where it is free, in different ways at .*: --verbose/,
    )
  })

  test('fits a screen of 60 lines with five failures, the gravest last', () => {
    const lines = render({
      ...fullReport,
      ...broken(5),
      clauses: [...broken(5).clauses, ...fullReport.clauses.slice(5)],
    })
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(60)
    expect(lines.at(-1)).toMatch(/^FAIL {2}5 must clauses are broken/)
    const heads = lines.filter((line) => /^(FAIL|WARN) {2}\S+\.\S+ {2}§/.test(line)).map((line) => line.slice(0, 4))
    expect(heads).toEqual(heads.toSorted().toReversed())
    expect(heads.filter((head) => head === 'FAIL')).toHaveLength(5)
  })

  test('names what is beyond five failures', () => {
    const text = render(broken(8))
    expect(text.match(/^FAIL {2}\S+\.\S+ {2}§/gm)).toHaveLength(5)
    expect(text).toContain(
      `And: ${CLAUSES.slice(0, 3)
        .map(({ id }) => `${id} (FAIL)`)
        .join(', ')}`,
    )
    expect(render(broken(8), { verbose: true }).match(/^FAIL {2}\S+\.\S+ {2}§/gm)).toHaveLength(8)
  })

  test('names what is beyond them in the order in which it failed first, by the exchanges that show it', () => {
    const all = broken(8)
    const clauses = all.clauses.map((clause, index) => ({
      ...clause,
      // The good request that it is compared with says nothing of when.
      violations: [{ expected: 'a', received: 'b', evidence: [index, 100 - index] }],
      evidence: [index, 100 - index],
    }))
    const names = [2, 1, 0].map((index) => `${CLAUSES[index]!.id} (FAIL)`)
    expect(render({ ...all, clauses })).toContain(`And: ${names.join(', ')}`)
  })

  test('leads to the folder of the run where that is not the usual one', () => {
    expect(render(fullReport, { folder: 'my runs/today' })).toContain(`gatecheck show 2 'my runs/today'; exchanges`)
  })
})

describe('the table', () => {
  const render = (report: Report) => renderWith(report, { verbose: true })
  test('has a line for each clause where they differ, and one for all where they do not', () => {
    const text = render(fullReport)
    expect(text).toContain('auth\n  ✔ auth.header-required  §5.2   A request without')
    expect(text).toMatch(/^ {2}✘ auth.unknown-key/m)
    expect(text).toMatch(/^ {2}– auth.revoked-key .* it needs a revoked key/m)
    expect(text).toMatch(/^ {2}! paths.unknown-path/m)
    expect(text).toMatch(/^\? jobs {2}1 clause inconclusive: the run ended first$/m)
    expect(render(sampleReport({ 'paths.version-once': passed, 'paths.version-present': passed }))).toContain(
      '✔ paths  2 clauses hold\n',
    )
  })

  test('counts the clauses that no check serves in one line, and lists them nowhere else', () => {
    const text = render(fullReport)
    expect(text).toContain('– 1 further clause has no check in this version\n')
    expect(text).not.toContain('media.resolution')
  })
})

test('what could not be judged stands with its reason, each reason once', () => {
  const report = sampleReport({
    'auth.unknown-key': inconclusive('it ended'),
    'jobs.running-has-a-stage': inconclusive('it ended'),
    'auth.revoked-key': skip('no key'),
  })
  expect(render(report, { verbose: true })).toContain(
    '  ? it ended\n      auth.unknown-key, jobs.running-has-a-stage\n  – no key\n      auth.revoked-key\n',
  )
})

test('the choices of the server stand with their questions, and wavering is marked', () => {
  const text = render(fullReport, { verbose: true })
  expect(text).toContain(
    '  Where in the answer to a submission does the job id stand? (id.place)\n    → in id, at the top\n',
  )
  expect(text).toContain('    → 400 or 422\n    ≠ 2 different choices in one run\n')
})

test('jobs, budget, time, seed and mishaps take a line each', () => {
  expect(render(fullReport, { reports: ['.gatecheck/report.html', '.gatecheck/report.json'] })).toContain(
    `41 of 500 requests, 2 of 5 jobs, 10 of 60 seconds of video, 12.3 s; seed 42
3 videos looked at, 5 requests, 263 kB
Mishaps of the network: the connection was closed before an answer came (2 times)
Report: .gatecheck/report.html, .gatecheck/report.json

`,
  )
})

describe('videos', () => {
  const job = { id: 'j1', body: '{}', submission: 4, states: [] }
  const again = sampleVideo({ again: true, bytes: 3_200_000, requests: 1 })
  const none = sampleOfNone('unread', 'an AVI file', { submission: 7 })
  const report = sampleReport({}, { jobs: [job], videos: [sampleVideo(), wrongVideo, none, again] })

  test('are counted in a line, with what looking at them took: one that is looked at twice is one', () => {
    expect(render(report)).toContain('; seed 42\n3 videos looked at, 6 requests, 3.5 MB\n')
    expect(render(sampleReport({}))).not.toContain('looked at')
  })

  test('take a line each where everything is asked for: what was ordered, and what came', () => {
    expect(render(report)).not.toContain('mp4')
    expect(render(report, { verbose: true })).toContain(`videos
  ✔ Job 1                  1080p 16:9 5 s 24 fps 10 bit → 1920x1080 16:9 5 s 24 fps 10 bit mp4 hevc
  ✘ The job of exchange 9  1080p 16:9 5 s 24 fps 10 bit → 1280x720 16:9 4 s 24 fps 8 bit mp4 hevc
  ? The job of exchange 7  1080p 16:9 5 s 24 fps 10 bit → It could not be read here: an AVI file
  ✔ Job 1, again           1080p 16:9 5 s 24 fps 10 bit → 1920x1080 16:9 5 s 24 fps 10 bit mp4 hevc
`)
  })

  test('are as grave as the clauses that they break', () => {
    const broken = {
      'media.resolution': brokenAt('a'),
      'media.duration': brokenAt('a'),
      'media.bit-depth': brokenAt('a'),
    }
    const { clauses, ...rest } = sampleReport(broken, { videos: [wrongVideo] })
    const waived = { ...rest, clauses: clauses.map((each) => ({ ...each, waived: 'mended soon' })) }
    expect(render(waived, { verbose: true })).toMatch(/^ {2}~ The job of exchange 9 /m)
  })
})

test('faults of the suite are shown as its own, with the place where they happened', () => {
  const text = render(
    sampleReport({}, { exit: 70, faults: ['auth.no-header: TypeError: x\n    at judge (suites/auth.ts:1:2)'] }),
  )
  expect(text).toContain(
    'Faults of the suite itself, not of the server\n  auth.no-header: TypeError: x\n    at judge (suites/auth.ts:1:2)\n',
  )
})

test('a quiet report holds the failures and the last line alone', () => {
  expect(render(sampleReport({ 'auth.header-required': passed }), { quiet: true })).toBe(
    'PASS  nothing broken: 1 must and 0 should clauses hold, 0 not judged\n',
  )
  expect(render(fullReport, { quiet: true })).toMatch(
    /^WARN {2}paths[\s\S]*FAIL {2}auth.unknown-key[\s\S]*\n\nFAIL.*\n$/,
  )
})

test('there is colour only where it is asked for', () => {
  expect(render(fullReport)).not.toContain('\u001b')
  expect(render(fullReport, { color: true })).toContain('\u001b[31mFAIL\u001b[39m')
})

test('nothing that a server sent is obeyed by the terminal, and nothing floods it', () => {
  const violation = { case: HOSTILE, expected: HOSTILE, received: 'x'.repeat(1_000_000) + HOSTILE, evidence: [1] }
  const report = sampleReport(
    {
      'auth.unknown-key': fail([violation, { ...violation, case: `other ${HOSTILE}` }], 2),
      'jobs.running-has-a-stage': inconclusive(HOSTILE.repeat(9999)),
      'paths.odd-id': inconclusive(''),
    },
    {
      open: [{ id: 'id.form', choice: HOSTILE, values: [HOSTILE], evidence: [], inconsistent: HOSTILE }],
      faults: [HOSTILE],
      videos: hostileRun(HOSTILE).report.videos.slice(0, 9),
      network: [{ kind: HOSTILE, count: 1 }],
      target: { baseUrl: 'https://a.example/v1' },
      exit: 2,
      reason: HOSTILE,
    },
  )
  const request = {
    method: 'POST',
    path: `/v1/${encodeURIComponent('x')}`,
    headers: [['X-Odd', HOSTILE] as const],
    body: HOSTILE,
  }
  const record = { ...shown(report, request), historyPath: `o\u001b[2J` }
  const text = terminalReport(record, { color: false, width: 80, verbose: true })
  expect(terminalReport(record, { color: false, width: 80 })).not.toMatch(
    /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u,
  )
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u)
  expect(text).toContain('\\u001b[2J')
  expect(text.length).toBeLessThan(20_000)
})

test('no line but those to be copied and the last is wider than the terminal', () => {
  for (const width of [60, 80, 100]) {
    for (const verbose of [false, true]) {
      const lines = render(fullReport, { width, verbose }).trimEnd().split('\n').slice(0, -1)
      for (const line of lines) if (!line.includes('curl -i')) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    }
  }
})
