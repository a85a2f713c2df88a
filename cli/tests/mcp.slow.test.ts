import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, expect, it } from 'vitest'
import { startService } from '../../service/start.ts'
import { environmentOf, temporaryFolder } from './command.ts'

const BIN = fileURLToPath(new URL('../bin.js', import.meta.url))
const folder = temporaryFolder()
afterAll(folder.remove)

it.each(['legacy', 'auto'] as const)('serves a client of the SDK that negotiates %s', async (mode) => {
  // It prints, although stdout belongs to the protocol.
  writeFileSync(
    join(folder.path, 'gatecheck.config.mjs'),
    'console.log("hello")\nexport default { profile: "smoke" }\n',
  )
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [BIN, 'mcp'], cwd: folder.path, env: { PATH: '' }, stderr: 'ignore' },
  })
  const agent = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const errors: unknown[] = []
  agent.onerror = (error) => errors.push(error)
  await agent.connect(transport)
  try {
    expect((await agent.listTools()).tools).toHaveLength(8)
    const ran = await agent.callTool({ name: 'run', arguments: {} })
    expect(ran.structuredContent).toMatchObject({ exit: 0, verdict: 'pass', spent: { jobs: 1 } })
    expect(errors).toEqual([])
  } finally {
    await agent.close()
  }
})

it('polls jobs to completion and exits when stdin ends', async () => {
  await using service = await startService({ polls: 25 })
  const env = { PATH: '', ...environmentOf(service) }
  const child = spawn(process.execPath, [BIN, 'mcp'], { cwd: folder.path, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let said = ''
  child.stdout.on('data', (data) => {
    said += data
  })
  const answer = async (id: number) => {
    const found = () => said.split('\n').find((line) => line.includes(`"id":${id}`))
    while (found() === undefined) await sleep(20)
    return JSON.parse(found()!).result
  }
  const clientInfo = { name: 'test', version: '1' }
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
  await answer(1)
  send({ method: 'notifications/initialized' })
  const asked = { profile: 'standard', pollInterval: '20ms' }
  send({ id: 2, method: 'tools/call', params: { name: 'plan', arguments: asked } })
  const { token } = (await answer(2)).structuredContent
  send({ id: 3, method: 'tools/call', params: { name: 'run', arguments: { ...asked, token } } })
  while (service.jobs.list().length < 3) await sleep(20)
  const closed = once(child, 'close')
  child.stdin.end()
  await sleep(200)
  child.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  for (const line of said.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  const report = JSON.parse(readFileSync(join(folder.path, '.gatecheck', 'report.json'), 'utf8'))
  expect(report).toMatchObject({ exit: 130 })
  for (const { states } of report.jobs) expect(['succeeded', 'failed']).toContain(states.at(-1)[1])
})
