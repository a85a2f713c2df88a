import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RunningService, startService } from '../../service/start.ts'
import { openMcp } from '../mcp/mcp.ts'
import { command, environmentOf, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
const closing: (() => unknown)[] = []
const before = process.cwd()
beforeEach(() => {
  folder = temporaryFolder()
  process.chdir(folder.path)
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  process.chdir(before)
  folder.remove()
})

async function connected(env: Record<string, string> = {}, client: readonly string[] = []) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const session = openMcp(theirs, { PATH: process.env.PATH, ...env }, client)
  const agent = new Client({ name: 'test', version: '1' })
  await agent.connect(ours)
  closing.push(() => session.close())
  type Options = Parameters<Client['callTool']>[1]
  const call = async (name: string, args: Record<string, unknown> = {}, options: Options = {}) => {
    const { content, structuredContent, isError = false } = await agent.callTool({ name, arguments: args }, options)
    const text = content.map((each) => ('text' in each ? each.text : '')).join('\n')
    return { text, isError, structured: structuredContent as Record<string, unknown> & Structured }
  }
  return { agent, call, session }
}
type Structured = { token: string; baseUrl: string; key: string; failed: { id: string }[] }

async function served(options: Parameters<typeof startService>[0] = {}): Promise<RunningService> {
  const service = await startService(options)
  closing.push(() => service.close())
  return service
}

const SMOKE = { profile: 'smoke', pollInterval: '5ms' }
const report = () => JSON.parse(readFileSync(join(folder.path, '.gatecheck', 'report.json'), 'utf8'))

it('lists its tools with annotations', async () => {
  const { agent } = await connected()
  const { tools } = await agent.listTools()
  const names = ['plan', 'run', 'show', 'explain', 'judge', 'serve', 'drift_check', 'client_check']
  expect(tools.map(({ name }) => name)).toEqual(names)
  const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)
  expect(reading).toEqual(['plan', 'show', 'explain', 'judge'])
  expect(JSON.stringify(tools)).not.toMatch(/GATECHECK_KEY|allowHttp|insecure/)
})

it('runs against the embedded service without a token', async () => {
  const { call } = await connected()
  const ran = await call('run', { profile: 'smoke' })
  expect(ran).toMatchObject({
    isError: false,
    structured: { exit: 0, verdict: 'pass', failed: [], folder: '.gatecheck' },
  })
  expect(ran.text).toContain('PASS')
})

