import type { Scene } from './both-ends-for-tests.ts'
import { asked, BLANK, CHUNKED, chunked, exchange, get, head, post } from './ways-for-tests.ts'

const posted = (host: string, more: string) => get(host, more).replace('GET', 'POST')
const END = `0${BLANK}`

export const REQUESTS: Scene[] = [
  asked('a submission', (host) => post(host, '{"model":"swift"}', 'Content-Type: application/json\r\n'), '"swift"}'),
  asked('spaces around Host', (host) => `GET / HTTP/1.1\r\nhost: \t${host} \r\nX-Host: mine\r\nHostile: 1\r\n\r\n`),
  asked('Host twice', (host) => `GET /v1/models HTTP/1.1\r\nHost: ${host}\r\nhost: ${host}\r\n\r\n`),
  asked('Host in a body', (host) => post(host, `\r\nHost: nobody.test\r\n\r\n{}`), '{}'),
  asked('an odd path', (host) => get(host, '', '/v1/videos/a%2Fb%20c//../%zz?x=%00&y=\xe4')),
  asked('trailers', (host) => `${posted(host, CHUNKED)}${chunked('ab')}0\r\nX-Sum: 1${BLANK}`, `X-Sum: 1${BLANK}`),
  asked('a request in chunks', (host) => `${posted(host, CHUNKED)}${chunked(get('hidden.test'))}${END}`, END),
  asked(
    'a length and chunks',
    (host) => `${posted(host, `${CHUNKED}Content-Length: 4\r\n`)}${chunked('ab')}${END}`,
    END,
  ),
  asked('hop-by-hop headers', (host) => get(host, 'Connection: keep-alive, X-Gone\r\nX-Gone: 1\r\nVia: 1.1 other\r\n')),
  asked('no HTTP', () => `\x16\x03\x01\x02\0\x01${BLANK}`),
  asked('3000 headers', (host) => get(host, Array.from({ length: 3000 }, (_, at) => `X-${at}: 1\r\n`).join(''))),
  exchange('HEAD', (host) => get(host).replace('GET', 'HEAD'), head('200 OK', 'Content-Length: 5000')),
]
