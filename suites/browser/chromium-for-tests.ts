import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Frame } from 'playwright-core'
import { expect } from 'vitest'
import type { Answer, Header } from '../../engine/history/entry/exchange.ts'
import { AT_MOST_MS, launch } from '../../fixtures/chromium.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { startService } from '../../service/start.ts'
import { letsThrough, mayRead } from './fetch-standard.ts'

const HOSTS = ['page.example', 'localhost', '127.0.0.1', '127.0.0.1.page.example']
/** A page without an origin of its own: a sandboxed frame. */
const SANDBOXED = 'null'
export const CREDENTIALS = ['omit', 'include'] as const

export type Ask = { url: string; method: string; authorization: string; body?: string; credentials: 'omit' | 'include' }
/** The part of the response that the page can read; undefined if the browser hides it. */
type Seen = { status: number; text: string } | undefined
type Arrived = { url: string; method: string; headers: OutgoingHttpHeaders; answer: Answer }

let pages: Server | undefined
let chrome: Browser | undefined

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function close(server: Server | undefined): void {
  server?.closeAllConnections()
  server?.close()
}

async function opened(from: Browser, url: string): Promise<Frame> {
  const page = await from.newPage()
  await page.goto(url, { timeout: AT_MOST_MS })
  return page.mainFrame().childFrames()[0] ?? page.mainFrame()
}

/** Opens a page of each origin. */
export async function openPages(): Promise<Map<string, Frame>> {
  const server = createServer((request, response) => {
    const frame = '<iframe sandbox="allow-scripts" srcdoc="a frame"></iframe>'
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><title>a page</title>${request.url === '/sandboxed' ? frame : ''}`)
  })
  pages = server
  const port = await listen(server)
  const browser = await launch()
  chrome = browser
  const plain = HOSTS.map(async (host) => {
    const origin = `http://${host}:${port}`
    return [origin, await opened(browser, `${origin}/`)] as const
  })
  const sandboxed = opened(browser, `http://page.example:${port}/sandboxed`)
  return new Map([...(await Promise.all(plain)), [SANDBOXED, await sandboxed]])
}

export async function closePages(): Promise<void> {
  await chrome?.close()
  close(pages)
}

/** Runs in the page. */
export async function askAll(asks: readonly Ask[]): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const { url, method, authorization, body, credentials } of asks) {
    const headers = { Authorization: authorization, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
    try {
      const answer = await fetch(url, { method, headers, credentials, ...(body !== undefined && { body }) })
      seen.push({ status: answer.status, text: await answer.text() })
    } catch {
      seen.push(undefined)
    }
  }
  return seen
}

/** Compares our CORS prediction with what the browser did. */
export function compared(origin: string, ask: Ask, seen: Seen, arrived: readonly Arrived[]) {
  const [preflight, call, ...others] = arrived.filter(({ url }) => ask.url.endsWith(url))
  expect(preflight, 'a page is not asked for leave').toMatchObject({ method: 'OPTIONS', headers: { origin } })
  expect(others).toEqual([])
  const asked = String(preflight!.headers['access-control-request-headers'])
  const intent = { origin, method: ask.method, headers: asked.split(','), credentials: ask.credentials === 'include' }
  const sends = letsThrough(preflight!.answer, intent)
  const reads = sends && call !== undefined && mayRead(call.answer, intent)
  const what = `${ask.method} ${ask.url} from ${origin}, ${ask.credentials} credentials`
  return {
    predicted: { what, sends, reads: reads ? { status: call.answer.status, text: call.answer.body } : undefined },
    observed: { what, sends: call !== undefined, reads: seen },
    asked: `${ask.method}: ${asked}`,
  }
}

/** A service that records its responses. */
export async function serve(patch: Patch) {
  const arrived: Arrived[] = []
  const service = await startService({
    layers: [
      { name: 'what is tried', patch },
      {
        name: 'writes down',
        patch: (behaviour) =>
          around(behaviour, 'respond', async (next, incoming) => {
            const answer = await next(incoming)
            const { url, method, headers } = incoming
            const body = answer.bytes?.toString() ?? answer.text ?? JSON.stringify(answer.body)
            const lines = Object.entries(answer.headers).flatMap(([name, value]) =>
              [value].flat().map((each): Header => [name, each]),
            )
            const recorded = { status: answer.status, headers: lines, body, bytes: Buffer.byteLength(body) }
            arrived.push({ url, method, headers, answer: recorded })
            return answer
          }),
      },
    ],
  })
  return { service, arrived, [Symbol.asyncDispose]: () => service.close() }
}