describe('against another server', () => {
  it('runs once with the token of plan', async () => {
    const service = await served()
    const { call } = await connected(environmentOf(service))
    const { structured } = await call('plan', SMOKE)
    expect(structured).toMatchObject({ baseUrl: service.baseUrl, atMost: { jobs: expect.any(Number) } })
    expect(existsSync('.gatecheck')).toBe(false)
    const { token } = structured
    expect(await call('run', { ...SMOKE, token })).toMatchObject({ isError: false, structured: { exit: 0 } })
    const again = await call('run', { ...SMOKE, token })
    expect(again).toMatchObject({ isError: true, text: expect.stringContaining('was used') })
  })

  it.each([
    ['no token', {}, 'Call plan'],
    ['an unknown token', { token: 'x' }, 'Call plan again'],
    ['another selection', { only: ['auth'] }, 'another server, selection or limit'],
    ['a higher limit', { maxJobs: 9 }, 'another server, selection or limit'],
    ['another profile', { profile: 'full' }, 'another server, selection or limit'],
  ])('sends nothing with %s', async (what, other, expected) => {
    const service = await served()
    const { call } = await connected(environmentOf(service))
    const { token } = (await call('plan', { ...SMOKE, maxJobs: 5 })).structured
    const asked = { ...SMOKE, maxJobs: 5, ...(what === 'no token' ? {} : { token }), ...other }
    expect(await call('run', asked)).toMatchObject({ isError: true, text: expect.stringContaining(expected) })
    expect(service.journal.size).toBe(0)
  })

  it('sees a limit that the configuration file raises after the plan', async () => {
    const service = await served()
    const { call } = await connected(environmentOf(service))
    writeFileSync('gatecheck.config.json', '{ "maxJobs": 2 }')
    const { token } = (await call('plan', SMOKE)).structured
    writeFileSync('gatecheck.config.json', '{ "maxJobs": 200 }')
    expect((await call('run', { ...SMOKE, token })).text).toContain('another server, selection or limit')
  })

  it('sends keys only to this machine and to the server of GATECHECK_BASE_URL', async () => {
    const key = `cl_${'Some0Key'.repeat(4)}`
    const { call } = await connected({ GATECHECK_KEY: key, GATECHECK_BASE_URL: 'https://staging.example.com/v1' })
    expect((await call('plan')).isError).toBe(false)
    expect((await call('plan', { baseUrl: 'https://staging.example.com/v2' })).isError).toBe(false)
    const elsewhere = await call('plan', { baseUrl: 'https://elsewhere.example.com/v1' })
    expect(elsewhere).toMatchObject({ isError: true, text: expect.stringContaining('GATECHECK_BASE_URL') })
  })

  it('tells its progress, and polls jobs to completion when the call is cancelled', async () => {
    const service = await served({ polls: 60 })
    const { call, session } = await connected(environmentOf(service))
    const asked = { profile: 'standard', pollInterval: '20ms' }
    const { token } = (await call('plan', asked)).structured
    const cancel = new AbortController()
    const seen: string[] = []
    const told = { signal: cancel.signal, onprogress: ({ message = '' }) => seen.push(message) }
    const ran = call('run', { ...asked, token }, told).catch(String)
    await vi.waitFor(() => expect(seen.join()).toMatch(/[1-9]\d* jobs? unfinished/), { timeout: 60_000, interval: 10 })
    cancel.abort()
    expect(await ran).toContain('Abort')
    await session.close()
    expect(report()).toMatchObject({ exit: 130 })
    for (const { states } of report().jobs) expect(['succeeded', 'failed']).toContain(states.at(-1)[1])
  })
})

it('starts and stops services with scenarios, and tests them with their own keys', async () => {
  const { call } = await connected({ GATECHECK_KEY: `cl_${'Some0Key'.repeat(4)}` })
  const { baseUrl, key } = (await call('serve', { action: 'start', scenarios: ['fault:running-without-stage'] }))
    .structured
  expect((await fetch(`${baseUrl}/usage`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200)
  const asked = { ...SMOKE, baseUrl }
  const { token } = (await call('plan', asked)).structured
  const ran = await call('run', { ...asked, token })
  expect(ran.structured.failed).toMatchObject([{ id: 'jobs.running-has-a-stage', level: 'must' }])
  expect(ran.text).not.toContain(key)
  const shown = await call('show', { ids: ['jobs.running-has-a-stage'] })
  expect(shown.text).toContain('Authorization: Bearer {{A')
  expect((await call('judge')).text).toMatch(/agree with the history[\s\S]*FAIL {2}1 must clause failed/)
  const off = await call('serve', { action: 'off', scenarios: ['fault:running-without-stage'] })
  expect(off.structured).toMatchObject({ baseUrl, scenarios: [] })
  expect((await call('serve', { action: 'on', scenarios: ['no-such'] })).text).toContain('unknown scenario no-such')
  expect((await call('serve', { action: 'list', words: 'stage' })).text).toContain('running-without-stage')
  await call('serve', { action: 'stop' })
  await expect(fetch(baseUrl)).rejects.toThrow()
  expect((await call('serve', { action: 'stop' })).text).toContain('running: none')
})

it('explains clauses', async () => {
  const { call } = await connected()
  expect((await call('explain', { ids: ['auth.unknown-key'] })).text).toContain('How to fix it:')
  expect((await call('explain')).text).toContain('jobs.final-stays-final')
  expect(await call('explain', { ids: ['auth.unknown-keys'] })).toMatchObject({
    isError: true,
    text: expect.stringContaining('Did you mean auth.unknown-key?'),
  })
})

it('redacts keys and words of GATECHECK_REDACT in every text', async () => {
  const key = `cl_${'Some0Key'.repeat(4)}`
  const { call } = await connected({ GATECHECK_KEY: key, GATECHECK_REDACT: 'hush-hush-word' })
  for (const secret of [key, 'hush-hush-word']) {
    const { text } = await call('show', { ids: ['1'], dir: `/tmp/${secret}` })
    expect(text).not.toContain(secret)
  }
  const refused = await call('run', { apiKey: key })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('environment of "gatecheck mcp"') })
  expect(refused.text).not.toContain(key)
})

