import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { COMMANDS } from '../commands.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const SCRIPT = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  const { main } = await import(${JSON.stringify(MAIN)})
  const io = { env: {}, stdout: { write: () => {} }, stderr: process.stderr, on() {}, off() {} }
  for (const words of JSON.parse(process.argv[1])) if (await main(words, io) !== 0) process.exit(1)
  console.log(JSON.stringify(loaded))`

/** A folder without an earlier run, which plan would read. */
const cwd = mkdtempSync(join(tmpdir(), 'gatecheck-loaded-'))
afterAll(() => rmSync(cwd, { recursive: true }))

function loadedBy(...commands: string[][]): string[] {
  const args = ['--input-type=module', '-e', SCRIPT, JSON.stringify(commands)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', cwd }))
}

it('prints help without loading the commands', () => {
  const loaded = loadedBy(['--help'], ...COMMANDS.map(({ name }) => [name, '--help']), ['drift', 'check', '--help'])
  const rooms = loaded.flatMap((url) => /\/(suites|service|fixtures|tools|reporters)\//.exec(url)?.[1] ?? [])
  expect([...new Set(rooms)]).toEqual([])
  expect(loaded.filter((url) => /\/node_modules\/(?!commander)/.test(url))).toEqual([])
})

it('loads only the command that is run', () => {
  const loaded = loadedBy(['openapi'])
  expect(loaded.some((url) => url.endsWith('/cli/openapi.ts'))).toBe(true)
  expect(loaded.filter((url) => /\/cli\/(run|serve|clauses|show)\b/.test(url))).toEqual([])
})

it('loads the libraries that a command may not need on demand', () => {
  const loaded = loadedBy(['clauses'], ['plan'])
  expect(loaded.filter((url) => /\/node_modules\/(ajv|undici|yaml|fastify|mediabunny)\//.test(url))).toEqual([])
  expect(loaded.filter((url) => url.includes('/service/'))).toEqual([])
})
