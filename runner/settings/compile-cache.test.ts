import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compiled-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function told(before: string): unknown {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const module = fileURLToPath(new URL('compile-cache.ts', import.meta.url))
  const script = `import { enableCompileCache } from 'node:module'
    ${before}
    const { whereCompiled } = await import(${JSON.stringify(module)})
    console.log(JSON.stringify(whereCompiled()))`
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' })
  return JSON.parse(out)
}

it('names the folder that this process was told, which holds one for each Node', () => {
  const kept = join(folder, 'kept')
  expect(told(`enableCompileCache(${JSON.stringify(kept)})`)).toEqual({ NODE_COMPILE_CACHE: kept })
  expect(readdirSync(kept)).toHaveLength(1)
})

it('names none where nothing is kept', () => {
  expect(told('')).toEqual({})
})
