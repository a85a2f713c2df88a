import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EXECUTABLE, launch, MISSING } from '../../fixtures/chromium.ts'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { startProxied } from './proxied.ts'

/** A missing browser is a failure in CI, and a skip elsewhere. */
const seen = EXECUTABLE === undefined && !process.env.CI ? it.skip : it
if (EXECUTABLE === undefined) console.warn(`NOT TESTED, the page of the proxy: ${MISSING}`)

seen('shows on a page who broke what, as text whatever it holds, and writes the reports at a press', async () => {
  const embedded = await startEmbedded()
  const out = mkdtempSync(join(tmpdir(), 'gatecheck-test-'))
  const proxy = await startProxied({ target: embedded.provision.baseUrl, out, host: '127.0.0.1' })
  const browser = await launch()
  try {
    const odd = encodeURIComponent('<img src=x onerror=alert(1)>')
    await fetch(`${proxy.baseUrl}/videos/${odd}`)
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(proxy.page)
    await page.locator('#client li').first().waitFor()
    expect(await page.locator('#client').textContent()).toContain('client.sends-its-key')
    const aTime = '\\d\\d:\\d\\d:\\d\\d\\D\\d{3}'
    expect(await page.locator('#target').textContent()).toMatch(new RegExp(`since ${aTime}`))
    expect(await page.locator('#client li').first().textContent()).toMatch(new RegExp(`since ${aTime}`))
    expect(await page.locator('img').count()).toBe(0)
    await page.locator('#write').click()
    await page.getByText('report.html').waitFor()
    expect(await page.locator('#counts').textContent()).toContain('1 exchanges')
    expect(errors.filter((each) => !each.includes('favicon'))).toEqual([])
  } finally {
    await browser.close()
    await proxy.end(() => undefined)
    await embedded.close()
    rmSync(out, { recursive: true, force: true })
  }
})
