import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import axe from 'axe-core'
import { EXECUTABLE, launch, MISSING } from '../../fixtures/chromium.ts'

// Opens pages of the built site on a desktop and a phone: no finding of axe, nothing wider than the screen, a search that
// finds. With a folder as argument it keeps the pictures.

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}
const PAGES = [
  '',
  'guides/first-run/',
  'guides/in-ci/',
  'reference/clauses/auth/unknown-key/',
  'reference/commands/',
  'reference/clauses/',
  'explanation/how-good/',
]
const VIEWPORTS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }
/** Starlight's own search button shows its shortcut beside its label. */
const RULES = { rules: { 'label-content-name-mismatch': { enabled: false } } }
const [pictures] = process.argv.slice(2)
const dist = join(import.meta.dirname, '../site/dist')

if (!EXECUTABLE) throw new Error(MISSING)
const server = createServer(async ({ url = '/' }, response) => {
  const path = resolve(dist, `.${new URL(url, 'http://site').pathname}`)
  const file = extname(path) ? path : join(path, 'index.html')
  const content = file.startsWith(dist) ? await readFile(file).catch(() => undefined) : undefined
  response
    .writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    .end(content)
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const browser = await launch()
let failed = 0
const report = (what: string, problems: readonly string[]) => {
  failed += problems.length
  process.stdout.write(
    problems.length === 0 ? `  ok  ${what}\n` : `FAIL  ${what}\n        ${problems.join('\n        ')}\n`,
  )
}

for (const [device, viewport] of Object.entries(VIEWPORTS))
  for (const colorScheme of ['light', 'dark'] as const)
    for (const path of PAGES) {
      const page = await browser.newPage({ viewport, colorScheme })
      await page.goto(origin + path)
      await page.evaluate(axe.source)
      const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(RULES)})`)) as axe.AxeResults
      const wider = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number
      const complaints = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      report(`/${path}, ${device}, ${colorScheme}`, wider > 0 ? [...complaints, `${wider} px too wide`] : complaints)
      const name = `${device}-${colorScheme}-${path.replaceAll('/', '-') || 'landing-'}.png`
      if (pictures) await page.screenshot({ path: join(pictures, name) })
      await page.close()
    }

const page = await browser.newPage()
await page.goto(origin)
await page.getByRole('button', { name: 'Search' }).click()
await page.getByRole('textbox', { name: /search/i }).fill('waive')
const result = page.locator('a', { hasText: /waive a known failure/i }).first()
const isFound = await result.waitFor({ timeout: 20_000 }).then(
  () => true,
  () => false,
)
report('search for "waive"', isFound ? [] : ['does not find the section "Waive a known failure"'])
await browser.close()
server.close()
process.exitCode = failed > 0 ? 1 : 0
