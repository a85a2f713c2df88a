import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launch } from '../../fixtures/chromium.ts'

/** The parts of the DOM that tests use. */
export type Documented = {
  querySelectorAll(selector: string): ArrayLike<{ tagName: string; open: boolean; click(): void }>
  documentElement: { scrollWidth: number; clientWidth: number; scrollHeight: number }
}
declare const window: { ran?: unknown }
declare const document: Documented

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Pages saved as files, and a browser to open them. */
export class ShownPages {
  readonly urls = new Map<string, string>()
  readonly #folder = mkdtempSync(join(tmpdir(), 'gatecheck-html-'))
  readonly #browser: Browser

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async begin(): Promise<ShownPages> {
    return new ShownPages(await launch())
  }

  keep(name: string, page: string): void {
    const path = join(this.#folder, `${name}.html`)
    writeFileSync(path, page)
    this.urls.set(name, pathToFileURL(path).href)
  }

  /** Opens a page and records all of its requests. */
  async open(
    name: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; asked: string[]; errors: string[] }> {
    const context = await this.#browser.newContext({ viewport: DESKTOP, ...options })
    const page = await context.newPage()
    const asked: string[] = []
    const errors: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('dialog', (dialog) => errors.push(`a dialog: ${dialog.message()}`))
    await page.goto(this.urls.get(name)!)
    return { page, asked, errors }
  }

  async end(): Promise<void> {
    await this.#browser.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Violations that axe finds with everything on the page opened. */
export async function complaintsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const each of Array.from(document.querySelectorAll('details'))) each.open = true
  })
  await page.evaluate(axe.source)
  // Listing passed rules would double the time.
  const options = JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] })
  const found = (await page.evaluate(`axe.run(document, ${options})`)) as axe.AxeResults
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}

export const widerBy = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The kinds of elements on a page. */
export const kindsIn = (page: Page) =>
  page.evaluate(() => [...new Set(Array.from(document.querySelectorAll('*'), (each) => each.tagName))].sort())

/** Triggers mouse events and clicks, and returns what ran. */
export async function whatRan(page: Page): Promise<unknown> {
  await page.mouse.move(300, 300)
  await page.evaluate(() => {
    for (const each of Array.from(document.querySelectorAll('summary, button'))) each.click()
  })
  return page.evaluate(() => window.ran)
}
