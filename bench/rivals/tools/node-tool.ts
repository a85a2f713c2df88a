import { fileURLToPath } from 'node:url'
import { finish } from './child.ts'

/** A tool installed by "npm ci". */
export function nodeTool(name: string): [command: string, script: string] {
  return [process.execPath, fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url))]
}

export async function versionOf(name: string): Promise<string> {
  const [command, script] = nodeTool(name)
  const { code, out, err } = await finish(command, [script, '--version'])
  if (code !== 0) throw new Error(`${name} does not start: ${err.trim().split('\n').at(-1)}; "npm ci" installs it`)
  return out.trim()
}
