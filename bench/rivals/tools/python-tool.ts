import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finish } from './child.ts'

const INSTALLING_MS = 300_000
/** Not in the shared temporary folder: another user could place a program there first. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/gatecheck-rivals', import.meta.url))

/** A Python tool of a pinned version, installed once in its own folder. */
export async function pythonTool(name: string, version: string): Promise<string> {
  const folder = join(CACHE, `${name}-${version}`)
  const python = join(folder, 'bin', 'python')
  const done = async () => existsSync(python) && (await finish(python, ['-m', 'pip', 'show', '-q', name])).code === 0
  if (!(await done())) {
    await mkdir(folder, { recursive: true })
    await sure('python3', ['-m', 'venv', folder])
    await sure(python, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', `${name}==${version}`])
  }
  return join(folder, 'bin')
}

async function sure(command: string, args: readonly string[]): Promise<void> {
  const { code, err } = await finish(command, args, { limitMs: INSTALLING_MS })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${err.trim().split('\n').at(-1)}`)
}
