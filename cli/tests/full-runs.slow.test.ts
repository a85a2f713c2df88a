import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../reporters/outcome/report.ts'
import { DEFAULT_DIALECT } from '../../service/dialects/index.ts'
import { startService } from '../../service/start.ts'
import { command, environmentOf, FAST, temporaryFolder } from './command.ts'

describe('a full run in two dialects', () => {
  let place: ReturnType<typeof temporaryFolder>
  let runs: { dialect: string; code: number | null; stderr: string; report: Report }[]

  async function fullRun(dialect: string) {
    const running = await startService({ dialect })
    try {
      const args = ['run', ...FAST, '--profile', 'full', '--out', dialect]
      const { code, stderr } = await command(args, { cwd: place.path, env: environmentOf(running) })
      const report: Report = JSON.parse(readFileSync(join(place.path, dialect, 'report.json'), 'utf8'))
      return { dialect, code, stderr, report }
    } finally {
      await running.close()
    }
  }

  beforeAll(async () => {
    place = temporaryFolder()
    runs = []
    // In turn: on a busy machine more odd responses are confirmed by a second request.
    for (const dialect of [DEFAULT_DIALECT, 'problem-details']) runs.push(await fullRun(dialect))
  })
  afterAll(() => place.remove())

  it('passes', () => {
    for (const { code, stderr } of runs) expect(code, stderr).toBe(0)
  })

  it('reaches the same verdicts, except on what one dialect never shows', () => {
    const unseen = new Set(
      runs.flatMap(({ report }) => report.clauses.flatMap(({ id, verdict }) => (verdict === 'skip' ? [id] : []))),
    )
    const verdicts = runs.map(({ report }) =>
      report.clauses.flatMap(({ id, verdict }) => (unseen.has(id) ? [] : [`${id}: ${verdict}`])),
    )
    for (const each of verdicts) expect(each).toEqual(verdicts[0])
    expect(unseen.size).toBeLessThan(14)
  })

  it('stays within the announced cost', () => {
    for (const { dialect, stderr, report } of runs) {
      const announced = /at most (\d+) jobs? with (\d+) s of video.*?, (\d+) requests/.exec(stderr)
      expect(announced).not.toBeNull()
      const { budget, jobs } = report
      expect(budget.jobs).toBeLessThanOrEqual(Number(announced![1]))
      expect(budget.videoSeconds).toBeLessThanOrEqual(Number(announced![2]))
      // Polls come on top, and some dialects want many.
      if (dialect === DEFAULT_DIALECT)
        expect(budget.requests).toBeLessThanOrEqual(Number(announced![3]) + jobs.length * 10)
    }
  })
})
