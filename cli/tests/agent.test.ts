import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, FAST, startCommand, temporaryFolder } from './command.ts'

/** Each fails another clause. */
const TEN = {
  'scheme-ignored': 'auth.scheme-is-bearer',
  'unknown-key-of-a-submission-answered-404': 'auth.unknown-key',
  'version-left-out-works': 'paths.version-present',
  'running-without-stage': 'jobs.running-has-a-stage',
  'url-has-no-scheme': 'jobs.succeeded-has-a-url',
  'string-body-is-the-prompt': 'submission.body-is-an-object',
  'any-fps-taken': 'submission.fps-in-range',
  'models-answer-201': 'answers.success-is-200',
  'wrong-method-answered-501': 'answers.no-server-error',
  'error-401-at-capacity-is-no-json': 'answers.errors-show-their-code',
}

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService
beforeAll(async () => {
  folder = temporaryFolder()
  service = await startService({ layers: FAULTS.filter(({ id }) => id in TEN).map(layerOf) })
})
afterAll(async () => {
  await service.close()
  folder.remove()
})
const place = (more: Record<string, string> = {}) => ({
  cwd: folder.path,
  env: { ...environmentOf(service), ...more },
})
const SHORT = ['run', ...FAST, '--profile', 'smoke', '--only', 'answers.success-is-200', '--strict', '--quiet']

it('reports ten faults in less than 4 kB, with the rule, the values and a request of each', async () => {
  const only = ['--only', Object.values(TEN).join(), '--no-media', '--generate', '0']
  const args = ['run', ...FAST, '--profile', 'standard', ...only, '--report', 'agent']
  const { code, stdout, stderr } = await command(args, place({ GATECHECK_AGENT: '1' }))
  expect(code).toBe(1)
  expect(readFileSync(join(folder.path, '.gatecheck/agent.md'), 'utf8')).toBe(stdout)
  expect(Buffer.byteLength(stdout)).toBeLessThan(4000)
  expect(stderr).not.toContain('expected')
  for (const clause of Object.values(TEN))
    expect(stdout).toMatch(new RegExp(`^\\d+\\. (FAIL|WARN) ${clause}: .+\\n.*xpected \`.+\`, received \``, 'm'))
  expect(stdout.match(/^(curl|npx gatecheck show \d)/gm)).toHaveLength(10)
  expect(stdout).toMatch(/^Likely cause: /m)
  expect(stdout).toMatch(/^curl -i '\S+\/v1\/videos' -H "Authorization: Bearer \$GATECHECK_KEY" --json '\{.*\}'$/m)
  for (const key of Object.values(service.keys)) expect(stdout).not.toContain(key)
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^FAIL {2}7 must clauses failed; /)
})

it('prints everything with --verbose, and with GATECHECK_AGENT=0', async () => {
  for (const [more, env] of [
    [['--verbose'], '1'],
    [[], '0'],
  ] as const) {
    const { code, stdout } = await command([...SHORT, ...more], place({ GATECHECK_AGENT: env }))
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL {2}answers\.success-is-200 {2}§4, should$/m)
  }
})

it('detects a coding agent by its environment', async () => {
  const found = ['', '0'].map((agent, index) =>
    startCommand([...SHORT, '--out', `run-${index}`], place({ CLAUDECODE: '1', GATECHECK_AGENT: agent })),
  )
  const [short, usual] = await Promise.all(found.map(({ finished }) => finished))
  expect(short).toMatchObject({ code: 1, stdout: expect.stringMatching(/^1\. FAIL answers\.success-is-200: /m) })
  expect(usual).toMatchObject({ code: 1, stdout: expect.not.stringContaining('1. FAIL') })
})
