import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core'
import { tell } from '../bench/tell.ts'

const pathOf = (file: string) => fileURLToPath(new URL(`./pictures/${file}`, import.meta.url))
const isCheck = process.argv.includes('--check')
const words: Record<string, string> = {}

/** The text of an element, or of a page inside a box, without recorded exchanges: those differ from run to run. */
const TEXT = `({ root = document.body, box }) => {
  const shown = []
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (nodes.nextNode()) {
    const { parentElement, textContent } = nodes.currentNode
    if (!parentElement.checkVisibility() || parentElement.closest('pre, code')) continue
    range.selectNodeContents(nodes.currentNode)
    const at = range.getBoundingClientRect()
    const isInside = (box) =>
      at.top >= box.y && at.bottom <= box.y + box.height && at.left >= box.x && at.right <= box.x + box.width
    if (box === undefined || isInside(box)) shown.push(textContent)
  }
  return shown.join(' ')
}`

/** Takes a picture and notes the words that it shows; with --check only the words. */
export async function take(
  name: string,
  page: Page,
  { of, clip }: { of?: Locator; clip?: PageScreenshotOptions['clip'] } = {},
): Promise<void> {
  const box = clip ?? { x: 0, y: 0, ...page.viewportSize()! }
  const text: unknown = of
    ? await of.evaluate(new Function('root', `return (${TEXT})({ root })`) as (root: unknown) => string)
    : await page.evaluate(`(${TEXT})({ box: ${JSON.stringify(box)} })`)
  words[name] = wordsOf(String(text))
  if (!isCheck) await (of ?? page).screenshot({ path: pathOf(`${name}.png`), ...(clip && { clip }) })
}

/** Puts terminal output into a document, between its markers. */
export function takeText(name: string, document: string, text: string): void {
  words[name] = wordsOf(text)
  if (!isCheck) tell(document, name, `\`\`\`text\n${text.trim()}\n\`\`\``)
}

/** Without ids, times, counts and the plurals that follow counts: those differ from run to run. */
function wordsOf(text: string): string {
  const tokens = text
    .replace(/, run [a-z\d]{8},/, '')
    .split(/\s+/)
    .map((token) => token.replaceAll(/^\W+|s?\W*$/g, ''))
  return [...new Set(tokens.filter((token) => /^[a-z]{3,}$/i.test(token)))].sort().join(' ')
}

/** Writes the words beside the pictures, or compares them with those. */
export function finish(): void {
  const file = pathOf('words.json')
  if (!isCheck) {
    writeFileSync(file, `${JSON.stringify(words, null, 2)}\n`)
    return
  }
  const before: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  for (const [name, text] of Object.entries(words)) {
    const then = (before[name] ?? '').split(' ')
    const now = text.split(' ')
    const changed = [...now.filter((word) => !then.includes(word)), ...then.filter((word) => !now.includes(word))]
    if (changed.length === 0) continue
    process.stdout.write(`the picture ${name} is stale (${changed.join(', ')}): run "npm run pictures"\n`)
    process.exitCode = 1
  }
}
