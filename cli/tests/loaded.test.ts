import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const SCRIPT = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  const { main } = await import(${JSON.stringify(MAIN)})
  const io = { env: {}, stdout: { write: () => {} }, stderr: process.stderr, on() {}, off() {} }
  for (const name of process.argv.slice(1)) if (await main([name, '--help'], io) !== 0) process.exit(1)
  console.log(JSON.stringify(loaded))`

function loadedBy(...names: string[]): string[] {
  const args = ['--input-type=module', '-e', SCRIPT, ...names]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

const NOT_NEEDED_AT_ONCE =
  /\/node_modules\/(ajv|undici|yaml|fastify|mediabunny)\/|\/service\/(store|interface|control)\//

it('starts commands without loading what not all their uses need', () => {
  const loaded = loadedBy('run', 'plan', 'show', 'report', 'judge', 'clauses')
  expect(loaded.filter((url) => url.endsWith('/cli/show.ts'))).toHaveLength(1)
  expect(loaded.filter((url) => NOT_NEEDED_AT_ONCE.test(url))).toEqual([])
})

it('loads no other command than the one that is asked for', () => {
  const loaded = loadedBy('openapi')
  expect(loaded.some((url) => url.endsWith('/cli/openapi.ts'))).toBe(true)
  expect(loaded.filter((url) => /\/cli\/(run|drift|serve|clauses)\b/.test(url))).toEqual([])
})
