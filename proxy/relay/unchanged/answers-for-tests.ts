import type { Scene } from './both-ends-for-tests.ts'
import { answered, BLANK, chunked, closing, head, OK } from './ways-for-tests.ts'

const JSON_ANSWER = '{"id":"job-1","status":"queued"}'
const BINARY = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')

export const ANSWERS: Scene[] = [
  answered(
    'an ordinary answer',
    `${head('200 OK', 'Content-Type: application/json', `Content-Length: ${JSON_ANSWER.length}`)}${JSON_ANSWER}`,
  ),
  answered(
    'headers in any case, and in their order',
    `${head('200 OK', 'x-B: 2', 'X-a: 1', 'CONTENT-length: 2', 'x-b: 3', 'ETag: "x"')}ok`,
  ),
  answered(
    'the same header many times',
    `${head('200 OK', 'Set-Cookie: a=1', 'Set-Cookie: b=2', 'set-cookie: a=1', 'Content-Length: 2')}ok`,
  ),
  answered(
    'blanks and tabs around values',
    'HTTP/1.1 200 OK\r\nX-A:  two \t\r\nX-B:\r\nX-C:none\r\nContent-Length:\t2 \r\n\r\nok',
  ),
  answered('no words behind the status', `HTTP/1.1 200\r\nContent-Length: 2${BLANK}ok`),
  answered('a blank behind the status', `HTTP/1.1 200 \r\nContent-Length: 2${BLANK}ok`),
  answered(
    'many words behind the status',
    `${head('429 Too Many Requests, I am afraid; come again', 'Retry-After: 3', 'Content-Length: 0')}`,
  ),
  answered(
    'bytes of no charset in a header',
    `HTTP/1.1 200 \xd6k\r\nX-Name: \xe4\xf6\xfc \x80\xff\r\nContent-Length: 2${BLANK}ok`,
  ),
  answered('a status that nobody knows', `${head('299 Odd', 'Content-Length: 2')}ok`),
  answered('HTTP/1.0 with a length', `HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2${BLANK}ok`),
  answered('lines that end with a line feed alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'),
  answered('an empty body', head('200 OK', 'Content-Length: 0')),
  answered('204', head('204 No Content', 'Date: today')),
  answered('304 with the length of what it stands for', head('304 Not Modified', 'ETag: "x"', 'Content-Length: 5000')),
  answered('206, a part', `${head('206 Partial Content', 'Content-Range: bytes 5-9/100', 'Content-Length: 5')}56789`),
  answered('416', head('416 Range Not Satisfiable', 'Content-Range: bytes */100', 'Content-Length: 0')),
  answered('302 to somewhere else', head('302 Found', 'Location: https://elsewhere.test/x?sig=1', 'Content-Length: 0')),
  answered(
    '401',
    `${head('401 Unauthorized', 'WWW-Authenticate: Bearer realm="x", error="y"', 'Content-Length: 2')}{}`,
  ),
  answered('413 that closes', `${head('413 Content Too Large', 'Connection: close', 'Content-Length: 2')}{}`),
  answered(
    '502 of a gateway, in HTML',
    `${head('502 Bad Gateway', 'Server: nginx', 'Content-Type: text/html', 'Content-Length: 15')}<html>no</html>`,
  ),
  answered('chunks', `${head('200 OK', 'Transfer-Encoding: chunked')}${chunked('ab', 'cde')}0${BLANK}`),
  answered('chunks of one byte', `${head('200 OK', 'Transfer-Encoding: chunked')}${chunked(...JSON_ANSWER)}0${BLANK}`),
  answered(
    'chunks with extensions, capitals and zeros',
    `${head('200 OK', 'transfer-encoding: Chunked')}00000A;name="v;x"\r\n0123456789\r\n000${BLANK}`,
  ),
  answered(
    'trailers',
    `${head('200 OK', 'Transfer-Encoding: chunked', 'Trailer: X-Sum, X-Two')}${chunked('ab')}0\r\nX-Sum: 1\r\nx-two: 2${BLANK}`,
  ),
  answered('an empty body in chunks', `${head('200 OK', 'Transfer-Encoding: chunked')}0${BLANK}`),
  answered(
    'what looks like an answer inside of a body',
    `${head('200 OK', 'Content-Length: 60')}${'HTTP/1.1 200 OK\r\nHost: x\r\n\r\n'.padEnd(60, '\n')}`,
  ),
  answered('each byte there is', `${head('200 OK', 'Content-Length: 256')}${BINARY}`),
  answered(
    'compressed',
    `${head('200 OK', 'Content-Encoding: gzip', 'Content-Length: 20')}${'\x1f\x8b\x08'.padEnd(20, '\0')}`,
  ),
  answered('gzip and chunked', `${head('200 OK', 'Transfer-Encoding: gzip, chunked')}${chunked('\x1f\x8b')}0${BLANK}`),
  answered('early hints', `${head('103 Early Hints', 'Link: </a>; rel=preload', 'Link: </b>; rel=preload')}${OK}`),
  answered(
    'three answers before the one that counts',
    `${head('102 Processing')}${head('103 Early Hints', 'Link: </a>')}${head('199 Odd')}${OK}`,
  ),
  answered('a 100 that nobody asked for', `${head('100 Continue')}${OK}`),
  answered(
    'a hundred headers',
    `${head('200 OK', ...Array.from({ length: 100 }, (_, at) => `X-${at}: ${'v'.repeat(at)}`), 'Content-Length: 2')}ok`,
  ),
  answered('a head of 60 kB', `${head('200 OK', `X-Long: ${'v'.repeat(60_000)}`, 'Content-Length: 2')}ok`),
  answered('a head of 300 kB', `${head('200 OK', `X-Long: ${'v'.repeat(300_000)}`, 'Content-Length: 2')}ok`),
  answered(
    '2000 headers',
    `${head('200 OK', ...Array.from({ length: 2000 }, (_, at) => `X-${at}: v`), 'Content-Length: 2')}ok`,
  ),
  answered(
    'a header that goes on in the next line',
    `HTTP/1.1 200 OK\r\nX-A: one\r\n  two\r\nContent-Length: 2${BLANK}ok`,
  ),
  answered(
    'a length and chunks at once',
    `${head('200 OK', 'Content-Length: 2', 'Transfer-Encoding: chunked')}${chunked('ab')}0${BLANK}`,
  ),
  answered('two lengths', `${head('200 OK', 'Content-Length: 2', 'Content-Length: 3')}abc`),
  answered('the same length twice', `${head('200 OK', 'Content-Length: 2', 'Content-Length: 2')}ok`),
  answered('a length that is none', `${head('200 OK', 'Content-Length: 0x2')}ok`),
  answered(
    'a chunk that is longer than its size',
    `${head('200 OK', 'Transfer-Encoding: chunked')}2\r\nabcdef\r\n0${BLANK}`,
  ),
  answered('a size that is no number', `${head('200 OK', 'Transfer-Encoding: chunked')}zz\r\nab\r\n`),
  answered('no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n\r\nwho are you\r\n'),
  answered('HTTP/2 where nobody asked for it', 'HTTP/2 200\r\ncontent-length: 2\r\n\r\nok'),
  answered('a name with a blank in it', 'HTTP/1.1 200 OK\r\nBad Name: 1\r\nContent-Length: 2\r\n\r\nok'),
  answered('more than its length', `${head('200 OK', 'Content-Length: 2')}okand more`),
  answered('two answers to one request', `${OK}${OK}`),
  closing('an answer that ends with the connection', `${head('200 OK', 'Connection: close')}until here`),
  closing('HTTP/1.0 without a length', `HTTP/1.0 200 OK${BLANK}until here`),
  closing('a body that is cut short', `${head('200 OK', 'Content-Length: 500')}only this`),
  closing('chunks that are cut short', `${head('200 OK', 'Transfer-Encoding: chunked')}${chunked('ab')}5\r\nab`),
  closing('a head that is cut short', 'HTTP/1.1 200 OK\r\nContent-Le'),
  closing('nothing at all', ''),
  closing('identity, which is no coding', `${head('200 OK', 'Transfer-Encoding: identity')}until here`),
]
