import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish } from './children.ts'

export const VERSIONS = ['22', '26'] as const
export const TOO_OLD = '20'

/** A folder with that Node, from the npm package of that name. */
export async function nodeOf(version: string, below: string): Promise<string> {
  const cwd = join(below, `node-${version}`)
  mkdirSync(cwd)
  const manifest = { private: true, dependencies: { node: version }, allowScripts: { node: true } }
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest))
  const { code, output } = await finish('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd,
    network: true,
  })
  if (code !== 0) throw new Error(`Node ${version} could not be had: ${output}`)
  return join(cwd, 'node_modules', '.bin')
}
