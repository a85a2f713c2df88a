import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, FAST, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService
const within = (...path: string[]) => join(folder.path, ...path)
const reportIn = (dir: string): Report => JSON.parse(readFileSync(within(dir, 'report.json'), 'utf8'))
const gatecheck = (args: string[], env: Record<string, string> = {}) =>
  command(args, { cwd: folder.path, env: { ...environmentOf(service), ...env } })
const SMALL = [...FAST, '--profile', 'smoke', '--quiet']
const runAuth = (out: string, ...more: string[]) =>
  gatecheck(['run', ...SMALL, '--only', 'auth', '--out', out, ...more])

beforeAll(async () => {
  folder = temporaryFolder()
  const faults = FAULTS.filter(({ id }) => ['usage-needs-no-key', 'models-answer-201'].includes(id))
  service = await startService({ layers: faults.map(layerOf) })
  await runAuth('first')
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('gatecheck report', () => {
  it('writes every kind of report of a recorded run and prints its path', async () => {
    const { code, stdout } = await gatecheck([
      'report',
      'first',
      '--report',
      'html,junit=elsewhere/j.xml,ctrf,har,markdown,agent',
    ])
    expect(code).toBe(0)
    const places = [
      'first/report.html',
      'elsewhere/j.xml',
      'first/ctrf.json',
      'first/run.har',
      'first/summary.md',
      'first/agent.md',
    ]
    expect(stdout.trim().split('\n')).toEqual(places)
    for (const place of places) expect(readFileSync(within(place), 'utf8')).toMatch(/auth\.[a-z-]+/)
  })

  it('writes a badge, which is grey if the run is older than --badge-max-age', async () => {
    const badgeIn = (path: string) => JSON.parse(readFileSync(within(path), 'utf8'))
    const { code, stdout } = await gatecheck(['report', 'first', '--report', 'badge'])
    expect(code).toBe(0)
    expect(stdout).toBe('first/badge.json\nfirst/badge.svg\n')
    expect(badgeIn('first/badge.json').message).toMatch(/^failing 1 · spec [0-9a-f]{7} · \d{4}-\d\d-\d\d$/)
    await gatecheck(['report', 'first', '--report', 'badge=old/badge.json', '--badge-max-age', '0.000001'])
    expect(badgeIn('old/badge.json')).toMatchObject({ message: expect.stringMatching(/^outdated: failing 1/) })
    expect(readFileSync(within('old/badge.svg'), 'utf8')).toContain('outdated: failing 1')
  })

  it('writes the same page as the run', async () => {
    const before = readFileSync(within('first', 'report.html'), 'utf8')
    await gatecheck(['report', 'first'])
    expect(readFileSync(within('first', 'report.html'), 'utf8')).toBe(before)
  })

  it.each([
    [['report', 'first', '--report', 'nothing'], "'nothing' is invalid"],
    [['report', 'first', '--report', 'constructor'], "'constructor' is invalid"],
    [['report', 'first', '--report', 'junit', '--junit-warnings', 'red'], 'It must be one of pass, skipped, failure'],
    [['report', 'first', '--report', 'badge=badge.svg'], 'the path is already used by badge.svg'],
    [['report', 'first', '--report', 'badge', '--badge-max-age', 'old'], 'It must be a number above 0.'],
    [['report', 'nowhere'], 'contains no recorded run'],
  ])('is wrong usage: %j', async (args, why) => {
    const { code, stderr } = await gatecheck(args)
    expect(code).toBe(64)
    expect(stderr).toContain(why)
  })
})

describe('a warning in JUnit XML', () => {
  it.each([
    [[], /<testsuites name="gatecheck" tests="\d+" failures="0" errors="0"/],
    [['--junit-warnings', 'failure'], /<failure message="warning: answers.success-is-200/],
  ])('is shown as --junit-warnings says, by run and report: %j', async (manner, shown) => {
    const only = ['--only', 'answers.success-is-200', '--report', 'junit']
    await gatecheck(['run', ...SMALL, ...only, '--out', 'warned', ...manner])
    expect(readFileSync(within('warned', 'junit.xml'), 'utf8')).toMatch(shown)
    await gatecheck(['report', 'warned', '--report', 'junit=again.xml', ...manner])
    expect(readFileSync(within('again.xml'), 'utf8')).toBe(readFileSync(within('warned', 'junit.xml'), 'utf8'))
  })
})

describe('a waiver on the command line', () => {
  it('lets a run with a known failure pass, and is in its report', async () => {
    const { code, stdout } = await runAuth('waived', '--waive', 'auth.header-required=mended in May')
    expect(stdout).toMatch(/^WAIVED {2}.*\n[\s\S]*fails +auth\.header-required/m)
    expect(code).toBe(0)
    expect(reportIn('waived').waivers).toEqual([
      { clause: 'auth.header-required', reason: 'mended in May', state: 'used' },
    ])
    expect(readFileSync(within('waived', 'report.html'), 'utf8')).toContain('mended in May')
  })

  it('fails the run once the clause passes', async () => {
    const waivers = ['--waive', 'auth.header-required=known', '--waive', 'auth.unknown-key=forgotten']
    const { code, stdout } = await runAuth('stale', ...waivers)
    expect(code).toBe(1)
    expect(stdout).toContain('stale waiver: auth.unknown-key passes now; remove the waiver')
  })
})

describe('gatecheck run --failed', () => {
  it('tests only what failed', async () => {
    const { code } = await gatecheck(['run', ...SMALL, '--failed', 'first', '--out', 'again'])
    expect(code).toBe(1)
    const failed = ({ clauses }: Report) => clauses.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))
    expect(failed(reportIn('again'))).toEqual(failed(reportIn('first')))
    expect(reportIn('again').seed).toBe(reportIn('first').seed)
    expect(reportIn('again').clauses.length).toBeLessThan(reportIn('first').clauses.length)
  })

  it('is wrong usage if nothing failed', async () => {
    await gatecheck(['run', ...SMALL, '--only', 'auth.unknown-key', '--out', 'clean'])
    const { code, stderr } = await gatecheck(['run', '--failed', 'clean'])
    expect(code).toBe(64)
    expect(stderr).toContain('nothing failed in that run')
  })
})

describe('in GitHub Actions', () => {
  it('prints annotations, writes the step summary, and disables workflow commands in server text', async () => {
    const summary = within('summary.md')
    const { stdout } = await gatecheck(['run', ...SMALL, '--only', 'auth', '--out', 'github'], {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
    })
    const [first, ...lines] = stdout.trimEnd().split('\n')
    const word = /^::stop-commands::([0-9a-f-]{36})$/.exec(first!)![1]
    const resumed = lines.indexOf(`::${word}::`)
    expect(resumed).toBeGreaterThan(3)
    const commands = lines.slice(resumed + 1)
    expect(commands.length).toBeGreaterThanOrEqual(2)
    for (const line of commands) expect(line).toMatch(/^::(error|warning|notice) title=/)
    expect(readFileSync(summary, 'utf8')).toContain('auth.header-required')
  })
})
