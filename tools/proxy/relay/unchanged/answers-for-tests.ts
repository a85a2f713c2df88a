import type { Scene } from './both-ends-for-tests.ts'
import { answered, BLANK, chunked, closing, head, OK } from './ways-for-tests.ts'

const BINARY = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')

const CHUNKS = head('200 OK', 'Transfer-Encoding: chunked')

export const ANSWERS: Scene[] = [
  answered('headers', `${head('200 OK', 'x-B: 2', 'X-a: 1', 'CONTENT-length: 2', 'x-b: 3', 'Set-Cookie: "x"')}ok`),
  answered('bytes in a header', `HTTP/1.1 200\r\nX-Name: \xe4\xf6\xfc \x80\xff\r\nContent-Length: 2${BLANK}ok`),
  answered('line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'),
  answered('304 with a length', head('304 Not Modified', 'ETag: "x"', 'Content-Length: 5000')),
  answered('chunks with extensions', `${CHUNKS}00000A;name="v;x"\r\n0123456789\r\n000${BLANK}`),
  answered('trailers', `${CHUNKS}${chunked('ab')}0\r\nX-Sum: 1\r\nx-two: 2${BLANK}`),
  answered('each byte', `${head('200 OK', 'Content-Length: 256')}${BINARY}`),
  answered('informational responses', `${head('102 Processing')}${head('103 Early Hints', 'Link: </a>')}${OK}`),
  answered('a head of 300 kB', `${head('200 OK', `X-Long: ${'v'.repeat(300_000)}`, 'Content-Length: 2')}ok`),
  answered('a folded header', `HTTP/1.1 200 OK\r\nX-A: one\r\n  two\r\nContent-Length: 2${BLANK}ok`),
  answered('an invalid length', `${head('200 OK', 'Content-Length: 0x2')}ok`),
  answered('an invalid chunk size', `${CHUNKS}zz\r\nab\r\n`),
  answered('no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\nwho are you\r\n'),
  answered('more than its length', `${head('200 OK', 'Content-Length: 2')}okand more`),
  closing('a body that ends with the connection', `${head('200 OK', 'Connection: close')}until here`),
  closing('a truncated body', `${head('200 OK', 'Content-Length: 500')}only this`),
  closing('a truncated head', 'HTTP/1.1 200 OK\r\nContent-Le'),
  closing('nothing', ''),
]
