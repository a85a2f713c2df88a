import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { sampleExchange } from '../outcome/sample-report-for-tests.ts'
import { curlLine } from './curl-line.ts'

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

/** Prints its arguments instead of sending; a file is replaced by its content. */
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

describe('the curl line', () => {
  test("has the address, the key as a variable, and disables curl's own headers", () => {
    expect(lineOf(good)).toBe(
      `curl -i 'https://api.example.com/video/v1/models' -H "Authorization: Bearer $GATECHECK_KEY" -H User-Agent: -H Accept:`,
    )
  })

  test('uses the connection options of the run: CA, client certificate, HTTP version and --insecure', () => {
    const target = { baseUrl: BASE_URL, ca: "our ca's.pem", clientCert: 'a:b.pem', clientKey: 'k.pem' }
    const line = curlLine(sampleExchange(7, good), { ...target, http1: true, insecure: true })
    expect(argumentsOf([line])[0]!.slice(1, 9)).toEqual([
      ...['--cacert', "our ca's.pem", '--cert', 'a\\:b.pem', '--key', 'k.pem', '--http1.1', '--insecure'],
    ])
  })

  test('sends any text unchanged, without control sequences on the terminal', () => {
    const bodies = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { numRuns: 200, seed: 1 })
    const lines = bodies.map((body) => lineOf(post(body)))
    for (const line of lines) expect(printable(line)).toBe(line)
    expect(argumentsOf(lines).map((each) => each.at(-1))).toEqual(bodies.map((body) => Buffer.from(body).toString()))
  })
})
