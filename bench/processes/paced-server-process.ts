import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { judgeBodyText } from '../../spec/oracle.ts'
import type { Counted, Limited } from '../pace.ts'

/** A conforming server with a limit on requests and seats for jobs, which counts what it receives. */
const limited = JSON.parse(process.argv[2]!) as Limited
const { perSecond, by, per, announced, seats, jobMs, polls } = limited

const ACCOUNTS = new Map([
  ['cl_pace-own-key-0001', 'one'],
  ['cl_pace-same-key-0002', 'one'],
  ['cl_pace-other-key-0003', 'two'],
])
const MODEL = 'steady-1'
const STEPS = ['queued', 'running', 'running']

type Job = { account: string; key: string; step: number; done: boolean; span: Counted['jobs'][number] }
type Meter = { tokens: number; at: number; window: number; used: number; times: number[] }
type Reply = { status: number; body: unknown; headers?: Record<string, string> }

const jobs = new Map<string, Job>()
const finished = new Map<string, number>()
const meters = new Map<string, Meter>()
const counted: Counted = { requests: 0, tooFast: 0, tooMany: 0, jobs: [], allowed: [] }

/** Takes a token; without one, returns the time until the next. */
function take(name: string, now: number): { isAllowed: boolean; remaining: number; resetMs: number } {
  const meter = meters.get(name) ?? { tokens: perSecond, at: now, window: 0, used: 0, times: [] }
  meters.set(name, meter)
  if (by === 'token bucket') {
    meter.tokens = Math.min(perSecond, meter.tokens + ((now - meter.at) * perSecond) / 1000)
    meter.at = now
    const isAllowed = meter.tokens >= 1
    if (isAllowed) meter.tokens--
    const missing = isAllowed ? perSecond - meter.tokens : 1 - meter.tokens
    return { isAllowed, remaining: Math.floor(meter.tokens), resetMs: (missing * 1000) / perSecond }
  }
  if (by === 'fixed window') {
    const window = Math.floor(now / 1000)
    if (window !== meter.window) meter.used = 0
    meter.window = window
    const isAllowed = meter.used < perSecond
    if (isAllowed) meter.used++
    return { isAllowed, remaining: perSecond - meter.used, resetMs: (window + 1) * 1000 - now }
  }
  while (meter.times.length > 0 && meter.times[0]! <= now - 1000) meter.times.shift()
  const isAllowed = meter.times.length < perSecond
  if (isAllowed) meter.times.push(now)
  return { isAllowed, remaining: perSecond - meter.times.length, resetMs: meter.times[0]! + 1000 - now }
}

function announcement({ remaining, resetMs }: ReturnType<typeof take>, now: number): Record<string, string> {
  const seconds = String(Math.ceil(resetMs / 1000))
  const three = (x: string, reset: string) => ({
    [`${x}RateLimit-Limit`]: String(perSecond),
    [`${x}RateLimit-Remaining`]: String(remaining),
    [`${x}RateLimit-Reset`]: reset,
  })
  if (announced === 'RateLimit')
    return { 'RateLimit-Policy': `"default";q=${perSecond};w=1`, RateLimit: `"default";r=${remaining};t=${seconds}` }
  if (announced === 'RateLimit-Limit') return three('', seconds)
  if (announced === 'X-RateLimit, seconds') return three('X-', seconds)
  if (announced === 'X-RateLimit, epoch') return three('X-', String(Math.ceil((now + resetMs) / 1000)))
  return {}
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  ...{ status, headers },
  body: { error: { code, message: `Refused: ${code}.` } },
})

const running = (account: string) => [...jobs.values()].filter((job) => job.account === account && !job.done)

function submit(account: string, key: string, text: string, now: number): Reply {
  const { verdict } = judgeBodyText(text, { aliases: [MODEL] })
  if (verdict !== 'accept') return refusal(400, 'invalid_request')
  if (running(account).length >= seats) {
    counted.tooMany++
    return refusal(429, 'capacity_exceeded', { 'retry-after': '1' })
  }
  const id = randomUUID()
  const span = { from: now, account }
  jobs.set(id, { account, key, step: 0, done: false, span })
  counted.jobs.push(span)
  return { status: 202, body: { id, status: 'queued' } }
}

/** At most one step per poll, and none before its time. */
function poll(account: string, id: string, now: number): Reply {
  const job = jobs.get(id)
  if (!job || job.account !== account) return refusal(404, 'not_found')
  const due = Math.floor(((now - job.span.from) * polls) / jobMs)
  if (!job.done && job.step < due) job.step++
  if (job.step >= polls && !job.done) {
    job.done = true
    job.span.to = now
    finished.set(job.key, (finished.get(job.key) ?? 0) + 1)
  }
  if (job.done) return { status: 200, body: { id, status: 'succeeded', url: `${origin()}/files/${id}.mp4` } }
  const status = STEPS[Math.min(job.step, STEPS.length - 1)]
  return { status: 200, body: { id, status, ...(status === 'running' && { stage: 'generating' }) } }
}

async function replyTo(request: IncomingMessage): Promise<Reply> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  const now = performance.timeOrigin + performance.now()
  const path = request.url!.split('?')[0]!
  if (path === '/counted') return { status: 200, body: counted }
  if (path.startsWith('/files/')) return { status: 404, body: {} }
  counted.requests++
  const key = /^Bearer (cl_\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const account = ACCOUNTS.get(key)
  const meter = per === 'key' ? key : 'address'
  const taken = take(meter, now)
  const headers = announcement(taken, now)
  if (!taken.isAllowed) {
    counted.tooFast++
    const wait = { 'retry-after': String(Math.max(1, Math.ceil(taken.resetMs / 1000))) }
    return refusal(429, 'rate_limited', { ...headers, ...wait })
  }
  counted.allowed.push({ at: now, meter })
  const reply = route(`${request.method} ${path}`, account, key, Buffer.concat(parts).toString(), now)
  return { ...reply, headers: { ...headers, ...reply.headers } }
}

function route(call: string, account: string | undefined, key: string, text: string, now: number): Reply {
  if (!account) return refusal(401, 'unauthorized')
  const id = /^GET \/v1\/videos\/([^/]+)$/.exec(call)?.[1]
  if (call === 'POST /v1/videos') return submit(account, key, text, now)
  if (id !== undefined) return poll(account, id, now)
  const readings: Record<string, () => unknown> = {
    'GET /v1/models': () => ({ models: [{ alias: MODEL }] }),
    'GET /v1/usage': () => ({ finished_videos: finished.get(key) ?? 0 }),
    'GET /v1/capacity': () => ({ available: seats - running(account).length }),
    'GET /v1/billing/balance': () => ({ plan: 'flat' }),
  }
  const reading = readings[call]
  return reading ? { status: 200, body: reading() } : refusal(404, 'not_found')
}

const server = createServer((request, response) => {
  replyTo(request).then(
    ({ status, body, headers }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    },
    () => response.destroy(),
  )
})
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const [A, A2, B] = [...ACCOUNTS.keys()]
  process.send?.({ baseUrl: `${origin()}/v1`, keys: { A, A2, B } })
})
