import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { heard, Project, usageIsOpen } from './vitest-for-tests.ts'

const KEY = 'cl_0123456789abcdefghij'
const NO_SERVER = { baseUrl: 'http://127.0.0.1:9/v1', keys: { key: KEY } }
const UNREACHABLE = /No verdict: http:\/\/127\.0\.0\.1:9\/v1 cannot be reached/

type Case = { options(project: Project): Promise<object> | object; besides?: string; says: RegExp }

/** No check fails in these, but none passes either. */
const CASES: Record<string, Case> = {
  'an unreachable server': { options: () => NO_SERVER, says: UNREACHABLE },
  'a wrong key': {
    options: async (project) => ({ ...(await project.server()), keys: { key: KEY } }),
    says: /No verdict: .*the server refused GATECHECK_KEY/,
  },
  'a misspelt option': {
    options: () => ({ ...NO_SERVER, deadlin: '3s' }),
    says: /UsageError: options: .*deadlin/,
  },
  'a missing key for all checks': {
    options: async (project) => ({ ...(await project.server()), only: 'auth.revoked-key' }),
    says: /No verdict: nothing could be judged/,
  },
  'a deadline before any verdict': {
    options: async (project) => ({ ...(await project.server({ polls: 100_000 })), deadline: '5s', only: 'lifecycle' }),
    says: /No verdict: the run reached its deadline \(5s\)/,
  },
  'a failing hook': {
    options: async (project) => ({ ...(await project.server()), only: 'paths' }),
    besides: "import { beforeAll } from 'vitest'\nbeforeAll(() => { throw new Error('no database') })",
    says: /no database/,
  },
  'all failures waived': {
    options: async (project) => ({
      ...(await project.server({ layers: [usageIsOpen] })),
      only: 'auth.unknown-key',
      waive: { 'auth.unknown-key': 'mended soon' },
    }),
    says: /No verdict: every clause that was tested failed and is waived/,
  },
  'a stale waiver': {
    options: async (project) => ({
      ...(await project.server()),
      only: 'paths.version-once',
      waive: { 'paths.version-once': 'mended soon' },
    }),
    says: /the clause passes again, so remove its waiver: paths\.version-once/,
  },
}

describe('conformance() never passes without a verdict', () => {
  it('for any reason, also with --passWithNoTests', async () => {
    await using project = new Project()
    for (const [name, { options, besides }] of Object.entries(CASES))
      project.write(name.replaceAll(' ', '-'), await options(project), besides)
    const { code, output } = await project.start(['run', '--passWithNoTests']).ended
    expect(code).toBe(1)
    const failures = output.split(/^ FAIL {2}/m).slice(1)
    for (const [name, { says }] of Object.entries(CASES)) {
      const own = failures.filter((each) => each.startsWith(`${name.replaceAll(' ', '-')}.test.ts`))
      expect.soft(own.join('\n'), name).toMatch(says)
    }
    expect(failures).toHaveLength(Object.keys(CASES).length)
    expect(output).not.toContain(KEY)
  })

  it.each([
    ['no key', { GATECHECK_BASE_URL: NO_SERVER.baseUrl }, /UsageError: No API key: set GATECHECK_KEY/],
    ['no server', {}, /UsageError: conformance: no server: set GATECHECK_BASE_URL/],
  ])('with %s in the environment', async (_, env, says) => {
    await using project = new Project()
    project.write('theirs')
    const { code, output } = await project.start(['run'], env as Record<string, string>).ended
    expect(output).toMatch(says)
    expect(code).toBe(1)
  })

  it('with -t that selects only observations or no check of `only`', async () => {
    await using project = new Project()
    const server = await project.server()
    project.write('observed', server)
    project.write('disjoint', { ...server, only: 'auth' })
    const { code, output } = await project.start(['run', '-t', 'paths.head']).ended
    expect(code).toBe(1)
    expect(output).toMatch(/FAIL {2}observed\.test\.ts > conformance\nNoVerdict: No verdict: nothing could be judged/)
    expect(output).toMatch(/FAIL {2}disjoint\.test\.ts > conformance\nUsageError: .*No selected test matches/)
  })

  it('after an interrupt', async () => {
    await using project = new Project()
    let requests = 0
    const layers = [heard(() => requests++)]
    project.write('theirs', { ...(await project.server({ polls: 300, layers })), pollInterval: '20ms' })
    const vitest = project.start(['run'])
    while (requests < 60) await sleep(20)
    vitest.process.kill('SIGINT')
    expect((await vitest.ended).code).not.toBe(0)
  })
})