it('checks a server against its baseline with a token of plan', async () => {
  const service = await served()
  const env = environmentOf(service)
  const recorded = await command(['drift', 'record', '--poll-interval', '5ms'], { cwd: folder.path, env })
  expect(recorded).toMatchObject({ code: 0 })
  const { call } = await connected(env)
  const sent = service.journal.size
  expect((await call('drift_check', { pollInterval: '5ms' })).text).toContain('a token is required')
  const { token } = (await call('plan', { for: 'drift_check', pollInterval: '5ms' })).structured
  expect((await call('run', { pollInterval: '5ms', token })).isError).toBe(true)
  expect(service.journal.size).toBe(sent)
  const checked = await call('drift_check', { pollInterval: '5ms', token })
  expect(checked).toMatchObject({ isError: false, text: expect.stringContaining('Exit code 0') })
})

it('tests only the client of its own command', async () => {
  const { call } = await connected()
  expect(await call('client_check')).toMatchObject({ isError: true, text: expect.stringContaining('add "--"') })
  const withClient = await connected({}, [process.execPath, '-e', 'process.exit(1)'])
  const { text } = await withClient.call('client_check', { scenario: ['plain'] })
  expect(text).toMatch(/Exit code [12]/)
})

it('keeps to a recorded conversation', async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const session = openMcp(new StdioServerTransport(stdin, stdout), { PATH: '' }, [])
  closing.push(() => session.close())
  const lines = stdout.setEncoding('utf8')[Symbol.asyncIterator]()
  const recorded: string[] = []
  let [id, received] = [0, '']
  const ask = async (method: string, params: object) => {
    const message = JSON.stringify({ jsonrpc: '2.0', id: id++, method, params })
    stdin.write(`${message}\n`)
    while (!received.includes('\n')) received += (await lines.next()).value
    const [line = '', ...rest] = received.split('\n')
    received = rest.join('\n')
    recorded.push(`> ${message}`, `< ${line}`)
    return JSON.parse(line).result.structuredContent
  }
  const call = (name: string, args: object) => ask('tools/call', { name, arguments: args })
  const clientInfo = { name: 'agent', version: '1' }
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  const { baseUrl } = await call('serve', { action: 'start', scenarios: ['fault:unknown-key-answered-403'] })
  const asked = { baseUrl, only: ['auth.unknown-key'], pollInterval: '5ms' }
  await call('run', asked)
  const { token } = await call('plan', asked)
  await call('run', { ...asked, token })
  await call('serve', { action: 'stop' })
  await expect(`${recorded.map(normalized).join('\n')}\n`).toMatchFileSnapshot('mcp-conversation.txt')
})

/** Without what differs each time. */
const normalized = (line: string) =>
  line
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4010')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]+…?/g, 'UUID')
    .replaceAll(/(\\?"(?:requests|notJudged|evidence)\\?":)(?:\d+|\[[\d,]*\])/g, '$1N')
    .replaceAll(/\b(show|of) \d+/g, '$1 N')
    .replaceAll(/Spent: \d+ (requests.*? of video), [\d.]+ s/g, 'Spent: N $1, N s')
    .replaceAll(/cl_\w+/g, 'cl_KEY')
    .replaceAll(/output-[\da-f]{8}/g, 'output-TAG')
