import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'docs/{guides,explanation,reference}/*.md'])

/** What GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')

function anchorsOf(path: string): string[] {
  const headings = withoutCode(readFileSync(path, 'utf8')).matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading]) => anchorOf(heading!))
}

it.each(DOCUMENTS)('%s links to files and headings that exist', (document) => {
  const links = withoutCode(readFileSync(document, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)
  const broken = [...links].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [path, anchor] = link.split('#') as [string, string?]
    const file = path === '' ? document : join(dirname(document), path)
    const resolves = existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor))
    return resolves ? [] : [link]
  })
  expect(broken).toEqual([])
})

it('names only existing files in SECURITY.md', () => {
  const named = [...readFileSync('SECURITY.md', 'utf8').matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file!)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})
