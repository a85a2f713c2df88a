import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../runner/report/report.ts'
import { run } from '../../runner/run/run.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { SUITES } from '../index.ts'

/** What nobody can keep who remembers nothing: no keys, no accounts, no jobs, no aliases. */
const NEEDS_A_STATE: Partial<Record<ClauseId, string>> = {
  'auth.unknown-key': 'it would have to know which keys were issued',
  'submission.ids-differ': 'each submission is answered with the example, and so with one id',
  'submission.identical-are-distinct': 'each submission is answered with the example, and so with one id',
  'submission.model-listed': 'it would have to compare the alias with its list',
  'accounts.other-account-sees-404': 'it would have to know whose job it is',
  'accounts.unknown-id': 'it would have to know which ids there are',
  'accounts.near-id-is-no-job': 'it would have to know which ids there are',
  'paths.odd-id': 'it would have to know which ids there are',
  'pact.reference-client-is-served': 'the contract tells keys, accounts and ids apart',
}

/** Unknown paths are answered by Prism itself, in its own shape, before it looks at the document. */
const PRISM_OWN: ClauseId[] = ['answers.errors-show-their-code']

/** What Prism is not made for, whatever document it is given. */
const LEFT_OUT = {
  'submission.body-is-an-object': 'it never answers a body that is no JSON',
  quiet: 'it never answers a body that is no JSON',
  generated: 'it never answers a body that is no JSON',
  robustness: 'an odd Accept header ends its process',
}

/** A body that is compressed gets no answer either, and it is asked three times over. */
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
  const checks = SUITES.filter(({ name }) => !(name in LEFT_OUT)).flatMap((suite) => suite.checks)
  const only = checks.filter((each) => !('clause' in each && each.clause in LEFT_OUT)).map(({ id }) => id)
  const wishes = { profile: 'standard', pollIntervalMs: 20, seed: 1, only, requestTimeoutMs: PATIENCE_MS } as const
  ;({ report } = await run({ provision, wishes, suites: SUITES, local: false }))
})

afterAll(() => {
  prism.kill()
})

const judged = (verdict: string, level: string) =>
  report.clauses.filter((each) => each.verdict === verdict && each.level === level).map(({ id }) => id)

describe('Prism serves the document as a mock', () => {
  it.each(['*/*', 'application/json', undefined])('to a client that accepts %s', async (accept) => {
    const headers = { authorization: 'Bearer cl_x', ...(accept && { accept }) }
    const answer = await fetch(`${baseUrl}/videos/b7d1c2f0`, { headers })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ status: 'succeeded' })
  })
})

describe('a run against the mock', () => {
  it('ends with a verdict: broken', () => {
    expect(report).toMatchObject({ exit: 1, verdict: 'fail', faults: [] })
  })

  it('fails exactly the must clauses that need a state', () => {
    const musts = (Object.keys(NEEDS_A_STATE) as ClauseId[]).filter((id) => clause(id).level === 'must')
    expect(judged('fail', 'must').sort()).toEqual(musts.sort())
  })

  it('warns of no more than that', () => {
    const allowed = [...Object.keys(NEEDS_A_STATE), ...PRISM_OWN] as string[]
    expect(judged('fail', 'should').filter((id) => !allowed.includes(id))).toEqual([])
  })

  it('passes what a document can promise alone', () => {
    const passed = judged('pass', 'must')
    expect(passed).toEqual(
      expect.arrayContaining([
        'auth.header-required',
        'submission.accepted-with-202',
        'submission.answer-carries-the-id',
        'submission.duration-in-range',
        'submission.fps-in-range',
        'submission.resolution-listed',
        'submission.bit-depth-listed',
        'submission.ratio-form',
        'submission.prompt-or-image-required',
        'jobs.status-is-a-listed-word',
        'jobs.succeeded-has-a-url',
        'readings.models-answers',
        'codes.unauthorized',
      ]),
    )
  })

  it('comes to its end without a fault of the network', () => {
    expect(report.budget.requests).toBeGreaterThan(500)
    expect(JSON.stringify(report)).not.toContain('was refused, with no good request')
  })
})
