import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, FAST, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService | undefined
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await service?.close()
  folder.remove()
})

const inFolder = (...names: string[]) => join(folder.path, ...names)
const reportIn = (...names: string[]) => JSON.parse(readFileSync(inFolder(...names, 'report.json'), 'utf8'))
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)!
const NOBODY = { GATECHECK_BASE_URL: 'http://127.0.0.1:9/v1' }

describe('a run that reaches nothing', () => {
  it('is reported in five lines and keeps the earlier run', async () => {
    service = await startService()
    const env = environmentOf(service)
    await command(['run', ...FAST, '--only', 'readings'], { cwd: folder.path, env })
    const { code, stdout, stderr } = await command(['run', ...FAST], { cwd: folder.path, env: { ...env, ...NOBODY } })
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(
      /^NO VERDICT {2}http:\S+ cannot be reached: the connection was refused .*Check that the server is running/,
    )
    expect(stdout.split('\n').filter(Boolean).length).toBeLessThanOrEqual(5)
    expect(stderr).toContain('.gatecheck still contains the earlier run')
    expect(reportIn('.gatecheck').verdict).toBe('pass')
    expect(reportIn('.gatecheck', 'aborted').verdict).toBe('inconclusive')
    expect(readdirSync(inFolder('.gatecheck')).toSorted()).toEqual([
      '.gitignore',
      'aborted',
      'history.jsonl',
      'report.html',
      'report.json',
    ])
  })
})

describe('a key without a server', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an empty base URL',
      { GATECHECK_BASE_URL: '', GATECHECK_KEY: 'cl_0123456789abcdef' },
      /GATECHECK_BASE_URL is empty/,
    ],
    ['no base URL', { GATECHECK_KEY: 'cl_0123456789abcdef' }, /GATECHECK_KEY is set without a base URL/],
  ])('is wrong usage: %s', async (_, env, message) => {
    const { code, stderr } = await command(['run', ...FAST, '--only', 'readings'], { cwd: folder.path, env })
    expect(code).toBe(64)
    expect(stderr).toMatch(message)
  })

  it('is wrong usage in an env file', async () => {
    writeFileSync(inFolder('typo.env'), 'BASE_URL=http://127.0.0.1:9/v1\n')
    const args = ['run', ...FAST, '--only', 'readings', '--env', 'typo.env']
    const { code, stderr } = await command(args, { cwd: folder.path })
    expect(code).toBe(64)
    expect(stderr).toContain('--env typo.env is given without a base URL')
  })

  it('is not needed for the embedded service, which the report names', async () => {
    const { stdout } = await command(['run', '--only', 'readings', '--profile', 'smoke'], { cwd: folder.path })
    expect(stdout).toMatch(/^gatecheck .* \(embedded reference service\) {2}profile smoke/)
  })
})
