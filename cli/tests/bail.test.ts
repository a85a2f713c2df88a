import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { besideAService } from './beside-a-service.ts'
import { command, environmentOf, FAST } from './command.ts'

const beside = besideAService()

it('shows a failure during the run, stops after it, and sends its request again', async () => {
  const { service, folder } = beside
  service.layers.put(layerOf(FAULTS.find(({ id }) => id === 'usage-needs-no-key')!))
  const { code, stdout, stderr } = await command(['run', '--bail', ...FAST], {
    cwd: folder,
    env: environmentOf(service),
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^FAIL {2}auth\.header-required .*\n.*GET \/usage.*\n +expected {2}401\n +received {2}200/m)
  expect(stdout).toMatch(/^FAIL {2}1 must clause failed: auth\.header-required; the run stopped because .*--bail/m)
  const report = JSON.parse(readFileSync(join(folder, '.gatecheck/report.json'), 'utf8')) as Report
  const { reproduction } = report.clauses.find(({ id }) => id === 'auth.header-required')!
  expect(reproduction).toMatchObject({ failed: 3, of: 3 })
  expect(report.jobs.map(({ states }) => states.at(-1)![1])).not.toContain('running')
})
