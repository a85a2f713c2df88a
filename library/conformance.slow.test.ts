import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { around } from '../service/interface/behaviour.ts'
import type { Layer } from '../service/layers.ts'
import { judge } from './judge.ts'
import { heard, Project, usageIsOpen } from './vitest-for-tests.ts'

/** Violates a should clause: JSON labelled as text. */
const plainErrors: Layer = {
  name: 'models as text',
  patch: (behaviour) =>
    around(behaviour, 'respond', async (next, incoming) => {
      const answer = await next(incoming)
      return incoming.path.endsWith('/models') && answer.status === 200
        ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } }
        : answer
    }),
}

describe('conformance()', () => {
  it('shows a failed clause as a diff with its exchange, also when it is retried', async () => {
    await using project = new Project()
    const server = await project.server({ layers: [usageIsOpen] })
    project.write('theirs', server, "import { expect, test } from 'vitest'\ntest('their own', () => expect(1).toBe(1))")
    const { code, output } = await project.start(['run', '--retry=1', '-t', 'their own|auth.unknown-key']).ended
    expect(code).toBe(1)
    expect(output).toMatch(/FAIL {2}theirs\.test\.ts > conformance > auth > returns 401 .* \(auth\.unknown-key\)/)
    expect(output).toMatch(/BrokenClause: auth\.unknown-key \(must, §5\.2\): /)
    expect(output).toMatch(/^> GET \/v1\/usage$/m)
    expect(output).toMatch(/^> Authorization: Bearer \{\{U\}\}$/im)
    expect(output).toMatch(/^< 200$/m)
    expect(output).toMatch(/^Expected: "401"\nReceived: "200 /m)
    expect(output).not.toContain(server.keys.key)
    // Without stack frames of gatecheck and without a second failure for the run.
    expect(output).not.toContain('Failed Suites')
    expect(output).toMatch(/^ {6}Tests {2}\d+ failed \| \d+ passed \| \d+ skipped/m)
    expect(output).not.toMatch(/❯ .*\.ts:\d+:\d+/)
  })

  it('shows a failed should clause as a warning and passes', async () => {
    await using project = new Project()
    project.write('theirs', { ...(await project.server({ layers: [plainErrors] })), only: 'answers' })
    const { code, output } = await project.start(['run']).ended
    expect(output).toMatch(/stderr \| theirs\.test\.ts > conformance > answers/)
    expect(output).toMatch(/Warning: answers\.json-is-labelled \(should, /)
    expect(code).toBe(0)
  })

  it('stops the run with --bail, and polls its jobs to completion', async () => {
    await using project = new Project()
    const out = join(project.folder, 'out')
    const server = await project.server({ layers: [usageIsOpen], polls: 60 })
    project.write('theirs', { ...server, pollInterval: '50ms', only: ['auth', 'lifecycle'], out, report: 'junit' })
    const { code, output } = await project.start(['run', '--bail=1']).ended
    expect(code).toBe(1)
    expect(output).toContain('BrokenClause: auth.')
    const { report, differences } = await judge(out)
    expect(differences).toEqual([])
    expect(
      readdirSync(out)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['history.jsonl', 'junit.xml', 'report.json'])
    expect(report.exit).toBe(130)
    expect(report.jobs.map(({ states }) => states.at(-1)![1])).toEqual(['succeeded'])
  })

  it('starts a new session for each run in watch mode', async () => {
    await using project = new Project()
    let readings = 0
    const server = await project.server({ layers: [heard((path) => path === '/v1/capacity' && readings++)] })
    const options = { ...server, only: 'paths.version-once' }
    project.write('theirs', options)
    const vitest = project.start(['watch'])
    const runs = () => [...vitest.output().matchAll(/^ {6}Tests {2}(.*)$/gm)].map(([, counts]) => counts)
    while (runs().length < 1) await sleep(50)
    const before = readings
    expect(before).toBeGreaterThan(0)
    project.write('theirs', options, '// changed')
    while (runs().length < 2) await sleep(50)
    expect(readings).toBe(2 * before)
    expect(runs()[1]).toBe(runs()[0])
    vitest.process.kill('SIGTERM')
    await vitest.ended
  })
})
