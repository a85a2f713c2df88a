import type { IncomingMessage, ServerResponse } from 'node:http'
import { type SecretPathServer, secretPathServer } from '../engine/pact/secret-path-server.ts'

export type LivePage = {
  title: string
  /** Content of <main>. */
  main: string
  css: string
  js: string
  /** JSON responses by method and path, such as "GET /news.json". */
  json: Readonly<Record<string, () => unknown>>
}

/** Loads only its own files, may not be framed, and sends no referrer. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Serves the page of a running command on a loopback port of its own, at a secret path. */
export function openLivePage(page: LivePage): Promise<SecretPathServer> {
  const files = filesOf(page)
  return secretPathServer((path, incoming, outgoing) => {
    incoming.resume()
    answer({ files, json: page.json }, path, incoming, outgoing).catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(500, HEADERS)
      outgoing.end()
    })
  })
}

type Served = { files: Map<string, { type: string; text: string }>; json: LivePage['json'] }

async function answer({ files, json }: Served, path: string, { method }: IncomingMessage, outgoing: ServerResponse) {
  const send = (type: string, text: string) =>
    void outgoing.writeHead(200, { ...HEADERS, 'content-type': type }).end(text)
  const name = `${method} ${path}`
  const file = files.get(name)
  if (file) send(file.type, file.text)
  else if (Object.hasOwn(json, name)) send('application/json', JSON.stringify(await json[name]!()))
  else outgoing.writeHead(404, HEADERS).end()
}

const filesOf = ({ title, main, css, js }: LivePage): Served['files'] =>
  new Map([
    ['GET /', { type: 'text/html; charset=utf-8', text: documentOf(title, main) }],
    ['GET /page.css', { type: 'text/css; charset=utf-8', text: css }],
    ['GET /page.js', { type: 'text/javascript; charset=utf-8', text: js }],
  ])

const documentOf = (title: string, main: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>
<main>
<h1>${title}</h1>
${main}
</main>
</html>
`
