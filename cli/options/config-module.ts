import { readFileSync } from 'node:fs'
// Not by name: Node before 22.19 lacks registerHooks, and must get as far as the message about its version.
import module, { type LoadHookSync } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A line that only an ES module can have. */
const MODULE_LINE = /^[ \t]*(?:export\b(?!\s*=)|import\b(?!\s*[(=]))/m
const COMMENTS = /\/\*[\s\S]*?\*\//g
const FORMATS: Record<string, string> = { '.ts': 'module-typescript', '.js': 'module' }

/** The default export of a file. An ES module is read as one even if package.json says "type": "commonjs". */
export async function configIn(path: string): Promise<unknown> {
  const hooks = module.registerHooks({ load })
  try {
    const { default: content } = await import(pathToFileURL(path).href)
    const isTranspiled = typeof content === 'object' && content !== null && '__esModule' in content
    return isTranspiled && 'default' in content ? content.default : content
  } finally {
    hooks.deregister()
  }
}

const load: LoadHookSync = (url, context, nextLoad) => {
  const format = FORMATS[extname(url)]
  const isOurs = format !== undefined && url.startsWith('file:') && !url.includes('/node_modules/')
  const isModule = isOurs && MODULE_LINE.test(readFileSync(fileURLToPath(url), 'utf8').replace(COMMENTS, ''))
  return nextLoad(url, isModule ? { ...context, format } : context)
}
