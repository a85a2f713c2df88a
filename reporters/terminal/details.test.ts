import { describe, expect, test } from 'vitest'
import { fail, inconclusive, skip } from '../../runner/judging/verdict.ts'
import { brokenAt, fullReport, HOSTILE, passed, sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import { sampleOfNone, sampleVideo, wrongVideo } from '../../runner/report/sample-videos-for-tests.ts'
import { hostileRun } from '../hostile-run-for-tests.ts'
import { terminalReport } from './terminal.ts'
import { render, shown } from './terminal-for-tests.ts'
import { displayWidth } from './wrapping.ts'

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
Requests sent again: the connection was closed before an answer came (2 times)
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
