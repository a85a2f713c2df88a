import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const HERE = fileURLToPath(new URL('.', import.meta.url))

it.each(['json', 'yaml'])('redocly finds no error and no warning in the document as %s', (format) => {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('@redocly/cli/package.json')
  const bin = join(dirname(manifest), (require(manifest) as { bin: Record<string, string> }).bin.redocly!)
  const args = ['lint', `openapi.${format}`, '--extends', 'recommended', '--format', 'json']
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: HERE, encoding: 'utf8', env })
  if (!stdout.includes('{')) throw new Error(`redocly printed: ${stderr}`)
  const { totals, problems } = JSON.parse(stdout)
  expect({ ...totals, problems }).toMatchObject({ errors: 0, warnings: 0, problems: [] })
})
