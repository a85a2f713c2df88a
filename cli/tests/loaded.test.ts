import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const BIN = fileURLToPath(new URL('../bin.js', import.meta.url))
const LISTING = `import { registerHooks } from 'node:module'
  const seen = []
  registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context) } })
  process.on('exit', () => console.log(JSON.stringify(seen)))`

function loadedBy(name: string): string[] {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(LISTING)}`, BIN, name, '--help']
  const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trimEnd().split('\n')
  return JSON.parse(lines.at(-1)!)
}

const NOT_NEEDED_AT_ONCE =
  /\/node_modules\/(ajv|undici|yaml|fastify|mediabunny)\/|\/service\/(store|interface|control)\//

it.each(['run', 'plan', 'show', 'report', 'judge', 'clauses'])(
  '%s begins before what not every one of it needs is loaded',
  (name) => {
    const loaded = loadedBy(name)
    expect(loaded.some((url) => url.endsWith('/cli/main.ts'))).toBe(true)
    expect(loaded.filter((url) => NOT_NEEDED_AT_ONCE.test(url))).toEqual([])
  },
)
