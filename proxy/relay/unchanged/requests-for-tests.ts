import type { Scene } from './both-ends-for-tests.ts'
import { asked, BLANK, CHUNKED, chunked, exchange, get, head, post } from './ways-for-tests.ts'

export const REQUESTS: Scene[] = [
  asked(
    'a submission',
    (host) => post(host, '{"model":"swift","prompt":"x"}', 'Content-Type: application/json\r\n'),
    '"x"}',
  ),
  asked('Host in capitals, and last', (host) => `GET /v1/models HTTP/1.1\r\nX-A: 1\r\nHOST:${host}\r\n\r\n`),
  asked(
    'Host with blanks around it',
    (host) => `GET /v1/models HTTP/1.1\r\nhost: \t${host} \r\nX-Host: mine\r\nHostile: 1\r\n\r\n`,
  ),
  asked('Host twice', (host) => `GET /v1/models HTTP/1.1\r\nHost: ${host}\r\nhost: ${host}\r\n\r\n`),
  asked('no Host', () => `GET /v1/models HTTP/1.0${BLANK}`),
  asked('Host in a body', (host) => post(host, `\r\nHost: nobody.test\r\n\r\n{}`), '{}'),
  asked(
    'lines that end with a line feed alone',
    (host) => `GET /v1/models HTTP/1.1\nHost: ${host}\nX-A: 1\n\n`,
    'X-A: 1\n\n',
  ),
  asked('empty lines before the request', (host) => `\r\n\r\n${get(host)}`, 'cl_4Rt9xKq2Zw83hhPm\r\n\r\n'),
  asked('a path of odd characters', (host) => get(host, '', '/v1/videos/a%2Fb%20c//../%zz?x=%00&y=\xe4')),
  asked('a path of 20 kB', (host) => get(host, '', `/v1/videos/${'x'.repeat(20_000)}`)),
  asked('a whole address in the place of the path', (host) => get(host, '', `http://${'other.test'}/v1/models`)),
  asked('OPTIONS *', (host) => get(host, '', '*').replace('GET', 'OPTIONS')),
  asked('a method that nobody knows', (host) => get(host).replace('GET', 'M-SEARCH')),
  asked('DELETE with a body', (host) => post(host, 'x').replace('POST', 'DELETE'), `${BLANK}x`),
  asked('a GET with a body', (host) => post(host, 'xy').replace('POST', 'GET'), `${BLANK}xy`),
  asked('chunks', (host) => `${get(host, CHUNKED).replace('GET', 'POST')}${chunked('ab', 'c')}0${BLANK}`, `0${BLANK}`),
  asked(
    'chunks with trailers',
    (host) => `${get(host, `${CHUNKED}Trailer: X-Sum\r\n`).replace('GET', 'PUT')}${chunked('ab')}0\r\nX-Sum: 1${BLANK}`,
    `X-Sum: 1${BLANK}`,
  ),
  asked(
    'chunks in which a request is hidden',
    (host) => `${get(host, CHUNKED).replace('GET', 'POST')}${chunked(get('hidden.test'))}0${BLANK}`,
    `0${BLANK}`,
  ),
  asked(
    'a length and chunks at once',
    (host) => `${get(host, `${CHUNKED}Content-Length: 4\r\n`).replace('GET', 'POST')}${chunked('ab')}0${BLANK}`,
    `0${BLANK}`,
  ),
  asked('a range', (host) => get(host, 'Range: bytes=5-9, 20-\r\nIf-Range: "x"\r\n')),
  asked('cookies and the rest that browsers send', (host) =>
    get(
      host,
      'Cookie: a=1; b=2\r\nOrigin: https://page.test\r\nReferer: https://page.test/x\r\nSec-Fetch-Mode: cors\r\n',
    ),
  ),
  asked('headers of a connection', (host) =>
    get(
      host,
      'Connection: keep-alive, X-Gone\r\nKeep-Alive: timeout=5\r\nX-Gone: 1\r\nTE: trailers\r\nVia: 1.1 other\r\nX-Forwarded-For: 10.0.0.1\r\n',
    ),
  ),
  asked('the key in an odd place', (host) =>
    get(host, 'Proxy-Authorization: Basic eDp5\r\nX-Api-Key: cl_4Rt9xKq2Zw83hhPm\r\n'),
  ),
  asked('no HTTP at all', () => `\x16\x03\x01\x02\0\x01${BLANK}`),
  asked('HTTP/2 from its first byte', () => `PRI * HTTP/2.0\r\n\r\nSM${BLANK}`),
  asked('3000 headers', (host) => get(host, Array.from({ length: 3000 }, (_, at) => `X-${at}: 1\r\n`).join(''))),
  exchange(
    'HEAD, answered with a length',
    (host) => get(host).replace('GET', 'HEAD'),
    head('200 OK', 'Content-Length: 5000'),
  ),
  exchange(
    'HEAD, answered with chunks',
    (host) => get(host).replace('GET', 'HEAD'),
    head('200 OK', 'Transfer-Encoding: chunked'),
  ),
]
