import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { begin, temporaryFolder } from './command.ts'

const KEY = 'cl_watch00000000000000000000000000000000000'
const folder = temporaryFolder()
let service: RunningService | undefined

afterAll(async () => {
  await service?.close()
  folder.remove()
})

const start = (port: number, ...faults: string[]) =>
  startService({
    port,
    givenKeys: { own: KEY },
    polls: 2,
    layers: FAULTS.filter(({ id }) => faults.includes(id)).map(layerOf),
  })

describe('gatecheck watch', () => {
  it('runs what failed when the server has restarted, then everything, and serves a page', async () => {
    service = await start(0, 'running-without-stage')
    const { baseUrl } = service
    const port = Number(new URL(baseUrl).port)
    const out = join(folder.path, 'out')
    const args = ['watch', '--base-url', baseUrl, '--profile', 'smoke', '--poll-interval', '5ms', '--out', out, '--ui']
    const { io, said, finished } = begin(args, { GATECHECK_KEY: KEY })
    const shows = (text: string | RegExp) => vi.waitFor(() => expect(said.stdout).toMatch(text), { timeout: 60_000 })
    await shows(
      /Run 1, everything: [\s\S]*✘ jobs\.running-has-a-stage failed\n[\s\S]*Fix next: jobs\.running-has-a-stage/,
    )
    const page = /Page: (\S+)\//.exec(said.stdout)![1]!
    const news = await (await fetch(`${page}/news.json`)).json()
    expect(news).toMatchObject({
      baseUrl,
      runs: 1,
      next: { title: expect.stringContaining('jobs.running-has-a-stage') },
    })
    expect((await fetch(`${page}/nothing`)).status).toBe(404)
    await vi.waitFor(() => expect(said.stderr).toContain('Waiting for the server to restart'), { timeout: 60_000 })
    await service.close()
    // Longer than the interval of the port checks.
    await new Promise((resolve) => setTimeout(resolve, 500))
    service = await start(port)
    await shows(
      /Run 2, what failed [\s\S]*✔ jobs\.running-has-a-stage fixed\n[\s\S]*Run 3, everything: [\s\S]*1 fixed since the start/,
    )
    io.emit('SIGINT')
    expect((await finished).code).toBe(0)
  })

  it('asks for a limit on jobs before it watches a server elsewhere', async () => {
    const args = ['watch', '--base-url', 'https://staging.example.com/v1']
    const { finished } = begin(args, { GATECHECK_KEY: KEY })
    const { code, stderr } = await finished
    expect(code).toBe(64)
    expect(stderr).toContain('set --max-jobs, --max-video-seconds or --max-cost')
  })
})
