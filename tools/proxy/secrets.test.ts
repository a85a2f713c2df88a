import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recordedRun } from '../run/recorded-run.ts'
import { clientsSeen } from '../run/traffic.ts'
import { startProxied } from './proxied.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const goesOn = () => undefined
const KEY = 'sk-live-93hhPmQ0LkeR7yu4Rt9x'
const OTHER = 'cl_Zz81mmQp0LkeR7yuWw35'
const REPORTS = ['html', 'har', 'junit']

type Answering = (asked: { url: URL; body: string }, answer: ServerResponse) => unknown

async function behindAProxy(answering: Answering) {
  const server = createServer((incoming: IncomingMessage, answer) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece) => pieces.push(piece))
    incoming.on('end', () => {
      const url = new URL(incoming.url!, 'http://nowhere')
      answering({ url, body: Buffer.concat(pieces).toString() }, answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const out = mkdtempSync(join(tmpdir(), 'gatecheck-test-'))
  closing.push(() => rmSync(out, { recursive: true, force: true }))
  const proxy = await startProxied({ target: `${origin}/v1`, out, host: '127.0.0.1', report: REPORTS })
  closing.push(() => server.closeAllConnections())
  const hasSeen = (count: number) =>
    vi.waitFor(() => expect(proxy.news.standing.exchanges).toBe(count), { timeout: 600_000 })
  return { ...proxy, origin, out, hasSeen, through: new URL(proxy.baseUrl).origin }
}

const json = (answer: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const by = (key: string) => ({ authorization: `Bearer ${key}` })

const percent = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')
const escaped = (text: string) => [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

/** The encodings in which these tests reveal a secret. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  percent(secret),
  escaped(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
  Buffer.from(secret).toString('base64url').slice(0, -1),
  Buffer.from(secret).toString('hex'),
]

const filesIn = (out: string) =>
  readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => ({ name: each.name, text: readFileSync(join(each.parentPath, each.name), 'latin1') }))

function expectNone(out: string, secrets: readonly string[]): void {
  const found = filesIn(out).flatMap(({ name, text }) =>
    secrets.flatMap((secret) =>
      formsOf(secret).flatMap((form) => (text.includes(form) ? [`${name}: ${form.slice(0, 60)}`] : [])),
    ),
  )
  expect(found).toEqual([])
}

/** The verdicts of `judge DIR`. */
function judgedAgain(out: string) {
  const again = recordedRun(out)
  const client = clientsSeen(again)!
  return { again, verdicts: client.clauses.map(({ id, verdict }) => [id, verdict]) }
}

describe('a proxy whose target shows a key encoded before a client uses it', () => {
  const shown = (key: string) => ({
    base64: Buffer.from(`user:${key}`).toString('base64'),
    hex: Buffer.from(key).toString('hex'),
    percent: percent(key),
  })

  const leaking: Answering = ({ url }, answer) => {
    const key = url.searchParams.get('of') === 'other' ? OTHER : KEY
    const body = JSON.stringify({ models: ['swift'], ...shown(key) })
    answer
      .writeHead(200, { 'content-type': 'application/json', 'x-debug': Buffer.from(key).toString('base64url') })
      .end(`${body.slice(0, -1)},"escaped":"${escaped(key)}"}`)
  }

  it('leaves the key in no file and still recognizes its history', async () => {
    const { baseUrl, out, end, hasSeen } = await behindAProxy(leaking)
    await (await fetch(`${baseUrl}/models`)).text()
    await (await fetch(`${baseUrl}/models?of=other`)).text()
    await hasSeen(2)
    await (await fetch(`${baseUrl}/models`, { headers: by(KEY) })).text()
    await (await fetch(`${baseUrl}/models?of=other`, { headers: by(OTHER) })).text()
    const { record, client, written } = await end(goesOn)
    expect(written.failed).toEqual([])
    expectNone(out, [KEY, OTHER])
    const text = readFileSync(join(out, 'history.jsonl'), 'utf8')
    expect(text.split('\n')[0]).toContain('"kind":"began"')
    const recipes = ['{{K1, in hex}}', '{{K2, in hex}}', '{{K1, percent-encoded}}', '{{K2, with escapes}}']
    expect(recipes.filter((each) => !text.includes(each))).toEqual([])
    expect(statSync(join(out, 'history.jsonl')).mode & 0o777).toBe(0o600)
    expect(record.report.reason ?? '').not.toContain('history')
    const { again, verdicts } = judgedAgain(out)
    expect(again.report.history).toEqual(record.report.history)
    expect(again.report.clauses).toEqual(record.report.clauses)
    expect(verdicts).toEqual(client.clauses.map(({ id, verdict }) => [id, verdict]))
    expect(readdirSync(out).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('a proxy that records other secrets', () => {
  const SECRETS = {
    password: 'Tr0ub4dor&3-horse',
    short: 'hunt3r2',
    refresh: 'rt_8Hq2LmZx91PkW4vB7nTd',
    nested: 'gt/Jx71+bQz0LmAa9pYw==',
    inQuery: 'q7WkPz3LmXv81BtRa',
    inReferer: 'Rf93kLmQx7BvT2zPw',
    inLocation: 'Lc55mXq81ZkWvB3nT',
    inFragment: 'Fg71pLx93QmZkW8vB',
    cookie: 'Ck62vBn8LmQx71PzW4kT',
    form: 'Fm 84+zQx/71LmPk=3v',
    part: 'Pt19xLm7QzWk84BvT',
    encoded: 'En47kQz9LmXv31PwT',
    amz: 'Am83/vBx+71QmLzPk4T',
    inAString: 'St27mLx84QzPkW91v',
    ofApi: 'Ap36zQm9',
  }

  it('redacts bodies, queries, forms, cookies, Referer and Location in every file', async () => {
    const { baseUrl, out, end, through } = await behindAProxy(({ url, body }, answer) => {
      if (url.pathname === '/v1/login') {
        const echo = {
          refresh_token: SECRETS.refresh,
          was: body.includes(SECRETS.password) ? SECRETS.password : '',
          token_type: 'bearer',
        }
        const session = { data: [{ session: { Client_Secret: SECRETS.nested } }] }
        const headers = {
          'set-cookie': `sessionid=${SECRETS.cookie}; Path=/`,
          location: `/v1/models?x=1&access-token=${SECRETS.inLocation}#id_token=${SECRETS.inFragment}`,
        }
        return json(answer, 201, { ...echo, ...session, log: JSON.stringify({ password: SECRETS.short }) }, headers)
      }
      if (url.pathname === '/v1/echo') return answer.writeHead(400, { 'content-type': 'text/plain' }).end(body)
      const signed = `https://cdn.test/f.mp4?X-Amz-Signature=${encodeURIComponent(SECRETS.amz)}&n=1`
      const back = `https://login.test/?next=${encodeURIComponent(`https://a.test/?token=${SECRETS.encoded}&b=2`)}`
      return json(answer, 200, { models: ['swift'], url: signed, note: `see ${back} for more` })
    })
    const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
      fetch(`${baseUrl}${path}`, { method: 'POST', body, headers: { ...by(KEY), ...headers } }).then((a) => a.text())
    const { password, short, inString = SECRETS.inAString } = SECRETS as typeof SECRETS & { inString?: string }
    const early = `it was ${password}, or ${Buffer.from(SECRETS.refresh).toString('base64')}`
    await post('/echo', early)
    await post('/login', JSON.stringify({ user: 'ada', password }), { 'content-type': 'application/json' })
    await post('/login', JSON.stringify({ password: short, old: { PassWord: [short] }, n: `a=1&secret=${inString}` }))
    await post('/echo', early)
    await post('/echo', new URLSearchParams({ user: 'ada', passwd: SECRETS.form }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    const parts = new FormData()
    parts.set('user', 'ada')
    parts.set('user[password]', SECRETS.part)
    await post('/echo', parts)
    const headers = {
      ...by(KEY),
      referer: `https://app.test/page?token=${SECRETS.inReferer}`,
      cookie: `theme=dark; sid=${SECRETS.cookie}`,
    }
    await (await fetch(`${baseUrl}/models?a=1&Session_Token=${SECRETS.inQuery}`, { headers })).text()
    await (await fetch(`${through}/other?apikey=${SECRETS.ofApi}&%74oken=${SECRETS.inQuery}`)).text()
    const { written } = await end(goesOn)
    expect(written.failed).toEqual([])
    expectNone(out, Object.values(SECRETS))
    const text = readFileSync(join(out, 'history.jsonl'), 'utf8')
    const kept = [
      'user\\":\\"ada',
      'token_type\\":\\"bearer',
      '&n=1',
      'user=ada',
      '?x=1&access-token',
      'app.test/page?',
    ]
    expect(kept.filter((each) => !text.includes(each))).toEqual([])
    const [, name] = /Session_Token=(\{\{S\w{7}\}\})/.exec(text)!
    expect(text.includes(`%74oken=${name}`)).toBe(true)
  })
})
