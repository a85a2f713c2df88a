import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { controlDocument } from '../plugin.ts'
import { withControl } from './control.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-control-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Offline, with nothing waived. */
function lint(text: string): { errors: number; warnings: number; problems: { ruleId: string }[] } {
  const path = join(folder, 'openapi.json')
  writeFileSync(path, text)
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('@redocly/cli/package.json')
  const bin = join(dirname(manifest), (require(manifest) as { bin: Record<string, string> }).bin.redocly!)
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bin, 'lint', path, '--extends', 'recommended', '--format', 'json'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (!stdout.includes('{')) throw new Error(`redocly said: ${stderr}`)
  const { totals, problems } = JSON.parse(stdout)
  return { ...totals, problems }
}

it('has no error or warning by the recommended rules', async () => {
  await using control = await withControl()
  const { text } = await control.ask('/openapi.json')
  expect(lint(text)).toMatchObject({ errors: 0, warnings: 0, problems: [] })
})

it('is the same as JSON, as YAML and as an import', async () => {
  await using control = await withControl()
  const [json, yaml] = [await control.ask('/openapi.json'), await control.ask('/openapi.yaml')]
  expect(json.json).toEqual(JSON.parse(JSON.stringify(controlDocument())))
  expect(parse(yaml.text)).toEqual(json.json)
  expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8')
})
