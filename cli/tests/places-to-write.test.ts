import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readHistory } from '../../engine/history/recorded.ts'
import { besideAService } from './beside-a-service.ts'
import { command, environmentOf, FAST, onlyKeyOf } from './command.ts'

const here = besideAService()
const inFolder = (...names: string[]) => join(here.folder, ...names)
const reportIn = (...names: string[]) => JSON.parse(readFileSync(inFolder(...names, 'report.json'), 'utf8'))
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)!

describe('an unwritable place is refused before anything is sent:', () => {
  it.each<[string, () => void, string[], RegExp]>([
    [
      'a report below a file',
      () => writeFileSync(inFolder('taken'), ''),
      ['--report', 'junit=taken/junit.xml'],
      /--report junit=taken\/junit.xml: cannot be written: (part of the path is a file|a file with that name)/,
    ],
    [
      'a report in place of a folder',
      () => mkdirSync(inFolder('there')),
      ['--report', 'junit=there'],
      /cannot be written: it is a folder/,
    ],
    [
      'a folder that is a file',
      () => writeFileSync(inFolder('out'), ''),
      ['--out', 'out'],
      /--out out: the folder cannot be created: a file with that name already exists/,
    ],
  ])('%s', async (_, make, args, message) => {
    make()
    const { code, stderr } = await command(['run', ...FAST, ...args], {
      cwd: here.folder,
      env: onlyKeyOf(here.service),
    })
    expect(code).toBe(64)
    expect(stderr).toMatch(message)
    // A refused run prints no cost.
    expect(stderr).not.toContain('at most')
    expect(existsSync(inFolder('.gatecheck', 'history.jsonl'))).toBe(false)
  })

  it('creates missing folders of reports and of --out', async () => {
    const reports = ['junit=unit/junit.xml', 'ctrf=deep/down/out/ctrf.json', 'har=deep/down/out/har/run.har']
    const args = ['run', ...FAST, '--only', 'readings', '--out', 'deep/down/out', '--report', reports.join(',')]
    const { code, stderr } = await command(args, { cwd: here.folder, env: onlyKeyOf(here.service) })
    expect(stderr).toContain('at most')
    expect(code).toBe(0)
    for (const report of reports) expect(existsSync(inFolder(report.split('=')[1]!))).toBe(true)
  })
})

describe('two files in one place are refused before anything is sent:', () => {
  it.each<[string, string[], RegExp]>([
    ['two reports in one place', ['--report', 'html=one,junit=one'], /the path is already used by the report html/],
  ])('%s', async (_, args, message) => {
    const { code, stderr } = await command(['run', ...FAST, ...args], {
      cwd: here.folder,
      env: onlyKeyOf(here.service),
    })
    expect(code).toBe(64)
    expect(stderr).toMatch(message)
  })
})

/** Limits the size of files that the process writes, in kilobytes, to simulate a full disk. */
function limitedTo(kilobytes: number, args: string[], env: Record<string, string>) {
  const bin = fileURLToPath(new URL('../bin.js', import.meta.url))
  const child = spawn('bash', ['-c', `ulimit -f ${kilobytes} && exec "$0" "$@"`, process.execPath, bin, ...args], {
    cwd: here.folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const texts = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (data) => {
        texts[name] += data
      })
    child.once('close', (code) => resolve({ code, ...texts }))
  })
}

describe.skipIf(process.platform === 'win32')('a full disk', () => {
  it('ends the run, whose report has the verdicts so far', async () => {
    const { code, stdout } = await limitedTo(
      2200,
      ['run', ...FAST, '--profile', 'standard'],
      environmentOf(here.service),
    )
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(/^NO VERDICT {2}the history could no longer be written: file too large/)
    const report = reportIn('.gatecheck')
    expect(report.clauses.filter(({ verdict }: { verdict: string }) => verdict === 'pass').length).toBeGreaterThan(5)
    expect([...readHistory(inFolder('.gatecheck', 'history.jsonl'))].length).toBeGreaterThan(100)
  })

  it('exits 2 if report.json cannot be written', async () => {
    // The history is smaller than report.json.
    const args = ['run', ...FAST, '--profile', 'smoke', '--generate', '0']
    const { code, stdout, stderr } = await limitedTo(107, args, environmentOf(here.service))
    expect(stderr).toMatch(/report\.json could not be written: file too large/)
    expect(lastLine(stdout)).toMatch(/^PASS/)
    expect(code).toBe(2)
  })

  it.skipIf(!existsSync('/dev/full'))(
    'does not change the verdict if only another report cannot be written',
    async () => {
      const args = ['run', ...FAST, '--only', 'readings', '--report', 'html=/dev/full,markdown']
      const { code, stdout, stderr } = await command(args, { cwd: here.folder, env: environmentOf(here.service) })
      expect(lastLine(stdout)).toMatch(/^PASS/)
      expect(code).toBe(0)
      expect(stderr).toContain('/dev/full could not be written: no space left on the disk')
      expect(reportIn('.gatecheck').verdict).toBe('pass')
      expect(existsSync(inFolder('.gatecheck', 'summary.md'))).toBe(true)
    },
  )
})
