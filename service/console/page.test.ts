import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { consoleForTests, type Visitor } from './console-for-tests.ts'

const FOLDER = join(import.meta.dirname, 'page')
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))

let at: Awaited<ReturnType<typeof consoleForTests>>
let nobody: Visitor
beforeAll(async () => {
  at = await consoleForTests()
  nobody = at.visitor()
})
afterAll(() => at[Symbol.asyncDispose]())

it('serves each file of the page, and not again to who has it', async () => {
  expect(FILES.length).toBeGreaterThan(20)
  for (const name of FILES) {
    const { status, headers, text } = await nobody.ask(`/page/${name}`)
    expect([name, status, text]).toEqual([name, 200, readFileSync(join(FOLDER, name), 'utf8')])
    expect(headers['cache-control']).toBe('no-cache')
    const again = await nobody.ask(`/page/${name}`, { headers: { 'if-none-match': String(headers.etag) } })
    expect([again.status, again.text]).toEqual([304, ''])
  }
})

it.each(['nothing.js', '../guard.ts', '..%2fguard.ts', 'parts', 'parts/', '%2e%2e/index.ts', ''])(
  'serves nothing else: %s',
  async (name) => {
    expect((await nobody.ask(`/page/${name}`)).status).toBeGreaterThanOrEqual(400)
  },
)

it('tells the browser to load nothing from elsewhere, but videos from the service', async () => {
  for (const path of ['/', '/page/app.js', '/console/session', '/console/keys', '/control/state', '/nowhere']) {
    const { headers } = await nobody.ask(path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
    expect(policy).toContain(`media-src 'self' ${new URL(at.service.baseUrl).origin}`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toMatch(path === '/' || path.startsWith('/page') ? /^no-cache$/ : /^no-store$/)
  }
})

it('has no script and no style within its markup, and names no other host', () => {
  for (const name of FILES) {
    const text = readFileSync(join(FOLDER, name), 'utf8')
    expect(text.match(/\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval)\b/), name).toBe(null)
    const hosts = [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host)
    expect(
      hosts.filter((host) => host !== 'www.w3.org'),
      name,
    ).toEqual([])
  }
  const markup = readFileSync(join(FOLDER, 'index.html'), 'utf8')
  expect(markup).not.toMatch(/<style|\sstyle=|\son\w+=/)
  expect(markup.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/page/app.js">'])
})
