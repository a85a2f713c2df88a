import type { IncomingMessage, ServerResponse } from 'node:http'
import { type SecretPathServer, secretPathServer } from '../../engine/pact/secret-path-server.ts'

/** What stands there, by path; and what is done for whoever asks for it. */
export type Page = {
  files: Readonly<Record<string, { type: string; text: string }>>
  /** How things stand, as JSON. */
  standing(): unknown
  /** Writes the reports of what was seen so far, and says where they are. */
  writeReports(): Promise<{ paths: string[] }>
}

/** Nothing but what stands here is loaded, nothing may frame it, and its address is told to nobody. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** The page of a proxy, on its own port, at a secret path. */
export function openPage(page: Page): Promise<SecretPathServer> {
  return secretPathServer((path, incoming, outgoing) => {
    incoming.resume()
    answer(page, path, incoming, outgoing).catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(500, HEADERS)
      outgoing.end()
    })
  })
}

async function answer(page: Page, path: string, { method }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const send = (type: string, text: string) =>
    void outgoing.writeHead(200, { ...HEADERS, 'content-type': type }).end(text)
  const file = Object.hasOwn(page.files, path) ? page.files[path] : undefined
  if (method === 'GET' && file) return send(file.type, file.text)
  if (method === 'GET' && path === '/standing.json') return send('application/json', JSON.stringify(page.standing()))
  if (method === 'POST' && path === '/reports')
    return send('application/json', JSON.stringify(await page.writeReports()))
  outgoing.writeHead(404, HEADERS).end()
}
