import { afterAll, beforeAll, expect, it } from 'vitest'
import { consoleForTests, type Visitor } from './console-for-tests.ts'

let at: Awaited<ReturnType<typeof consoleForTests>>
let nobody: Visitor
beforeAll(async () => {
  at = await consoleForTests()
  nobody = at.visitor()
})
afterAll(() => at[Symbol.asyncDispose]())

it.each(['nothing.js', '../guard.ts', '..%2fguard.ts', 'parts', 'parts/', '%2e%2e/index.ts', ''])(
  'serves nothing else: %s',
  async (name) => {
    expect((await nobody.ask(`/page/${name}`)).status).toBeGreaterThanOrEqual(400)
  },
)

it('sets a policy that allows content from elsewhere only for videos of the service', async () => {
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
