import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { clausePages, withLinks } from './clause-pages.ts'
import { llms } from './llms.ts'
import { type Page, pageOf } from './page.ts'

// Writes what Starlight builds: the Markdown of docs/ with its links resolved, a page for each clause, and llms.txt for
// programs that read the docs.

const root = (...path: string[]) => join(import.meta.dirname, '..', '..', ...path)
const site = (...path: string[]) => root('docs/site', ...path)
const BASE = (process.env.DOCS_BASE ?? '').replace(/\/$/, '')
const PROJECT = {
  'changelog.md': 'CHANGELOG.md',
  'contributing.md': 'CONTRIBUTING.md',
  'security-policy.md': 'SECURITY.md',
}
const SECTIONS = ['guides', 'reference', 'explanation']

const written = SECTIONS.flatMap((section) =>
  readdirSync(root('docs', section))
    .filter((name) => name.endsWith('.md'))
    .map((name) => pageOf(`${section}/${name}`, readFileSync(root('docs', section, name), 'utf8'))),
)
for (const page of written) if (/^reference\/(client-)?clauses\.md$/.test(page.path)) page.body = withLinks(page.body)
const ofProject = Object.entries(PROJECT).map(([path, file]) => pageOf(path, readFileSync(root(file), 'utf8')))
const pages = [...written, ...ofProject, ...clausePages()]
const known = new Set(pages.map(({ path }) => path))

rmSync(site('src/content'), { recursive: true, force: true })
for (const page of pages) write(page)
mkdirSync(site('public'), { recursive: true })
cpSync(root('docs/pictures'), site('public/pictures'), { recursive: true })
const landing = readFileSync(site('landing.md'), 'utf8')
writeFileSync(site('src/content/docs/index.md'), landing.replaceAll(/(\]\(|link: )\//g, `$1${BASE}/`))
writeFileSync(site('public/llms.txt'), llms(pages, SECTIONS, BASE))
writeFileSync(site('public/llms-full.txt'), pages.map(({ title, body }) => `# ${title}\n\n${body.trim()}\n`).join('\n'))

function write({ path, title, description, body }: Page): void {
  const head = { title, ...(description && { description }) }
  const file = site('src/content/docs', path)
  mkdirSync(dirname(file), { recursive: true })
  const yaml = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  writeFileSync(file, `---\n${yaml.join('\n')}\n---\n\n${resolved(body, path)}\n`)
}

/** Links between Markdown files become addresses of the site; links to other files of the repository become plain text. */
function resolved(body: string, from: string): string {
  const inDocs = from in PROJECT ? '..' : posix.dirname(from)
  const link = /\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g
  return body.replaceAll(link, (whole, text: string, target: string, anchor = '') => {
    const path = posix.normalize(posix.join(inDocs, target)).replace(/^\.\.\/docs\//, '')
    if (path.startsWith('pictures/')) return `[${text}](${BASE}/${path})`
    const clause = path.replace(/^(reference\/clauses\/[\w-]+)\.(?!md$)/, '$1/')
    const page = Object.entries(PROJECT).find(([, file]) => path === `../${file}`)?.[0] ?? clause
    if (known.has(page)) return `[${text}](${BASE}/${page.replace(/\.md$/, '')}/${anchor})`
    if (page === '../README.md') return `[${text}](${BASE}/)`
    if (existsSync(root('docs', path))) return text
    throw new Error(`${from} links to ${target}, which does not exist: ${whole}`)
  })
}
