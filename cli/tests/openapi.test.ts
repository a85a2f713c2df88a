import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { command, temporaryFolder } from './command.ts'

const document = (format: string) => new URL(`../../spec/openapi.${format}`, import.meta.url)
const folder = temporaryFolder()
afterAll(folder.remove)

describe('gatecheck openapi', () => {
  it('prints the document as JSON', async () => {
    const { code, stdout } = await command(['openapi'], { cwd: folder.path })
    expect(code).toBe(0)
    expect(stdout).toBe(readFileSync(document('json'), 'utf8'))
  })

  it('prints it as YAML', async () => {
    const { code, stdout } = await command(['openapi', '--yaml'], { cwd: folder.path })
    expect(code).toBe(0)
    expect(stdout).toBe(readFileSync(document('yaml'), 'utf8'))
  })
})

/** Offline, and with nothing waived. */
function lint(path: string): { errors: number; warnings: number; problems: { ruleId: string }[] } {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('@redocly/cli/package.json')
  const bin = join(dirname(manifest), (require(manifest) as { bin: Record<string, string> }).bin.redocly!)
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bin, 'lint', path, '--extends', 'recommended', '--format', 'json'],
    {
      cwd: folder.path,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (!stdout.includes('{')) throw new Error(`redocly said: ${stderr}`)
  const { totals, problems } = JSON.parse(stdout)
  return { ...totals, problems }
}

describe('redocly lint with the recommended rules', () => {
  it.each(['json', 'yaml'])('finds no error and no warning in the document as %s', (format) => {
    expect(lint(document(format).pathname)).toMatchObject({ errors: 0, warnings: 0, problems: [] })
  })

  it('finds what is wrong in one that is broken', () => {
    const broken = JSON.parse(readFileSync(document('json'), 'utf8'))
    broken.components.schemas.Nobody = { type: 'object' }
    broken.paths['/usage'].get.security = [{ nobody: [] }]
    const path = join(folder.path, 'broken.json')
    writeFileSync(path, JSON.stringify(broken))
    const rules = lint(path).problems.map(({ ruleId }) => ruleId)
    expect(rules).toEqual(expect.arrayContaining(['no-unused-components', 'security-defined']))
  })
})
