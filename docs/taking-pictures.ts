import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core'
import { tell } from '../bench/tell.ts'

const pathOf = (file: string) => fileURLToPath(new URL(`./pictures/${file}`, import.meta.url))
const isCheck = process.argv.includes('--check')
const words: Record<string, string[]> = {}

/** The text of a page inside a box. */
const VISIBLE = `({ x, y, width, height }) => {
  const shown = []
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (nodes.nextNode()) {
    range.selectNodeContents(nodes.currentNode)
    const at = range.getBoundingClientRect()
    const isInside = at.top >= y && at.bottom <= y + height && at.left >= x && at.right <= x + width
    if (isInside && at.width > 0) shown.push(nodes.currentNode.textContent)
  }
  return shown.join(' ')
}`

/** Takes a picture and notes the words that it shows; with --check only the words. */
export async function take(
  name: string,
  page: Page,
  { of, clip }: { of?: Locator; clip?: PageScreenshotOptions['clip'] } = {},
): Promise<void> {
  const box = (await of?.boundingBox()) ?? clip ?? { x: 0, y: 0, ...page.viewportSize()! }
  const text = (await page.evaluate(`(${VISIBLE})(${JSON.stringify(box)})`)) as string
  words[name] = wordsOf(text)
  if (!isCheck) await (of ?? page).screenshot({ path: pathOf(`${name}.png`), ...(clip && { clip }) })
}

/** Puts terminal output into a document, between its markers. */
export function takeText(name: string, document: string, text: string): void {
  words[name] = wordsOf(text)
  if (!isCheck) tell(document, name, `\`\`\`text\n${text.trim()}\n\`\`\``)
}

/** Without ids, times and counts, which differ from run to run. */
function wordsOf(text: string): string[] {
  const tokens = text.split(/\s+/).map((token) => token.replaceAll(/^\W+|\W+$/g, ''))
  return [...new Set(tokens.filter((token) => /^[a-z]{3,}$/i.test(token)))].sort()
}

/** Writes the words beside the pictures, or compares them with those. */
export function finish(): void {
  const file = pathOf('words.json')
  if (!isCheck) {
    writeFileSync(file, `${JSON.stringify(words, null, 2)}\n`)
    return
  }
  const before: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'))
  for (const [name, now] of Object.entries(words)) {
    const then = before[name] ?? []
    const changed = [...now.filter((word) => !then.includes(word)), ...then.filter((word) => !now.includes(word))]
    if (changed.length === 0) continue
    process.stdout.write(`the picture ${name} is stale (${changed.join(', ')}): run "npm run pictures"\n`)
    process.exitCode = 1
  }
}
