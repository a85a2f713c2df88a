import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../reporters/outcome/report.ts'
import { run } from '../../reporters/outcome/run.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { SUITES } from '../index.ts'

/** Clauses that need keys, accounts, jobs or aliases, which a stateless mock does not remember. */
const NEEDS_A_STATE: readonly ClauseId[] = [
  'auth.unknown-key',
  'submission.ids-differ',
  'submission.identical-are-distinct',
  'submission.model-listed',
  'accounts.other-account-sees-404',
  'accounts.unknown-id',
  'accounts.near-id-is-no-job',
  'paths.odd-id',
  'pact.reference-client-is-served',
]
/** Prism closes the connection for a body that is not JSON. */
const CLOSES_CONNECTIONS: ClauseId = 'submission.refused-with-4xx'
/** Prism answers unknown paths in its own shape. */
const OWN_SHAPE: ClauseId = 'answers.errors-show-their-code'
/** Prism never answers a body that is not JSON, and an odd Accept header ends its process. */
const LEFT_OUT = ['submission.body-is-an-object', 'quiet', 'generated', 'robustness']

/** A compressed body gets no response either, and is sent three times. */
const PATIENCE_MS = 4000

let prism: ChildProcess
let baseUrl: string
let report: Report

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

beforeAll(async () => {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('@stoplight/prism-cli/package.json')
  const bin = join(dirname(manifest), (require(manifest) as { bin: Record<string, string> }).bin.prism!)
  const document = new URL('../../spec/openapi.yaml', import.meta.url).pathname
  const port = await freePort()
  prism = spawn(process.execPath, [bin, 'mock', '--cors=false', '-h', '127.0.0.1', '-p', String(port), document], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    prism.stdout?.on('data', (data) => String(data).includes('listening') && resolve())
    prism.once('exit', () => reject(new Error('Prism ended before it listened')))
  })
  baseUrl = `http://127.0.0.1:${port}`
  const provision = {
    baseUrl,
    keys: { A: 'cl_sunrise-sunrise-0001', B: 'cl_twilight-twilight-2' },
    imageUrl: 'https://images.example/lighthouse.png',
  }
  const checks = SUITES.filter(({ name }) => !LEFT_OUT.includes(name)).flatMap((suite) => suite.checks)
  const only = checks.filter((each) => !('clause' in each && LEFT_OUT.includes(each.clause))).map(({ id }) => id)
  const wishes = { profile: 'standard', pollIntervalMs: 20, seed: 1, only, requestTimeoutMs: PATIENCE_MS } as const
  ;({ report } = await run({
    provision,
    wishes,
    suites: SUITES.filter(({ name }) => !LEFT_OUT.includes(name)),
    local: false,
  }))
})

afterAll(() => {
  prism.kill()
})

const judged = (verdict: string, level: string) =>
  report.clauses.filter((each) => each.verdict === verdict && each.level === level).map(({ id }) => id)

describe('a run against the mock', () => {
  it('fails exactly the must clauses that need a state', () => {
    const musts = NEEDS_A_STATE.filter((id) => clause(id).level === 'must')
    expect(judged('fail', 'must').sort()).toEqual(musts.sort())
  })

  it('warns of no more than that', () => {
    const allowed = [...NEEDS_A_STATE, OWN_SHAPE, CLOSES_CONNECTIONS]
    expect(judged('fail', 'should').filter((id) => !allowed.includes(id))).toEqual([])
  })
})
