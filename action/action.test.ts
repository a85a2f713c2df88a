import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../cli/tests/command.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())
const within = (name: string) => join(folder.path, name)

/** A step of action.yml, in the environment that a runner gives it. */
async function step(script: string, env: Record<string, string>) {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const github = {
    ...{ GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: within('output'), GITHUB_STEP_SUMMARY: within('step.md') },
    ...{ RUNNER_TEMP: folder.path, PATH: '', HOME: folder.path },
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  }
  const child = spawn(process.execPath, [path], { cwd: folder.path, env: { ...github, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += data
    })
  const [code] = await once(child, 'close')
  const lines = existsSync(within('output')) ? readFileSync(within('output'), 'utf8').trim().split('\n') : []
  return { code, said, outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) }
}

describe('run', () => {
  const RUN = { INPUT_MODE: 'run', INPUT_BASE_URL: 'embedded', INPUT_OUT: 'results' }

  it('gives outputs, annotations and a summary', async () => {
    const INPUT_ARGUMENTS = '--profile smoke --only auth.unknown-key'
    const { code, said, outputs } = await step('run.ts', { ...RUN, INPUT_ARGUMENTS })
    expect(code, said).toBe(0)
    expect(outputs).toMatchObject({ verdict: 'pass', 'exit-code': '0', conformant: 'unknown', 'must-failed': '' })
    expect(outputs['not-judged'].split(',').length).toBeGreaterThan(20)
    expect(outputs).toMatchObject({ report: within('results/report.json'), certificate: '' })
    expect(said).toMatch(/^::notice title=gatecheck%3A PASS::/m)
    expect(readFileSync(within('step.md'), 'utf8')).toMatch(/^## gatecheck: PASS/)
    expect(readFileSync(outputs.summary, 'utf8')).toMatch(/^## gatecheck: PASS/)
  })

  it('names the failed must clauses of a client, and passes arguments on without a shell', async () => {
    const client = {
      ...{ INPUT_MODE: 'client', INPUT_OUT: 'results', INPUT_ARGUMENTS: '--scenario\nplain\n--quiet' },
      INPUT_COMMAND: `${process.execPath}\n-e\nprocess.exit('$(id)' === process.argv[1] ? 0 : 9)\n$(id)`,
    }
    const { code, outputs, said } = await step('run.ts', client)
    expect(outputs, said).toMatchObject({ report: within('results/client.json'), 'exit-code': String(code) })
    expect(JSON.parse(readFileSync(within('results/client.json'), 'utf8')).scenarios[0].exit).toBe(0)
  })

  it('has no verdict if the result is one of an earlier run', async () => {
    writeFileSync(within('drift.json'), JSON.stringify({ verdict: 'same' }))
    const drift = { INPUT_MODE: 'drift', INPUT_BASE_URL: 'http://127.0.0.1:1/v1', INPUT_OUT: '.' }
    const { code, outputs } = await step('run.ts', drift)
    expect(code).toBeGreaterThan(1)
    expect(outputs).toMatchObject({ verdict: 'none', report: '', 'exit-code': String(code) })
    expect(readFileSync(within('step.md'), 'utf8')).toContain('NO VERDICT')
  })

  it.each([
    ['an empty base URL', { ...RUN, INPUT_BASE_URL: ' ' }, /"base-url" is empty/],
    ['an unknown mode', { ...RUN, INPUT_MODE: 'prove' }, /Unknown mode "prove"\. Modes: run, drift/],
    ['a client without a command', { INPUT_MODE: 'client' }, /"command" is missing/],
    ['a key in the inputs', { ...RUN, INPUT_ARGUMENTS: '--redact cl_0123456789' }, /env: GATECHECK_KEY/],
  ])('refuses %s', async (_, env, why) => {
    const { code, said, outputs } = await step('run.ts', env)
    expect({ code, verdict: outputs.verdict }).toEqual({ code: 64, verdict: 'none' })
    expect(said).toMatch(/^::error title=gatecheck::/)
    expect(said).toMatch(why)
    expect(said).not.toContain('0123456789')
  })
})

describe('comment', () => {
  type Comment = { id: number; body: string; user: { type: string } }
  let comments: Comment[] = []
  let status = 200
  const seen: string[] = []
  const api = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { pathname, searchParams } = new URL(request.url!, 'http://api')
    seen.push(`${request.method} ${pathname} ${request.headers.authorization}`)
    const at = comments.find(({ id }) => pathname.endsWith(`/comments/${id}`))
    if (request.method === 'PATCH') at!.body = JSON.parse(body).body
    if (request.method === 'POST') comments.push({ id: 1000, body: JSON.parse(body).body, user: { type: 'Bot' } })
    const page = Number(searchParams.get('page') ?? 1)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'GET' ? comments.slice((page - 1) * 100, page * 100) : {}))
  })
  beforeEach(async () => {
    comments = Array.from({ length: 120 }, (_, id) => ({ id, body: 'a review', user: { type: 'User' } }))
    status = 200
    seen.length = 0
    if (!api.listening) await once(api.listen(0, '127.0.0.1'), 'listening')
    api.unref()
  })

  async function commented(
    verdicts: Record<string, string>,
    { summary, event = {} }: { summary?: string | undefined; event?: object } = { summary: '## gatecheck: FAIL' },
  ) {
    const clauses = Object.entries(verdicts).map(([id, verdict]) => ({ id, level: 'must', verdict }))
    const notJudged = clauses.filter(({ verdict }) => verdict === 'skip').map(({ id }) => id)
    writeFileSync(within('report.json'), JSON.stringify({ clauses, notJudged }))
    rmSync(within('summary.md'), { force: true })
    if (summary !== undefined) writeFileSync(within('summary.md'), summary)
    const pullRequest = { pull_request: { number: 7, head: { sha: 'abcdef0123' } }, ...event }
    writeFileSync(within('event.json'), JSON.stringify(pullRequest))
    const { code, said } = await step('comment.ts', {
      ...{ GITHUB_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, GITHUB_REPOSITORY: 'us/service' },
      ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_RUN_ID: '99', GITHUB_EVENT_PATH: within('event.json') },
      ...{ INPUT_TOKEN: 'a-token', INPUT_NAME: 'run gatecheck' },
      ...{ INPUT_SUMMARY: within('summary.md'), INPUT_REPORT: within('report.json') },
    })
    expect(code).toBe(0)
    return { said, text: comments.at(-1)!.body }
  }

  it('is written once and then updated, with what is new, still failing and fixed', async () => {
    const first = await commented({ 'a.one': 'fail', 'a.two': 'fail', 'a.three': 'fail', 'a.four': 'pass' })
    expect(first.text).toContain('## gatecheck: FAIL')
    expect(first.text).toContain('https://github.com/us/service/actions/runs/99')
    expect(first.text).not.toContain('Compared')
    const { text } = await commented({ 'a.one': 'fail', 'a.two': 'pass', 'a.three': 'skip', 'a.four': 'fail' })
    expect(text).toContain(
      '**Compared with abcdef0:**\n\n- New: `a.four`\n- Still failing: `a.one`\n- Fixed: `a.two`\n- Failed before, not judged now: `a.three`',
    )
    expect(text).toContain('Not judged: 1 must clauses')
    expect(comments).toHaveLength(121)
    expect(seen.at(-1)).toBe('PATCH /repos/us/service/issues/comments/1000 Bearer a-token')
  })

  it('calls nothing fixed after a run without a verdict', async () => {
    await commented({ 'a.one': 'fail' })
    for (const summary of ['## gatecheck: NO VERDICT', undefined]) {
      const { text } = await commented({}, { summary })
      expect(text).toContain('## gatecheck: NO VERDICT')
      expect(text).toContain('Failed before, not judged now: `a.one`')
      expect(text).not.toContain('Fixed')
    }
    expect((await commented({ 'a.one': 'pass' })).text).toContain('Fixed: `a.one`')
  })

  it('leaves comments of people alone, also with the same marker', async () => {
    comments[3]!.body = '<!-- gatecheck: run gatecheck -->'
    await commented({ 'a.one': 'fail' })
    expect(comments).toHaveLength(121)
  })

  it('shortens a summary that a comment cannot hold', async () => {
    const { text } = await commented({}, { summary: `## gatecheck: FAIL\n\nfor a server\n\n${'x'.repeat(70_000)}` })
    expect(text).toContain('for a server')
    expect(text.length).toBeLessThan(1000)
  })

  it('is skipped without a pull request, and only warns if it is forbidden', async () => {
    expect((await commented({}, { event: { pull_request: undefined } })).said).toContain('no pull request')
    expect(seen).toEqual([])
    status = 403
    expect((await commented({})).said).toMatch(/^::warning title=gatecheck::.*pull-requests: write/)
  })
})

it('declares each input that its scripts read, and every step either uses an action or names its shell', () => {
  const { inputs, runs } = parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8'))
  const text = JSON.stringify(runs.steps)
  for (const name of Object.keys(inputs)) expect(text).toContain(`inputs.${name}`)
  for (const each of runs.steps) {
    expect(each.uses ?? each.shell).toBeTruthy()
    // An expression in a script would be code that the author of a pull request can write.
    expect(each.run ?? '').not.toContain('${{')
  }
})
