import { readFileSync } from 'node:fs'
// By its name alone it could not be looked for on a Node that is too old, which has to be told in words.
import module, { type LoadHookSync } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A line that only a module can have; comments aside. */
const OF_A_MODULE = /^[ \t]*(?:export\b(?!\s*=)|import\b(?!\s*[(=]))/m
const COMMENTS = /\/\*[\s\S]*?\*\//g

const FORMATS: Record<string, string> = { '.ts': 'module-typescript', '.js': 'module' }

/** What a file exports. What is written as a module is one, whatever the package.json beside it says of its files. */
export async function configIn(path: string): Promise<unknown> {
  const hooks = module.registerHooks({ load: asItIsWritten })
  try {
    const { default: content } = await import(pathToFileURL(path).href)
    return isWrapped(content) ? content.default : content
  } finally {
    hooks.deregister()
  }
}

const asItIsWritten: LoadHookSync = (url, context, nextLoad) => {
  const format = FORMATS[extname(url)]
  return nextLoad(url, format !== undefined && isWrittenAsModule(url) ? { ...context, format } : context)
}

function isWrittenAsModule(url: string): boolean {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return false
  return OF_A_MODULE.test(readFileSync(fileURLToPath(url), 'utf8').replace(COMMENTS, ''))
}

/** A module that was compiled to CommonJS. */
function isWrapped(content: unknown): content is { default: unknown } {
  return typeof content === 'object' && content !== null && '__esModule' in content && 'default' in content
}
