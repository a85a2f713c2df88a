import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launch } from '../../fixtures/chromium.ts'
import { DESKTOP } from '../../reporters/html/browser-for-tests.ts'
import { type RunningService, startService } from '../start.ts'

export const PASSWORD = 'a lighthouse in the fog'

/** A service with a data file, its control port, and a browser. */
export class ShownConsole {
  readonly service: RunningService
  readonly url: string
  readonly folder: string
  readonly #browser: Browser
  readonly #close: () => Promise<void>

  private constructor(
    parts: Pick<ShownConsole, 'service' | 'url' | 'folder'>,
    browser: Browser,
    close: () => Promise<void>,
  ) {
    this.service = parts.service
    this.url = parts.url
    this.folder = parts.folder
    this.#browser = browser
    this.#close = close
  }

  static async begin(): Promise<ShownConsole> {
    const folder = mkdtempSync(join(tmpdir(), 'gatecheck-console-'))
    const service = await startService({ data: join(folder, 'state.sqlite'), controlPort: 0 })
    const url = service.control!
    const browser = await launch()
    return new ShownConsole({ service, url, folder }, browser, async () => {
      await browser.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    })
  }

  /** A new browser context, with the errors of its page. */
  async open(options: BrowserContextOptions = {}): Promise<{ page: Page; troubles: string[]; asked: Set<string> }> {
    const context = await this.#browser.newContext({ viewport: DESKTOP, ...options })
    const page = await context.newPage()
    const troubles: string[] = []
    const asked = new Set<string>()
    page.on('pageerror', (error) => troubles.push(error.message))
    page.on('console', (told) => {
      if (/security policy|trusted type/i.test(told.text())) troubles.push(told.text())
    })
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    await page.goto(this.url)
    await page.waitForSelector('main form')
    return { page, troubles, asked }
  }

  end(): Promise<void> {
    return this.#close()
  }
}

let people = 0

/** Signs up as a new user, or signs in if the address exists. */
export async function signUp(page: Page, email = `ada-${++people}@example.com`): Promise<string> {
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  return email
}

/** Returns the secret, which the page shows once. */
export async function createKey(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByLabel('Label').fill(label)
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const secret = (await page.getByRole('dialog').locator('code').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('rowheader', { name: label }).waitFor()
  return secret
}

export const goTo = async (page: Page, tab: string) => {
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('heading', { name: tab, level: 1 }).waitFor()
}

/** Submits a short video and polls fast. */
export async function order(page: Page, prompt: string, every = '250'): Promise<void> {
  await page.locator('select[name=model] option').first().waitFor({ state: 'attached' })
  await page.getByLabel('Prompt').fill(prompt)
  await page.getByLabel('Duration, s').fill('2')
  await page.getByLabel('Poll every').selectOption(every)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.locator('article.job').first().waitFor()
}

/** Everything stored in the browser, and all text and field values of the page. */
export async function allKept(page: Page): Promise<string> {
  const inPage = await page.evaluate(`(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (names.length > 0) throw new Error('databases nobody looked into: ' + names)
    const cached = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) cached.push(await (await caches.match(request)).text())
    const fields = [...document.querySelectorAll('input, textarea, select')].map((each) => each.value)
    const state = JSON.stringify([history.state, name, location.href])
    return [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), cached, fields, state, document.documentElement.outerHTML].join('\\n')
  })()`)
  return [String(inPage), JSON.stringify(await page.context().cookies())].join('\n')
}
