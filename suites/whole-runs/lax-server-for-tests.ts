import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Body = Record<string, unknown>
type Job = { id: string; account: string; body: Body; polls: number }

/** What a submission is checked for. */
export type Checked =
  | 'model'
  | 'prompt'
  | 'image'
  | 'resolution'
  | 'duration'
  | 'fps'
  | 'ratio'
  | 'bit_depth'
  | 'object'

export const ALL_CHECKS: readonly Checked[] = [
  ...(['model', 'prompt', 'image', 'resolution', 'duration', 'fps', 'ratio', 'bit_depth', 'object'] as const),
]

const KEYS: Record<string, string> = {
  cl_first_key_0123456789: 'a',
  cl_second_key_0123456789: 'a',
  cl_other_key_0123456789: 'b',
}

const isNumber = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

const RULES: Record<Exclude<Checked, 'object' | 'prompt'>, (body: Body) => boolean> = {
  model: ({ model }) => model === 'alias-one' || model === 'alias-two',
  image: ({ image_url = 'https://a.test/b.png' }) => /^https:\/\/[^/.]+\.[^/]/.test(String(image_url)),
  resolution: ({ resolution = '480p' }) => ['480p', '720p', '1080p', '2k', '4k'].includes(resolution as string),
  duration: ({ duration = 5 }) => isNumber(duration, 1, 60),
  fps: ({ fps = 24 }) => isNumber(fps, 1, 120),
  ratio: ({ ratio = '16:9' }) => /^[1-9]\d*:[1-9]\d*$/.test(String(ratio)),
  bit_depth: ({ bit_depth = 8 }) => bit_depth === 8 || bit_depth === 10,
}

/** A small server that checks only some of what it should, and counts the jobs that it makes. */
export class LaxServer {
  readonly #server: Server
  readonly #jobs: Job[] = []
  readonly #checks: ReadonlySet<Checked>

  constructor(checks: readonly Checked[]) {
    this.#checks = new Set(checks)
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  readonly keys = { A: 'cl_first_key_0123456789', A2: 'cl_second_key_0123456789', B: 'cl_other_key_0123456789' }

  /** By its own count. */
  get made(): { jobs: number; videoSeconds: number } {
    const seconds = this.#jobs.map(({ body }) => Number(body.duration ?? 5)).filter(Number.isFinite)
    return { jobs: this.#jobs.length, videoSeconds: seconds.reduce((sum, each) => sum + Math.max(0, each), 0) }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const refuse = (status: number, code: string) => send(status, { error: { code, message: code } })
    const account = KEYS[/^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '']
    if (account === undefined) return refuse(401, 'unauthorized')
    const path = (request.url ?? '').split('?')[0]!
    if (request.method === 'POST' && path === '/v1/videos') {
      const body = this.#accepted(Buffer.concat(chunks).toString())
      if (!body) return refuse(400, 'invalid_request')
      const job = { id: `job-${crypto.randomUUID()}`, account, body, polls: 0 }
      this.#jobs.push(job)
      return send(202, { id: job.id, status: 'queued' })
    }
    if (request.method !== 'GET') return refuse(404, 'not_found')
    if (path === '/v1/models') return send(200, { models: ['alias-one', 'alias-two'] })
    if (path === '/v1/usage') return send(200, { jobs: this.#jobs.length })
    if (path === '/v1/capacity') return send(200, { available: 100 })
    if (path === '/v1/billing/balance') return send(200, { plan: 'test', credits: 1000 })
    const job = this.#jobs.find(({ id, account: owner }) => path === `/v1/videos/${id}` && owner === account)
    if (!job) return refuse(404, 'not_found')
    job.polls++
    if (job.polls < 3) return send(200, { id: job.id, status: 'running', stage: 'generating' })
    send(200, { id: job.id, status: 'succeeded', url: 'http://127.0.0.1:9/video.mp4' })
  }

  #accepted(text: string): Body | undefined {
    let body: unknown = {}
    try {
      body = JSON.parse(text)
    } catch {
      if (this.#checks.has('object')) return undefined
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      if (this.#checks.has('object')) return undefined
      body = {}
    }
    const fields = body as Body
    const hasPrompt = typeof fields.prompt === 'string' && fields.prompt !== ''
    if (this.#checks.has('prompt') && !hasPrompt && typeof fields.image_url !== 'string') return undefined
    const holds = Object.entries(RULES).every(([name, rule]) => !this.#checks.has(name as Checked) || rule(fields))
    return holds ? fields : undefined
  }
}
