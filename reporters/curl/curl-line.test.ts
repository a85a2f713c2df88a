import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestTemplate } from '../../runner/history/entry/exchange.ts'
import { printable } from '../../runner/history/reading/words.ts'
import { HOSTILE, sampleExchange } from '../../runner/report/sample-report-for-tests.ts'
import { curlLine, fileLine } from './curl-line.ts'

const BASE_URL = 'https://api.example.com/video/v1'
const good: RequestTemplate = { method: 'GET', path: '/video/v1/models', headers: [['Authorization', 'Bearer {{A}}']] }
const post = (body: string): RequestTemplate => ({
  method: 'POST',
  path: '/video/v1/videos',
  headers: [
    ['Authorization', 'Bearer {{A}}'],
    ['Content-Type', 'application/json'],
  ],
  body,
})
const lineOf = (request: RequestTemplate) => curlLine(sampleExchange(7, request), { baseUrl: BASE_URL })

/** Prints the arguments instead of sending; a file is replaced by what is in it. */
const CURL_THAT_TELLS = `
curl() {
  for argument; do
    case $argument in (@/dev/fd/*) cat "\${argument#@}";; (*) printf %s "$argument";; esac
    printf '\\n=====\\n'
  done
  printf '#####\\n'
}
`

function argumentsOf(lines: string[]): string[][] {
  const out = execFileSync('bash', ['--norc', '-c', CURL_THAT_TELLS + lines.join('\n')], {
    env: { PATH: process.env.PATH, GATECHECK_KEY: 'cl_secret' },
    maxBuffer: 1 << 28,
  })
  return out
    .toString()
    .split('#####\n')
    .slice(0, -1)
    .map((each) => each.split('\n=====\n').slice(0, -1))
}

const bodySentBy = (request: RequestTemplate) => argumentsOf([lineOf(request)])[0]!.at(-1)

describe('the curl line', () => {
  test('holds the address, the key as a variable, and nothing that curl would add', () => {
    expect(lineOf(good)).toBe(
      `curl -i 'https://api.example.com/video/v1/models' -H "Authorization: Bearer $GATECHECK_KEY" -H User-Agent: -H Accept:`,
    )
  })

  test('polls the job again and saves the file that its url leads to', () => {
    const poll = sampleExchange(7, { ...good, path: '/video/v1/videos/j1' })
    const line = fileLine(poll, { baseUrl: BASE_URL, ca: 'ca.pem', clientKey: 'k.pem' })
    const stubs = `curl() { for each; do [[ $each = -o ]] && { printf '%s\\n' "$@"; return; }; done; echo '{"url":"https://a.example/f?x=1"}'; }`
    const out = execFileSync('bash', ['--norc', '-c', `${stubs}\njq() { sed 's/.*"url":"//; s/".*//'; }\n${line}`])
    const way = ['--cacert', 'ca.pem', 'https://a.example/f?x=1']
    expect(out.toString().trim().split('\n')).toEqual(['-sSL', '-D', '-', '-o', 'video', ...way])
    expect(line).toContain(
      `curl -sS --cacert 'ca.pem' --key 'k.pem' 'https://api.example.com/video/v1/videos/j1' -H "Authorization: Bearer $GATECHECK_KEY"`,
    )
  })

  test('goes the way of the run: its CA, its certificate, its version of HTTP, and whether any certificate was taken', () => {
    const target = { baseUrl: BASE_URL, ca: "our ca's.pem", clientCert: 'a:b.pem', clientKey: 'k.pem' }
    const line = curlLine(sampleExchange(7, good), { ...target, http1: true, insecure: true })
    expect(argumentsOf([line])[0]!.slice(1, 9)).toEqual([
      ...['--cacert', "our ca's.pem", '--cert', 'a\\:b.pem', '--key', 'k.pem', '--http1.1', '--insecure'],
    ])
  })

  test('sends a body as it was sent, whatever it holds', () => {
    const bodies = [
      '',
      '@/etc/passwd',
      `it's`,
      '$(touch /tmp/x)`id`"',
      '\\',
      '-d',
      'a\nb\r\n',
      '%s%n',
      '!!',
      "'!'\n!",
      HOSTILE,
    ]
    for (const body of bodies) expect(bodySentBy(post(body))).toBe(Buffer.from(body).toString())
  })

  test('sends any text at all as it was sent, and shows a terminal nothing that it would obey', () => {
    const bodies = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { numRuns: 200, seed: 1 })
    const lines = bodies.map((body) => lineOf(post(body)))
    for (const line of lines) expect(printable(line)).toBe(line)
    expect(argumentsOf(lines).map((each) => each.at(-1))).toEqual(bodies.map((body) => Buffer.from(body).toString()))
  })

  test('puts keys into bodies, beside quotes and characters that no argument can hold', () => {
    expect(bodySentBy(post(`{"key":"{{A}}","it's":1}`))).toBe(`{"key":"cl_secret","it's":1}`)
    expect(bodySentBy(post('100%\0"{{A}}"\\0\n'))).toBe('100%\0"cl_secret"\\0\n')
  })

  test('takes a body too long to show from the history', () => {
    const line = curlLine(
      sampleExchange(7, post('x'.repeat(1_000_000))),
      { baseUrl: BASE_URL },
      'my runs/history.jsonl',
    )
    expect(line.length).toBeLessThan(400)
    expect(line).toContain(
      `--data-binary @<(jq -Rj 'fromjson? | select(.kind=="exchange" and .n==7).request.body' 'my runs/history.jsonl')`,
    )
  })

  test('keeps an empty header, two headers of one name, and dots in a path', () => {
    const request: RequestTemplate = {
      ...good,
      path: '/video/v1/videos/..',
      headers: [
        ['Authorization', ''],
        ['Authorization', 'Bearer {{A}}'],
        ['Accept', 'text/plain'],
      ],
    }
    expect(argumentsOf([lineOf(request)])).toEqual([
      [
        '-i',
        '--http1.1',
        '--path-as-is',
        'https://api.example.com/video/v1/videos/..',
        '-H',
        'Authorization;',
        '-H',
        'Authorization: Bearer cl_secret',
        '-H',
        'Accept: text/plain',
        '-H',
        'User-Agent:',
      ],
    ])
  })

  test('names a method that curl would not choose, asks for the head only of HEAD, and leaves braces alone', () => {
    expect(lineOf({ ...good, method: 'DELETE' })).toContain(`curl -i -X 'DELETE' `)
    expect(lineOf({ ...good, method: 'HEAD' })).toMatch(/^curl -I /)
    expect(lineOf({ ...good, path: '/video/v1/videos/{id}' })).toContain(' --globoff ')
    // Nobody knows what a key holds.
    expect(lineOf({ ...good, path: '/video/v1/models?key={{A}}' })).toContain(' --globoff ')
    expect(lineOf(good)).not.toContain(' --globoff ')
  })

  test('asks for no content type where none was sent', () => {
    const { headers: _, ...rest } = post('{}')
    expect(lineOf({ ...rest, headers: [] })).toContain('-H Content-Type: --data-raw')
  })

  test('says behind the command what nobody can type, where the shell passes over it', () => {
    const headers: RequestTemplate['headers'] = [['Authorization', 'Bearer {{K2}}']]
    const line = lineOf({ ...good, headers })
    expect(line).toMatch(/ # \{\{K2\}\} stands for another key of that traffic$/)
    expect(argumentsOf([line])[0]).not.toContain('#')
    expect(lineOf(good)).not.toContain('#')
  })
})
